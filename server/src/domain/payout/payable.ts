import { type CustomerId, type Micros, type Month, noMoney } from '@voltline/kernel'
import type { ReadSession } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { firstDayOf } from './window.ts'

/**
 * What a publisher can request: revenue of closed months and later corrections of them, less every amount already
 * requested, whatever became of the request.
 */
export async function payableRevenue(session: ReadSession, publisher: CustomerId): Promise<Micros> {
  const payable = await session.one(
    (row) => row.payable_micros,
    sql<{ payable_micros: Micros }>`
    select (coalesce((select sum(revenue_micros) from revenue_month where customer_id = ${publisher}), 0)
         + coalesce((select sum(e.amount_micros)
                       from ledger_entry e
                       join ledger_transfer t using (transfer_id)
                       join ledger_account a using (account_id)
                      where a.kind = 'REVENUE' and a.customer_id = ${publisher} and t.kind = 'CORRECTION'), 0)
         - coalesce((select sum(amount_won) from payout_request where customer_id = ${publisher}), 0) * 1000000)::bigint
             as payable_micros`,
  )
  return payable < 0n ? noMoney : payable
}

/** True if the publisher has used this month's window: one request per window, whatever became of it. */
export const hasApplied = (session: ReadSession, publisher: CustomerId, month: Month): Promise<boolean> =>
  session.one(
    (row) => row.applied,
    sql<{ applied: boolean }>`select exists (select from payout_request
                        where customer_id = ${publisher} and window_month = ${firstDayOf(month)}) as applied`,
  )
