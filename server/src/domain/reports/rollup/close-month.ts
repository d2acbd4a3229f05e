import { addDays, addMonths, type Day, type Instant, type Month, seoul } from '@voltline/kernel'
import type { Tx } from '../../../platform/database/database.ts'
import { at, sql } from '../../../platform/database/sql.ts'
import { piecesTable, spanSum } from './read-figures.ts'

/** Writes what every publisher earned in an Asia/Seoul month, from the rollups. What stands there already stays. */
export async function closeMonth(tx: Tx, month: Month, now: Instant): Promise<void> {
  const range = {
    zone: seoul,
    start: `${month}-01` as Day,
    end: addDays(`${addMonths(month, 1)}-01` as Day, -1),
  }
  await tx.run(sql`
    insert into revenue_month (customer_id, month, revenue_micros, impressions, closed_at)
    select p.customer_id, ${range.start}::date, ${spanSum('revenue_micros')}, ${spanSum('impressions')}, ${at(now)}
      from ${piecesTable(range)}
      join medium_rollup r on r.utc_day = piece.utc_day
      join medium m on m.medium_id = r.medium_id
      join app p on p.app_id = m.app_id
     group by p.customer_id
    having ${spanSum('revenue_micros')} > 0 or ${spanSum('impressions')} > 0
        on conflict do nothing`)
}
