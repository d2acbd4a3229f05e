import type { PayoutStatus } from '@voltline/contract'
import {
  type CustomerId,
  type Day,
  type Instant,
  type Micros,
  type Month,
  micros,
  type OperatorId,
  type PayoutRequestId,
} from '@voltline/kernel'
import type { ReadSession, Row, Tx } from '../../platform/database/database.ts'
import { pageOf } from '../../platform/database/page-of.ts'
import { at, contains, type Query, sql } from '../../platform/database/sql.ts'
import type { Earning } from './desk.ts'

export interface DeskRequest {
  id: PayoutRequestId
  owner: CustomerId
  email: string
  company: string
  requestedAt: Instant
  name: string
  bank: string
  number: string
  amountWon: number
  status: PayoutStatus
  reason: string
  accountChanged: boolean
}

const toRequest = (row: Row): DeskRequest => ({
  id: row.request_id as PayoutRequestId,
  owner: row.customer_id as CustomerId,
  email: row.email as string,
  company: row.company as string,
  requestedAt: row.requested_at as Instant,
  name: row.name as string,
  bank: row.bank as string,
  number: row.number as string,
  amountWon: Number(row.amount_won),
  status: row.status as PayoutStatus,
  reason: row.reason as string,
  accountChanged: row.account_changed as boolean,
})

const columns = sql`p.request_id, p.customer_id, c.email, c.company, p.requested_at, p.name, p.bank, p.number,
                    p.amount_won, p.status, p.reason, p.account_changed`

export interface RequestSearch {
  status?: PayoutStatus | undefined
  requestID?: number | undefined
  words: string
  pageNo?: number | undefined
}

function matching({ status, requestID, words }: RequestSearch): Query {
  const pattern = contains(words)
  return sql`
    (${status ?? null}::text is null or p.status = ${status ?? null})
    and (${requestID ?? null}::int is null or p.request_id = ${requestID ?? null})
    and (${words} = '' or c.company ilike ${pattern} or c.email ilike ${pattern} or p.name ilike ${pattern})`
}

/** What waits comes first, the oldest on top. */
export const requestsByWait = (session: ReadSession, search: RequestSearch) =>
  session.many(
    toRequest,
    sql`select ${columns} from payout_request p join customer c using (customer_id) where ${matching(search)}
         order by array_position(array['WAITING', 'HOLD', 'COMPLETE'], p.status), p.request_id
         ${pageOf(search.pageNo)}`,
  )

export const sumOfRequests = (session: ReadSession, search: RequestSearch) =>
  session.one(
    (row) => ({ rowCount: Number(row.count), sum: Number(row.sum) }),
    sql`select count(*), coalesce(sum(p.amount_won), 0) as sum
          from payout_request p join customer c using (customer_id) where ${matching(search)}`,
  )

export const lockRequest = (tx: Tx, id: number) =>
  tx.maybeOne(
    toRequest,
    sql`select ${columns} from payout_request p join customer c using (customer_id)
         where p.request_id = ${id} for update of p`,
  )

export const saveAnswer = (
  tx: Tx,
  id: PayoutRequestId,
  answer: { status: PayoutStatus; reason: string; by: OperatorId; now: Instant },
) =>
  tx.run(sql`
    update payout_request
       set status = ${answer.status}, reason = ${answer.reason}, answered_at = ${at(answer.now)},
           answered_by = ${answer.by}
     where request_id = ${id}`)

/** What had been closed when the request was made, oldest first, then corrections of closed months. */
export const earningsBefore = (session: ReadSession, request: DeskRequest): Promise<Earning[]> =>
  session.many(
    (row) => ({ month: (row.month as Month | null) ?? undefined, amount: micros(row.amount as bigint) }),
    sql`
    select to_char(month, 'YYYY-MM') as month, revenue_micros as amount
      from revenue_month
     where customer_id = ${request.owner} and closed_at <= ${at(request.requestedAt)}
     union all
    select null, sum(e.amount_micros)::bigint
      from ledger_entry e
      join ledger_transfer t using (transfer_id)
      join ledger_account a using (account_id)
     where a.kind = 'REVENUE' and a.customer_id = ${request.owner} and t.kind = 'CORRECTION'
       and t.posted_at <= ${at(request.requestedAt)}
    having sum(e.amount_micros) <> 0
     order by month nulls last`,
  )

export interface Evidence {
  earlier: Micros
  bankBook: string
  certificate: string
  answeredAt: Instant | undefined
  answeredBy: string
}

/** Documents are those of the account as it stands now. */
export const evidenceOf = (session: ReadSession, request: DeskRequest): Promise<Evidence> =>
  session.one(
    (row) => ({
      earlier: micros(BigInt(String(row.earlier))),
      bankBook: (row.bank_book as string | null) ?? '',
      certificate: (row.certificate as string | null) ?? '',
      answeredAt: (row.answered_at as Instant | null) ?? undefined,
      answeredBy: (row.answered_by as string | null) ?? '',
    }),
    sql`
    select (select coalesce(sum(e.amount_won), 0) * 1000000 from payout_request e
             where e.customer_id = p.customer_id and e.request_id < p.request_id) as earlier,
           a.bank_book, a.certificate, p.answered_at, o.email as answered_by
      from payout_request p
      left join payout_account a using (customer_id)
      left join operator o on o.operator_id = p.answered_by
     where p.request_id = ${request.id}`,
  )

export const findRequest = (session: ReadSession, id: number) =>
  session.maybeOne(
    toRequest,
    sql`select ${columns} from payout_request p join customer c using (customer_id) where p.request_id = ${id}`,
  )

/** What of a publisher's traffic was invalid, by rule, in some UTC days. */
export const invalidBetween = (session: ReadSession, owner: CustomerId, range: { start: Day; end: Day }) =>
  session.many(
    (row) => ({ Reason: row.reason as string, Count: Number(row.count) }),
    sql`
    select i.reason, sum(i.count) as count
      from invalid_rollup i join medium m using (medium_id) join app p using (app_id)
     where p.customer_id = ${owner} and i.utc_day between ${range.start} and ${range.end}
     group by i.reason order by 2 desc, 1`,
  )

/** Counted events of the same days; element 96 of a rollup is the whole day. */
export const eventsBetween = (session: ReadSession, owner: CustomerId, range: { start: Day; end: Day }) =>
  session.one(
    (row) => Number(row.events),
    sql`
    select coalesce(sum(r.impressions[96] + r.clicks[96] + r.watches[96] + r.installs[96] + r.actions[96]), 0) as events
      from medium_rollup r join medium m using (medium_id) join app p using (app_id)
     where p.customer_id = ${owner} and r.utc_day between ${range.start} and ${range.end}`,
  )
