import { type CustomerId, type Micros, type Month, micros, noMoney } from '@voltline/kernel'
import type { ReadSession } from '../../platform/database/database.ts'
import type { LedgerTransferRow } from '../../platform/database/rows.ts'
import { type Query, sql } from '../../platform/database/sql.ts'

/** What one month added to a customer's accounts; amounts that leave are negative. */
export interface MonthTotals {
  month: Month
  creditMicros: Micros
  debitMicros: Micros
  chargeMicros: Micros
  correctionMicros: Micros
  paidMicros: Micros
}

export interface StatementMonth extends MonthTotals {
  openingMicros: Micros
  closingMicros: Micros
}

/** Months are in order, oldest first. Each opens with the closing balance of the month before. */
export function statementOf(months: readonly MonthTotals[]): StatementMonth[] {
  let openingMicros = noMoney
  return months.map((month) => {
    const moved = [
      ...[month.creditMicros, month.debitMicros, month.chargeMicros],
      ...[month.correctionMicros, month.paidMicros],
    ]
    const closingMicros = micros(moved.reduce<bigint>((sum, amount) => sum + amount, openingMicros))
    const statement = { ...month, openingMicros, closingMicros }
    openingMicros = closingMicros
    return statement
  })
}

interface MonthTotalsRow {
  month: Month
  credit_micros: Micros
  debit_micros: Micros
  charge_micros: Micros
  correction_micros: Micros
  paid_micros: Micros
}

const toMonthTotals = (row: MonthTotalsRow): MonthTotals => ({
  month: row.month,
  creditMicros: row.credit_micros,
  debitMicros: row.debit_micros,
  chargeMicros: row.charge_micros,
  correctionMicros: row.correction_micros,
  paidMicros: row.paid_micros,
})

const sumOf = (kind: LedgerTransferRow['kind']): Query =>
  sql`coalesce(sum(e.amount_micros) filter (where t.kind = ${kind}::text), 0)::bigint`

/** By month in Seoul, oldest first. Payout requests and releases move between revenue and reserved, and add up to 0. */
export const totalsByMonth = (session: ReadSession, owner: CustomerId): Promise<MonthTotals[]> =>
  session.many(
    toMonthTotals,
    sql<MonthTotalsRow>`
    select to_char(t.posted_at at time zone 'Asia/Seoul', 'YYYY-MM') as month, ${sumOf('CREDIT')} as credit_micros,
           ${sumOf('DEBIT')} as debit_micros, ${sumOf('CHARGE')} as charge_micros, ${sumOf('CORRECTION')} as correction_micros,
           ${sumOf('PAYOUT_PAID')} as paid_micros
      from ledger_account a
      join ledger_entry e using (account_id)
      join ledger_transfer t using (transfer_id)
     where a.customer_id = ${owner} and a.kind in ('CASH', 'REVENUE', 'RESERVED')
     group by 1
     order by 1`,
  )
