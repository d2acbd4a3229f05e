import { type ActionType, billedOn, type DemoEvent } from '@voltline/contract'
import { type Day, type Instant, type Micros, noMoney } from '@voltline/kernel'
import type { ReadSession } from '../../platform/database/database.ts'
import type { AdRow, EventRow } from '../../platform/database/rows.ts'
import { sql } from '../../platform/database/sql.ts'

/** The shares of one charge, from its ledger entries; they add up to the price. */
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
  charged_micros: Micros | null
  is_waiting: boolean
  is_billed: boolean | null
  price_micros: Micros | null
  publisher_micros: Micros | null
  network_micros: Micros | null
  user_micros: Micros | null
}

function stateOf(row: OutcomeRow): DemoEvent['state'] {
  const { charged_micros: charged } = row
  if (charged === null) return row.is_waiting ? 'WAITING' : row.is_billed ? 'INVALID' : 'BILLING'
  if (charged > 0n) return 'CHARGED'
  return billedOn[row.billing_type] === row.action ? 'UNPAID' : 'COUNTED'
}

const orNothing = (amount: Micros | null): Micros => amount ?? noMoney

function toOutcome(row: OutcomeRow): EventOutcome {
  const state = stateOf(row)
  const charge = {
    priceMicros: orNothing(row.price_micros),
    publisherMicros: orNothing(row.publisher_micros),
    networkMicros: orNothing(row.network_micros),
    userMicros: orNothing(row.user_micros),
  }
  return {
    offerId: row.offer_id,
    action: row.action,
    receivedAt: row.received_at,
    state,
    charge: state === 'CHARGED' ? charge : undefined,
  }
}

/** The reported events of these offers, oldest first. */
export const readEventOutcomes = (
  session: ReadSession,
  offers: readonly { issueDay: Day; offerId: string }[],
): Promise<EventOutcome[]> =>
  session.many(
    toOutcome,
    sql<OutcomeRow>`
    select e.offer_id, e.action, e.received_at, a.billing_type, c.charged_micros,
           w.offer_id is not null as is_waiting, (e.tx, e.seq) <= (p.tx, p.seq) as is_billed,
           shares.price_micros, shares.publisher_micros, shares.network_micros, shares.user_micros
      from unnest(${offers.map((offer) => offer.issueDay)}::date[], ${offers.map((offer) => offer.offerId)}::uuid[])
             as wanted(issue_day, offer_id)
      join event e using (issue_day, offer_id)
      join ad a using (ad_id)
      left join billing_position p on true
      left join counted_event c using (issue_day, offer_id, action)
      left join waiting_event w using (issue_day, offer_id, action)
      left join lateral (
        select -sum(n.amount_micros) filter (where l.kind = 'CASH') as price_micros,
               sum(n.amount_micros) filter (where l.kind = 'REVENUE') as publisher_micros,
               sum(n.amount_micros) filter (where l.kind = 'NETWORK') as network_micros,
               sum(n.amount_micros) filter (where l.kind = 'VOLTS') as user_micros
          from ledger_transfer t join ledger_entry n using (transfer_id) join ledger_account l using (account_id)
         where t.key = concat_ws(' ', e.issue_day, e.offer_id, e.action)) as shares on true
     order by e.received_at, e.seq`,
  )
