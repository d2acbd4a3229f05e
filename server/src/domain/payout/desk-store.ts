import type { PayoutStatus } from '@voltline/contract'
import type {
  CustomerId,
  Day,
  Instant,
  Micros,
  Month,
  OperatorId,
  PayoutRequestId,
  Won,
} from '@voltline/kernel'
import { type BigWon, wonOfBig } from '@voltline/kernel'
import type { ReadSession, Tx } from '../../platform/database/database.ts'
import { pageOf } from '../../platform/database/page-of.ts'
import type { CustomerRow, InvalidRollupRow } from '../../platform/database/rows.ts'
import { at, contains, type Query, sql } from '../../platform/database/sql.ts'
import type { Earning } from './desk.ts'
import { correctionsOfClosed } from './payable.ts'
import { type PayoutRequest, type RequestRow, requestColumns, toPayoutRequest } from './store.ts'

/** A payout request with its publisher. */
export interface DeskRequest extends PayoutRequest {
  email: string
  company: string
}

type DeskRow = RequestRow & Pick<CustomerRow, 'email' | 'company'>

const toDeskRequest = (row: DeskRow): DeskRequest => ({
  ...toPayoutRequest(row),
  email: row.email,
  company: row.company,
})

/** All requests with their publishers; a `where` follows. */
const deskRequests = sql`
  select ${requestColumns}, c.email, c.company from payout_request p join customer c using (customer_id)`

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

/** Waiting requests first, the oldest on top. */
export const requestsByStatus = (session: ReadSession, search: RequestSearch): Promise<DeskRequest[]> =>
  session.many(
    toDeskRequest,
    sql<DeskRow>`
    ${deskRequests}
     where ${matching(search)}
     order by array_position(array['WAITING', 'HOLD', 'COMPLETE', 'RELEASED'], p.status), p.request_id
     ${pageOf(search.pageNo)}`,
  )

export const sumOfRequests = (
  session: ReadSession,
  search: RequestSearch,
): Promise<{ rowCount: number; sumWon: Won }> =>
  session.one(
    (row) => ({ rowCount: Number(row.count), sumWon: wonOfBig(row.sum_won) }),
    sql<{ count: bigint; sum_won: BigWon }>`
    select count(*), coalesce(sum(p.amount_won), 0)::bigint as sum_won
      from payout_request p join customer c using (customer_id)
     where ${matching(search)}`,
  )

export const findRequest = (session: ReadSession, id: number): Promise<DeskRequest | undefined> =>
  session.maybeOne(toDeskRequest, sql<DeskRow>`${deskRequests} where p.request_id = ${id}`)

export const lockRequest = (tx: Tx, id: number): Promise<DeskRequest | undefined> =>
  tx.maybeOne(toDeskRequest, sql<DeskRow>`${deskRequests} where p.request_id = ${id} for update of p`)

export const saveDecision = (
  tx: Tx,
  id: PayoutRequestId,
  decision: { status: PayoutStatus; reason: string; by: OperatorId; now: Instant },
): Promise<number> =>
  tx.run(sql`
    update payout_request
       set status = ${decision.status}, reason = ${decision.reason}, answered_at = ${at(decision.now)},
           answered_by = ${decision.by}
     where request_id = ${id}`)

/** The months closed before the request, oldest first, then corrections of closed months. */
export const earningsBefore = (session: ReadSession, request: DeskRequest): Promise<Earning[]> =>
  session.many(
    (row) => ({ month: row.month ?? undefined, amountMicros: row.amount_micros }),
    sql<{ month: Month | null; amount_micros: Micros }>`
    select to_char(month, 'YYYY-MM') as month, revenue_micros as amount_micros
      from revenue_month
     where customer_id = ${request.owner} and closed_at <= ${at(request.requestedAt)}
     union all
    select null, sum(c.amount_micros)::bigint
      from (${correctionsOfClosed(request.owner)}) as c
     where c.posted_at <= ${at(request.requestedAt)}
    having sum(c.amount_micros) <> 0
     order by month nulls last`,
  )

export interface Evidence {
  /** Requested before, in all earlier windows, and not released by then. */
  earlierMicros: Micros
  /** What open cases held of the closed months at the time of the request. */
  heldMicros: Micros
  /** Documents of the account as it is now. */
  bankBook: string
  certificate: string
  decidedAt: Instant | undefined
  decidedBy: string
}

interface EvidenceRow {
  earlier_micros: Micros
  held_micros: Micros
  bank_book: string | null
  certificate: string | null
  answered_at: Instant | null
  answered_by: string | null
}

const toEvidence = (row: EvidenceRow): Evidence => ({
  earlierMicros: row.earlier_micros,
  heldMicros: row.held_micros,
  bankBook: row.bank_book ?? '',
  certificate: row.certificate ?? '',
  decidedAt: row.answered_at ?? undefined,
  decidedBy: row.answered_by ?? '',
})

export const evidenceOf = (session: ReadSession, request: DeskRequest): Promise<Evidence> =>
  session.one(
    toEvidence,
    sql<EvidenceRow>`
    select ((select coalesce(sum(e.amount_won), 0) from payout_request e
              where e.customer_id = p.customer_id and e.request_id < p.request_id
                and (e.status <> 'RELEASED' or e.answered_at > p.requested_at)) * 1000000)::bigint
             as earlier_micros,
           p.held_micros, a.bank_book, a.certificate, p.answered_at, o.email as answered_by
      from payout_request p
      left join payout_account a using (customer_id)
      left join operator o on o.operator_id = p.answered_by
     where p.request_id = ${request.id}`,
  )

/** A publisher's invalid traffic by reason, in a range of UTC days. */
export const invalidBetween = (
  session: ReadSession,
  owner: CustomerId,
  range: { start: Day; end: Day },
): Promise<{ reason: string; count: number }[]> =>
  session.many(
    (row) => ({ reason: row.reason, count: Number(row.count) }),
    sql<Pick<InvalidRollupRow, 'reason' | 'count'>>`
    select i.reason, sum(i.count)::bigint as count
      from invalid_rollup_now i join medium m using (medium_id) join app p using (app_id)
     where p.customer_id = ${owner} and i.utc_day between ${range.start} and ${range.end}
     group by i.reason order by 2 desc, 1`,
  )

/** A publisher's counted events in a range of UTC days; element 96 of a rollup is the whole day. */
export const eventsBetween = (
  session: ReadSession,
  owner: CustomerId,
  range: { start: Day; end: Day },
): Promise<number> =>
  session.one(
    (row) => Number(row.events),
    sql<{ events: bigint }>`
    select coalesce(sum(r.impressions[96] + r.clicks[96] + r.watches[96] + r.installs[96] + r.actions[96]), 0)::bigint
             as events
      from medium_rollup_now r join medium m using (medium_id) join app p using (app_id)
     where p.customer_id = ${owner} and r.utc_day between ${range.start} and ${range.end}`,
  )
