import { type CustomerId, day, type Instant, type Zone } from '@voltline/kernel'
import type { ReadSession, Row } from '../../platform/database/database.ts'
import { at, sql } from '../../platform/database/sql.ts'
import { type SpendingDay, spendingDay } from './spending-day.ts'

/** Recorded days that ended longer ago cannot cut the one that runs. */
const longestDayMs = 3 * day

const toDay = (row: Row): SpendingDay => ({
  startsAt: row.starts_at as Instant,
  endsAt: row.ends_at as Instant,
})

/** The advertiser's spending day that runs now. */
export async function runningDay(
  session: ReadSession,
  owner: CustomerId,
  now: Instant,
): Promise<SpendingDay> {
  const zone = await session.one(
    (row) => row.timezone as Zone,
    sql`select timezone from customer where customer_id = ${owner}`,
  )
  const recorded = await session.many(
    toDay,
    sql`
    select starts_at, ends_at from advertiser_day
     where customer_id = ${owner} and ends_at > ${at(now - longestDayMs)}`,
  )
  return spendingDay({ zone, recorded }, now)
}
