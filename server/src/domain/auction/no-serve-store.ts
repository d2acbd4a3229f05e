import type { NoServeReason } from '@voltline/contract'
import type { AdId, Day } from '@voltline/kernel'
import type { Tx } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'

/** How often an ad missed a request for one reason on one UTC day. */
export interface NoServeCount {
  reason: NoServeReason
  adId: AdId
  utcDay: Day
  count: number
}

/** Adds to the stored counts, in key order to avoid deadlocks. */
export const addNoServeCounts = (tx: Tx, counts: readonly NoServeCount[]): Promise<number> =>
  tx.run(sql`
    insert into no_serve_rollup as known (reason, ad_id, utc_day, count)
    select * from unnest(${counts.map(({ reason }) => reason)}::text[], ${counts.map(({ adId }) => adId)}::int[],
                         ${counts.map(({ utcDay }) => utcDay)}::date[], ${counts.map(({ count }) => count)}::bigint[])
     order by 1, 2, 3
        on conflict (reason, ad_id, utc_day) do update set count = known.count + excluded.count`)
