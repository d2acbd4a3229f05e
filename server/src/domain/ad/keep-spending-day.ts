import { day, type Instant, type Zone } from '@voltline/kernel'
import type { Tx } from '../../platform/database/database.ts'
import { at, sql } from '../../platform/database/sql.ts'
import type { Account } from '../account/customer-store.ts'
import { daysAfterZoneChange, type SpendingDay } from './spending-day.ts'

/** No spending day is longer than two of the calendar's, so older ones cannot reach into the running one. */
const recentMs = 4 * day

/** Records the running spending day of an advertiser before its zone changes, so that no second day limit is gained. */
export async function keepSpendingDay(
  tx: Tx,
  advertiser: Account,
  change: { to: Zone; at: Instant },
): Promise<void> {
  const { customerId, zone: from } = advertiser
  if (from === change.to) return
  const recorded = await tx.many(
    (row): SpendingDay => ({ startsAt: row.starts_at as Instant, endsAt: row.ends_at as Instant }),
    sql`select starts_at, ends_at from advertiser_day
         where customer_id = ${customerId} and ends_at > ${at(change.at - recentMs)}`,
  )
  for (const kept of daysAfterZoneChange({ from, to: change.to, recorded, at: change.at })) {
    await tx.run(sql`
      insert into advertiser_day (customer_id, starts_at, ends_at)
      values (${customerId}, ${at(kept.startsAt)}, ${at(kept.endsAt)})
          on conflict (customer_id, starts_at) do update set ends_at = excluded.ends_at`)
  }
}
