import type { ErrorCode } from '@voltline/contract'
import type { Day, MediumId } from '@voltline/kernel'
import type { Tx } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'

/** How many ad requests of a unit (medium) got one reply on one UTC day. */
export interface RequestCount {
  /** 0 if the request named no known unit. */
  mediumId: MediumId | 0
  utcDay: Day
  errorCode: ErrorCode
  count: number
}

/** Adds to the stored counts, in key order to avoid deadlocks. */
export const addRequestCounts = (tx: Tx, counts: readonly RequestCount[]): Promise<number> =>
  tx.run(sql`
    insert into request_rollup as known (medium_id, utc_day, answer, count)
    select * from unnest(${counts.map(({ mediumId }) => mediumId)}::int[],
                         ${counts.map(({ utcDay }) => utcDay)}::date[],
                         ${counts.map(({ errorCode }) => errorCode)}::text[],
                         ${counts.map(({ count }) => count)}::bigint[])
     order by 1, 2, 3
        on conflict (medium_id, utc_day, answer) do update set count = known.count + excluded.count`)
