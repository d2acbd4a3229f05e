import type { ErrorCode } from '@voltline/contract'
import type { Day, MediumId } from '@voltline/kernel'
import type { Tx } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'

/** How many ad requests of a unit (medium) got one reply in one quarter-hour (1 to 96) of a UTC day. */
export interface RequestCount {
  /** 0 if the request named no known unit. */
  mediumId: MediumId | 0
  utcDay: Day
  quarter: number
  errorCode: ErrorCode
  count: number
}

/** Adds to the stored counts, in key order to avoid deadlocks. A row occurs once in a statement, so each quarter has one. */
export async function addRequestCounts(tx: Tx, counts: readonly RequestCount[]): Promise<void> {
  for (const [quarter, added] of Map.groupBy(counts, (count) => count.quarter)) {
    await tx.run(sql`
      insert into request_rollup as known (medium_id, utc_day, answer, count, quarters)
      select d.medium_id, d.utc_day, d.answer, d.count,
             array_fill(0, array[${quarter}::int - 1]) || d.count::int || array_fill(0, array[96 - ${quarter}::int])
        from unnest(${added.map(({ mediumId }) => mediumId)}::int[], ${added.map(({ utcDay }) => utcDay)}::date[],
                    ${added.map(({ errorCode }) => errorCode)}::text[], ${added.map(({ count }) => count)}::bigint[])
             as d(medium_id, utc_day, answer, count)
       order by 1, 2, 3
          on conflict (medium_id, utc_day, answer) do update
         set count = known.count + excluded.count,
             quarters = known.quarters[:${quarter}::int - 1]
                        || known.quarters[${quarter}::int] + excluded.quarters[${quarter}::int]
                        || known.quarters[${quarter}::int + 1:]`)
  }
}
