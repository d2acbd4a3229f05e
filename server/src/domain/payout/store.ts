import type { PayoutStatus } from '@voltline/contract'
import type { CustomerId, Day, Instant, Micros, Month, PayoutRequestId } from '@voltline/kernel'
import { micros } from '@voltline/kernel'
import type { ReadSession, Row, Tx } from '../../platform/database/database.ts'
import { at, sql } from '../../platform/database/sql.ts'
import { firstDayOf } from './window.ts'

export interface PayoutAccount {
  name: string
  bank: string
  number: string
  countryCode: string
  mobileNumber: string
  bankBook: string
  certificate: string
  /** When bank or number last became another. */
  changedAt: Instant
}

const toAccount = (row: Row): PayoutAccount => ({
  name: row.name as string,
  bank: row.bank as string,
  number: row.number as string,
  countryCode: row.country_code as string,
  mobileNumber: row.mobile_number as string,
  bankBook: row.bank_book as string,
  certificate: row.certificate as string,
  changedAt: row.changed_at as Instant,
})

export const findAccount = (session: ReadSession, owner: CustomerId) =>
  session.maybeOne(
    toAccount,
    sql`select name, bank, number, country_code, mobile_number, bank_book, certificate, changed_at
          from payout_account where customer_id = ${owner}`,
  )

/** The publisher's row is what payout writes of one publisher wait for, so that they happen one after the other. */
export const lockPublisher = (tx: Tx, owner: CustomerId) =>
  tx.one(
    (row) => ({ email: row.email as string }),
    sql`select email from customer where customer_id = ${owner} for update`,
  )

export const saveAccount = (tx: Tx, owner: CustomerId, account: PayoutAccount & { now: Instant }) =>
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
  amountWon: number
  account: PayoutAccount
  accountChanged: boolean
  now: Instant
}

export const insertRequest = (tx: Tx, request: NewRequest) =>
  tx.one(
    (row) => row.request_id as PayoutRequestId,
    sql`
    insert into payout_request (customer_id, window_month, amount_won, status, name, bank, number, account_changed,
                                requested_at)
    values (${request.owner}, ${firstDayOf(request.month)}, ${request.amountWon}, 'WAITING', ${request.account.name},
            ${request.account.bank}, ${request.account.number}, ${request.accountChanged}, ${at(request.now)})
    returning request_id`,
  )

export interface PayoutRequest {
  id: PayoutRequestId
  requestedAt: Instant
  name: string
  bank: string
  number: string
  amountWon: number
  status: PayoutStatus
  reason: string
}

const toRequest = (row: Row): PayoutRequest => ({
  id: row.request_id as PayoutRequestId,
  requestedAt: row.requested_at as Instant,
  name: row.name as string,
  bank: row.bank as string,
  number: row.number as string,
  amountWon: Number(row.amount_won),
  status: row.status as PayoutStatus,
  reason: row.reason as string,
})

export const requestsBetween = (
  session: ReadSession,
  owner: CustomerId,
  span: { from: Instant; to: Instant },
) =>
  session.many(
    toRequest,
    sql`select request_id, requested_at, name, bank, number, amount_won, status, reason
          from payout_request
         where customer_id = ${owner} and requested_at >= ${at(span.from)} and requested_at < ${at(span.to)}
         order by request_id desc`,
  )

export interface RevenueMonth {
  month: Day
  revenue: Micros
  impressions: number
}

export const closedMonths = (session: ReadSession, owner: CustomerId): Promise<RevenueMonth[]> =>
  session.many(
    (row) => ({
      month: row.month as Day,
      revenue: micros(row.revenue_micros as bigint),
      impressions: Number(row.impressions),
    }),
    sql`select month, revenue_micros, impressions from revenue_month where customer_id = ${owner} order by month desc`,
  )
