import type { Day, MediumId } from '@voltline/kernel'
import type { Tx } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'

export type Signal = 'country_mismatch'

export interface SignalCount {
  signal: Signal
  mediumId: MediumId | 0
  utcDay: Day
  count: number
}

/** Adds in key order, to avoid deadlocks between processes. */
export async function addSignalCounts(tx: Tx, counts: readonly SignalCount[]): Promise<void> {
  await tx.run(sql`
    insert into signal_rollup as known (signal, medium_id, utc_day, count)
    select signal, medium_id, utc_day, sum(count)
      from unnest(${counts.map(({ signal }) => signal)}::text[],
                  ${counts.map(({ mediumId }) => mediumId)}::int[],
                  ${counts.map(({ utcDay }) => utcDay)}::date[],
                  ${counts.map(({ count }) => count)}::bigint[]) as added(signal, medium_id, utc_day, count)
     group by 1, 2, 3 order by 1, 2, 3
        on conflict (signal, medium_id, utc_day) do update set count = known.count + excluded.count`)
}
