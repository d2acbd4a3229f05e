import type { Day, Instant, Micros } from '@voltline/kernel'
import type { ReadSession } from '../../platform/database/database.ts'
import type { LedgerAccountRow, RevenueMonthRow } from '../../platform/database/rows.ts'
import { sql } from '../../platform/database/sql.ts'

export interface AccountKind {
  kind: LedgerAccountRow['kind']
  accounts: number
  balanceMicros: Micros
}

/** The kinds that have accounts; their balances add up to 0. */
export const accountKinds = (session: ReadSession): Promise<AccountKind[]> =>
  session.many(
    (row) => ({ kind: row.kind, accounts: Number(row.accounts), balanceMicros: row.balance_micros }),
    sql<Pick<LedgerAccountRow, 'kind' | 'balance_micros'> & { accounts: bigint }>`
    select kind, count(*) as accounts, sum(balance_micros)::bigint as balance_micros
      from ledger_balance
     group by kind`,
  )

export interface ClosedMonth {
  month: Day
  publishers: number
  revenueMicros: Micros
  impressions: number
  /** Requested in the payout window that followed. */
  requestedMicros: Micros
  closedAt: Instant
}

type ClosedMonthRow = Omit<RevenueMonthRow, 'customer_id'> & { publishers: bigint; requested_micros: Micros }

const toClosedMonth = (row: ClosedMonthRow): ClosedMonth => ({
  month: row.month,
  publishers: Number(row.publishers),
  revenueMicros: row.revenue_micros,
  impressions: Number(row.impressions),
  requestedMicros: row.requested_micros,
  closedAt: row.closed_at,
})

/** Newest first. */
export const closedMonths = (session: ReadSession): Promise<ClosedMonth[]> =>
  session.many(
    toClosedMonth,
    sql<ClosedMonthRow>`
    select r.month, count(*) as publishers, sum(r.revenue_micros)::bigint as revenue_micros,
           sum(r.impressions)::bigint as impressions, max(r.closed_at) as closed_at,
           (coalesce((select sum(p.amount_won) from payout_request p
                       where p.window_month = (r.month + interval '1 month')::date), 0) * 1000000)::bigint
             as requested_micros
      from revenue_month r
     group by r.month
     order by r.month desc`,
  )
