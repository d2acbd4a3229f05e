import type { ledgerKinds } from '@voltline/contract'
import { type Day, type Instant, type Micros, micros } from '@voltline/kernel'
import type { ReadSession } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'

export interface AccountKind {
  kind: (typeof ledgerKinds)[number]
  accounts: number
  balance: Micros
}

/** The kinds with accounts; what they hold adds up to zero. */
export const accountKinds = (session: ReadSession): Promise<AccountKind[]> =>
  session.many(
    (row) => ({
      kind: row.kind as AccountKind['kind'],
      accounts: Number(row.accounts),
      balance: micros(BigInt(String(row.balance))),
    }),
    sql`select kind, count(*) as accounts, sum(balance_micros) as balance from ledger_account group by kind`,
  )

export interface ClosedMonth {
  month: Day
  publishers: number
  revenue: Micros
  impressions: number
  applied: Micros
  closedAt: Instant
}

/** With what was applied for in the window that followed, newest first. */
export const closedMonths = (session: ReadSession): Promise<ClosedMonth[]> =>
  session.many(
    (row) => ({
      month: row.month as Day,
      publishers: Number(row.publishers),
      revenue: micros(BigInt(String(row.revenue))),
      impressions: Number(row.impressions),
      applied: micros(BigInt(String(row.applied))),
      closedAt: row.closed_at as Instant,
    }),
    sql`
    select r.month, count(*) as publishers, sum(r.revenue_micros) as revenue, sum(r.impressions) as impressions,
           coalesce((select sum(p.amount_won) from payout_request p
                      where p.window_month = (r.month + interval '1 month')::date), 0) * 1000000 as applied,
           max(r.closed_at) as closed_at
      from revenue_month r
     group by r.month
     order by r.month desc`,
  )
