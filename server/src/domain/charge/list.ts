import { type ActionType, type ChargeStatus, chargeRowsPerPage } from '@voltline/contract'
import { type CustomerId, day, type Instant, instant, type Micros, micros, utcDay } from '@voltline/kernel'
import type { ReadSession } from '../../platform/database/database.ts'
import type { AppRow, ChargeRow, UnchargedEventRow } from '../../platform/database/rows.ts'
import { at, type Query, sql } from '../../platform/database/sql.ts'
import { lateMsMax } from '../events/offer-life.ts'

/** An event that was charged or could have been, with its shares. */
export interface ListedCharge {
  offerId: string
  action: ActionType
  receivedAt: Instant
  appName: string
  country: string
  status: ChargeStatus
  rule: string
  runnerUp: boolean
  priceMicros: Micros
  publisherMicros: Micros
  networkMicros: Micros
  userMicros: Micros
  transferId: bigint | undefined
}

/** Of one owner: another customer's ad or unit has no events. */
export type ChargeScope = { owner: CustomerId } & ({ adId: number } | { mediumId: number })

/** Half open. */
export interface Span {
  from: Instant
  to: Instant
}

/** Charges of a span: their offers were issued in these days, which saves reading other months. */
const chargedWithin = ({ from, to }: Span): Query => sql`
  h.received_at >= ${at(from)}::timestamptz and h.received_at < ${at(to)}::timestamptz
  and h.issue_day between ${utcDay(instant(from - lateMsMax - day))}::date and ${utcDay(instant(to + day))}::date`

/** In both cases the one that owns the ad or the unit. */
const isOwn = (scope: ChargeScope): Query =>
  'adId' in scope
    ? sql`h.ad_id = ${scope.adId}
          and exists (select from ad a where a.ad_id = ${scope.adId} and a.customer_id = ${scope.owner})`
    : sql`h.medium_id = ${scope.mediumId}
          and exists (select from medium m join app p using (app_id)
                       where m.medium_id = ${scope.mediumId} and p.customer_id = ${scope.owner})`

/** All events of the list; a correction names the rule that it is about, if it is about one. */
const events = (scope: ChargeScope, span: Span): Query => sql`
  select h.offer_id, h.action, h.received_at, h.medium_id, h.country,
         case when k.offer_id is null then 'CHARGED' else 'CORRECTED' end as status, coalesce(c.rule, '') as rule,
         h.runner_up, h.price_micros, h.publisher_micros, h.user_micros, h.transfer_id
    from charge h
    left join corrected_charge k using (issue_day, offer_id, action)
    left join correction_transfer r on r.transfer_id = k.transfer_id
    left join correction c using (correction_id)
   where ${chargedWithin(span)} and ${isOwn(scope)}
   union all
  select h.offer_id, h.action, h.received_at, h.medium_id, h.country, h.status, h.rule, h.runner_up, 0, 0, 0, null
    from uncharged_event h
   where h.received_at >= ${at(span.from)}::timestamptz and h.received_at < ${at(span.to)}::timestamptz
     and ${isOwn(scope)}`

type ListedRow = Pick<
  UnchargedEventRow,
  'offer_id' | 'action' | 'received_at' | 'country' | 'rule' | 'runner_up'
> &
  Pick<ChargeRow, 'price_micros' | 'publisher_micros' | 'user_micros'> & {
    status: ChargeStatus
    app_name: AppRow['name'] | null
    transfer_id: bigint | null
  }

const toListed = (row: ListedRow): ListedCharge => ({
  offerId: row.offer_id,
  action: row.action,
  receivedAt: row.received_at,
  appName: row.app_name ?? '',
  country: row.country,
  status: row.status,
  rule: row.rule,
  runnerUp: row.status !== 'INVALID' && row.runner_up,
  priceMicros: row.price_micros,
  publisherMicros: row.publisher_micros,
  networkMicros: micros(row.price_micros - row.publisher_micros - row.user_micros),
  userMicros: row.user_micros,
  transferId: row.transfer_id ?? undefined,
})

/** Oldest first; a page, or without one all of them. */
export const listCharges = (
  session: ReadSession,
  scope: ChargeScope,
  span: Span,
  pageNo: number | undefined,
): Promise<ListedCharge[]> =>
  session.many(
    toListed,
    sql<ListedRow>`
    select e.offer_id, e.action, e.received_at, e.country, e.status, e.rule, e.runner_up, e.price_micros,
           e.publisher_micros, e.user_micros, e.transfer_id, p.name as app_name
      from (${events(scope, span)}) as e
      left join medium m using (medium_id) left join app p using (app_id)
     order by e.received_at, e.offer_id, e.action
     ${pageNo === undefined ? sql`` : sql`limit ${chargeRowsPerPage} offset ${(pageNo - 1) * chargeRowsPerPage}`}`,
  )

export const countCharges = (session: ReadSession, scope: ChargeScope, span: Span): Promise<number> =>
  session.one(
    (row) => Number(row.count),
    sql<{ count: bigint }>`select count(*) from (${events(scope, span)}) as e`,
  )
