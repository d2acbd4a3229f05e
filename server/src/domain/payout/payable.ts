import { type CustomerId, type Micros, type Month, micros, noMoney } from '@voltline/kernel'
import type { ReadSession } from '../../platform/database/database.ts'
import { type Query, sql } from '../../platform/database/sql.ts'
import { heldRevenue } from '../quality/cases/held.ts'
import { closedUntil } from '../reports/rollup/close-month.ts'
import { firstDayOf } from './window.ts'

/**
 * The corrections that a publisher's closed months do not include, with their times. A month that closed after a
 * correction is already less by it.
 */
export const correctionsOfClosed = (publisher: CustomerId): Query => sql`
  select t.posted_at, e.amount_micros
    from ledger_transfer t
    join ledger_entry e using (transfer_id)
    join ledger_account a using (account_id)
    left join correction_transfer r using (transfer_id)
   where t.kind = 'CORRECTION' and a.kind = 'REVENUE' and a.customer_id = ${publisher}
     and coalesce(r.is_after_close, true)`

export interface Payable {
  payableMicros: Micros
  /** Of the closed months. */
  heldMicros: Micros
}

/**
 * What a publisher can request: revenue of closed months and later corrections of them, less what open cases hold of
 * them and every amount requested and not released. Nothing while the revenue is negative.
 */
export async function payableAndHeld(session: ReadSession, publisher: CustomerId): Promise<Payable> {
  const heldMicros = await heldRevenue(session, publisher, await closedUntil(session))
  const payable = await session.one(
    (row) => (row.revenue_micros < 0n ? noMoney : row.payable_micros),
    sql<{ payable_micros: Micros; revenue_micros: Micros }>`
    select (coalesce((select sum(revenue_micros) from revenue_month where customer_id = ${publisher}), 0)
         + coalesce((select sum(c.amount_micros) from (${correctionsOfClosed(publisher)}) as c), 0)
         - coalesce((select sum(amount_won) from payout_request
                      where customer_id = ${publisher} and status <> 'RELEASED'), 0) * 1000000)::bigint
             as payable_micros,
           coalesce((select balance_micros from ledger_balance
                      where kind = 'REVENUE' and customer_id = ${publisher}), 0) as revenue_micros`,
  )
  const free = payable - heldMicros
  return { payableMicros: free < 0n ? noMoney : micros(free), heldMicros }
}

export const payableRevenue = async (session: ReadSession, publisher: CustomerId): Promise<Micros> =>
  (await payableAndHeld(session, publisher)).payableMicros

/** True if the publisher has used this month's window: one request per window, whatever became of it. */
export const hasApplied = (session: ReadSession, publisher: CustomerId, month: Month): Promise<boolean> =>
  session.one(
    (row) => row.applied,
    sql<{ applied: boolean }>`select exists (select from payout_request
                        where customer_id = ${publisher} and window_month = ${firstDayOf(month)}) as applied`,
  )
