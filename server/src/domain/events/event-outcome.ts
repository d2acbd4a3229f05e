import { type ActionType, billedOn, type DemoEvent } from '@voltline/contract'
import { type Day, type Instant, type Micros, micros } from '@voltline/kernel'
import type { ReadSession } from '../../platform/database/database.ts'
import type { AdRow, EventRow } from '../../platform/database/rows.ts'
import { sql } from '../../platform/database/sql.ts'

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

/** The reported events of these offers, oldest first. */
export const readEventOutcomes = (
  session: ReadSession,
  offers: readonly { issueDay: Day; offerId: string }[],
): Promise<EventOutcome[]> =>
  session.many(
    toOutcome,
    sql<OutcomeRow>`
    select e.offer_id, e.action, e.received_at, a.billing_type, c.offer_id is not null as is_counted,
           w.offer_id is not null as is_waiting, (e.tx, e.seq) <= (p.tx, p.seq) as is_billed,
           h.price_micros, h.publisher_micros, h.user_micros
      from unnest(${offers.map((offer) => offer.issueDay)}::date[], ${offers.map((offer) => offer.offerId)}::uuid[])
             as wanted(issue_day, offer_id)
      join event e using (issue_day, offer_id)
      join ad a using (ad_id)
      left join billing_position p on true
      left join charge h using (issue_day, offer_id, action)
      left join counted_event c using (issue_day, offer_id, action)
      left join waiting_event w using (issue_day, offer_id, action)
     order by e.received_at, e.seq`,
  )
