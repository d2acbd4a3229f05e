import { type CustomerId, day, type Instant, type Zone } from '@voltline/kernel'
import type { ReadSession, Tx } from '../../../platform/database/database.ts'
import type { AdvertiserDayRow, CustomerRow } from '../../../platform/database/rows.ts'
import { at, sql } from '../../../platform/database/sql.ts'
import { daysAfterZoneChange, type SpendingDay, spendingDay } from './spending-day.ts'

/** No spending day is longer than two calendar days, so older ones cannot overlap the current day or the one before. */
const recentMs = 4 * day

const toSpendingDay = (row: Pick<AdvertiserDayRow, 'starts_at' | 'ends_at'>): SpendingDay => ({
  startsAt: row.starts_at,
  endsAt: row.ends_at,
})

const recordedDays = (session: ReadSession, owner: CustomerId, now: Instant) =>
  session.many(
    toSpendingDay,
    sql<Pick<AdvertiserDayRow, 'starts_at' | 'ends_at'>>`
    select starts_at, ends_at from advertiser_day
     where customer_id = ${owner} and ends_at > ${at(now - recentMs)}`,
  )

/** The advertiser's current spending day. */
export async function currentSpendingDay(
  session: ReadSession,
  owner: CustomerId,
  now: Instant,
): Promise<SpendingDay> {
  const zone = await session.one(
    (row) => row.timezone,
    sql<Pick<CustomerRow, 'timezone'>>`select timezone from customer where customer_id = ${owner}`,
  )
  return spendingDay({ zone, recorded: await recordedDays(session, owner, now) }, now)
}

/** Records an advertiser's current spending day before its zone changes, so that no second day limit is gained. */
export async function keepSpendingDay(
  tx: Tx,
  advertiser: { customerId: CustomerId; zone: Zone },
  change: { to: Zone; at: Instant },
): Promise<void> {
  const { customerId, zone: from } = advertiser
  if (from === change.to) return
  const recorded = await recordedDays(tx, customerId, change.at)
  for (const recordedDay of daysAfterZoneChange({ from, to: change.to, recorded, at: change.at })) {
    await tx.run(sql`
      insert into advertiser_day (customer_id, starts_at, ends_at)
      values (${customerId}, ${at(recordedDay.startsAt)}, ${at(recordedDay.endsAt)})
          on conflict (customer_id, starts_at) do update set ends_at = excluded.ends_at`)
  }
}
