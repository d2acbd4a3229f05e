import { type ActionType, billedOn, type DemoEvent } from '@voltline/contract'
import { type AdId, type Instant, type Micros, micros } from '@voltline/kernel'
import type { ReadSession } from '../../platform/database/database.ts'
import type { AdRow, EventRow } from '../../platform/database/rows.ts'
import { at, sql } from '../../platform/database/sql.ts'
import type { FoundEvent } from './event-log.ts'

/** The shares of one charge; they add up to the price. */
export interface ChargeShares {
  priceMicros: Micros
  publisherMicros: Micros
  networkMicros: Micros
  userMicros: Micros
}

/** What became of a reported event. */
export interface EventOutcome {
  offerId: string
  action: ActionType
  receivedAt: Instant
  state: DemoEvent['state']
  /** Only of a charged event. */
  charge: ChargeShares | undefined
}

interface OutcomeRow
  extends Pick<EventRow, 'offer_id' | 'action' | 'received_at'>,
    Pick<AdRow, 'billing_type'> {
  is_counted: boolean
  is_waiting: boolean
  is_billed: boolean | null
  price_micros: Micros | null
  publisher_micros: Micros | null
  user_micros: Micros | null
}

function stateOf(row: OutcomeRow): DemoEvent['state'] {
  if (row.price_micros !== null) return 'CHARGED'
  if (row.is_counted) return billedOn[row.billing_type] === row.action ? 'UNPAID' : 'COUNTED'
  return row.is_waiting ? 'WAITING' : row.is_billed ? 'INVALID' : 'BILLING'
}

function chargeOf(row: OutcomeRow): ChargeShares | undefined {
  const { price_micros: priceMicros, publisher_micros: publisherMicros, user_micros: userMicros } = row
  if (priceMicros === null || publisherMicros === null || userMicros === null) return undefined
  const networkMicros = micros(priceMicros - publisherMicros - userMicros)
  return { priceMicros, publisherMicros, networkMicros, userMicros }
}

const toOutcome = (row: OutcomeRow): EventOutcome => ({
  offerId: row.offer_id,
  action: row.action,
  receivedAt: row.received_at,
  state: stateOf(row),
  charge: chargeOf(row),
})

/** What became of these events, in the given order. */
export const readEventOutcomes = (
  session: ReadSession,
  events: readonly (FoundEvent & { adId: AdId })[],
): Promise<EventOutcome[]> =>
  session.many(
    toOutcome,
    sql<OutcomeRow>`
    select e.offer_id, e.action, e.received_at, a.billing_type, c.offer_id is not null as is_counted,
           w.offer_id is not null as is_waiting,
           coalesce((e.major, e.minor) <= (p.major, p.minor), e.received_at < p.billed_until) as is_billed,
           h.price_micros, h.publisher_micros, h.user_micros
      from unnest(${events.map((event) => event.issueDay)}::date[],
                  ${events.map((event) => event.offerId)}::uuid[],
                  ${events.map((event) => event.action)}::text[],
                  ${events.map((event) => at(event.receivedAt))}::timestamptz[],
                  ${events.map((event) => event.adId)}::int[],
                  ${events.map((event) => event.position?.major)}::bigint[],
                  ${events.map((event) => event.position?.minor)}::bigint[])
             with ordinality as e(issue_day, offer_id, action, received_at, ad_id, major, minor, number)
      join ad a using (ad_id)
      left join billing_partition p
             on p.partition = a.customer_id::bigint * 2654435761 % 4294967296 % (select count(*) from billing_partition)
      left join charge h using (issue_day, offer_id, action)
      left join counted_event c using (issue_day, offer_id, action)
      left join waiting_event w using (issue_day, offer_id, action)
     order by e.number`,
  )
