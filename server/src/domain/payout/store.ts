import {
  type CustomerId,
  type Day,
  type Instant,
  type Micros,
  type Month,
  type PayoutRequestId,
  type Won,
  wonOfBig,
} from '@voltline/kernel'
import type { ReadSession, Tx } from '../../platform/database/database.ts'
import type {
  CustomerRow,
  PayoutAccountRow,
  PayoutRequestRow,
  RevenueMonthRow,
} from '../../platform/database/rows.ts'
import { at, sql } from '../../platform/database/sql.ts'
import { firstDayOf } from './window.ts'

/** The bank account that a publisher is paid to, with the files that prove it. */
export interface PayoutAccount {
  name: string
  bank: string
  number: string
  countryCode: string
  mobileNumber: string
  bankBook: string
  certificate: string
  /** The last change of bank or number. */
  changedAt: Instant
}

type AccountRow = Omit<PayoutAccountRow, 'customer_id' | 'updated_at'>

const toPayoutAccount = (row: AccountRow): PayoutAccount => ({
  name: row.name,
  bank: row.bank,
  number: row.number,
  countryCode: row.country_code,
  mobileNumber: row.mobile_number,
  bankBook: row.bank_book,
  certificate: row.certificate,
  changedAt: row.changed_at,
})

export const findAccount = (session: ReadSession, owner: CustomerId): Promise<PayoutAccount | undefined> =>
  session.maybeOne(
    toPayoutAccount,
    sql<AccountRow>`
    select name, bank, number, country_code, mobile_number, bank_book, certificate, changed_at
      from payout_account where customer_id = ${owner}`,
  )

/** Locks the publisher's row, so that the payout writes of one publisher run one after the other. */
export const lockPublisher = (tx: Tx, owner: CustomerId): Promise<{ email: string }> =>
  tx.one(
    ({ email }) => ({ email }),
    sql<Pick<CustomerRow, 'email'>>`select email from customer where customer_id = ${owner} for update`,
  )

export const saveAccount = (
  tx: Tx,
  owner: CustomerId,
  account: PayoutAccount & { now: Instant },
): Promise<number> =>
  tx.run(sql`
    insert into payout_account (customer_id, name, bank, number, country_code, mobile_number, bank_book, certificate,
                                changed_at, updated_at)
    values (${owner}, ${account.name}, ${account.bank}, ${account.number}, ${account.countryCode},
            ${account.mobileNumber}, ${account.bankBook}, ${account.certificate}, ${at(account.changedAt)},
            ${at(account.now)})
        on conflict (customer_id) do update
       set name = excluded.name, bank = excluded.bank, number = excluded.number,
           country_code = excluded.country_code, mobile_number = excluded.mobile_number,
           bank_book = excluded.bank_book, certificate = excluded.certificate,
           changed_at = excluded.changed_at, updated_at = excluded.updated_at`)

export interface NewRequest {
  owner: CustomerId
  month: Month
  amountWon: Won
  account: PayoutAccount
  /** The account was changed shortly before. */
  accountChanged: boolean
  /** What open cases hold of the closed months. */
  heldMicros: Micros
  now: Instant
}

export const insertRequest = (tx: Tx, request: NewRequest): Promise<PayoutRequestId> =>
  tx.one(
    (row) => row.request_id,
    sql<Pick<PayoutRequestRow, 'request_id'>>`
    insert into payout_request (customer_id, window_month, amount_won, status, name, bank, number, account_changed,
                                held_micros, requested_at)
    values (${request.owner}, ${firstDayOf(request.month)}, ${request.amountWon}, 'WAITING', ${request.account.name},
            ${request.account.bank}, ${request.account.number}, ${request.accountChanged},
            ${request.heldMicros}, ${at(request.now)})
    returning request_id`,
  )

export interface PayoutRequest {
  id: PayoutRequestId
  owner: CustomerId
  requestedAt: Instant
  name: string
  bank: string
  number: string
  amountWon: Won
  status: PayoutRequestRow['status']
  reason: string
  accountChanged: boolean
}

export type RequestRow = Pick<
  PayoutRequestRow,
  | 'request_id'
  | 'customer_id'
  | 'requested_at'
  | 'name'
  | 'bank'
  | 'number'
  | 'amount_won'
  | 'status'
  | 'reason'
  | 'account_changed'
>

/** The columns that `toPayoutRequest` reads, of a table `payout_request p`. */
export const requestColumns = sql`
  p.request_id, p.customer_id, p.requested_at, p.name, p.bank, p.number, p.amount_won, p.status, p.reason,
  p.account_changed`

export const toPayoutRequest = (row: RequestRow): PayoutRequest => ({
  id: row.request_id,
  owner: row.customer_id,
  requestedAt: row.requested_at,
  name: row.name,
  bank: row.bank,
  number: row.number,
  amountWon: wonOfBig(row.amount_won),
  status: row.status,
  reason: row.reason,
  accountChanged: row.account_changed,
})

/** Newest first. */
export const requestsBetween = (
  session: ReadSession,
  owner: CustomerId,
  span: { from: Instant; to: Instant },
): Promise<PayoutRequest[]> =>
  session.many(
    toPayoutRequest,
    sql<RequestRow>`
    select ${requestColumns}
      from payout_request p
     where p.customer_id = ${owner} and p.requested_at >= ${at(span.from)} and p.requested_at < ${at(span.to)}
     order by p.request_id desc`,
  )

export interface RevenueMonth {
  month: Day
  revenueMicros: Micros
  impressions: number
}

/** Newest first. */
export const closedMonths = (session: ReadSession, owner: CustomerId): Promise<RevenueMonth[]> =>
  session.many(
    (row) => ({
      month: row.month,
      revenueMicros: row.revenue_micros,
      impressions: Number(row.impressions),
    }),
    sql<Pick<RevenueMonthRow, 'month' | 'revenue_micros' | 'impressions'>>`
    select month, revenue_micros, impressions from revenue_month where customer_id = ${owner} order by month desc`,
  )
