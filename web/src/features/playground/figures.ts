import type { DemoBid, DemoDecision, DemoEvent } from '@voltline/contract'

type Terms = NonNullable<DemoBid['terms']>
export type Charge = NonNullable<DemoEvent['charge']>

/** The digits of an amount below its second decimal, without trailing zeros: `3217` for 12,003,217 micros. */
export const restOf = (micros: number): string =>
  String(Math.abs(micros) % 10_000)
    .padStart(4, '0')
    .replace(/0+$/, '')

/** Expected KRW per 1,000 impressions. */
export const rankOf = ({ bidMicros, rateOver, rateUnder }: Terms): number =>
  (bidMicros * rateOver) / rateUnder / 1_000

const noCharge: Charge = { priceMicros: 0, publisherMicros: 0, networkMicros: 0, userMicros: 0 }

const plus = (sum: Charge, charge: Charge): Charge => ({
  priceMicros: sum.priceMicros + charge.priceMicros,
  publisherMicros: sum.publisherMicros + charge.publisherMicros,
  networkMicros: sum.networkMicros + charge.networkMicros,
  userMicros: sum.userMicros + charge.userMicros,
})

/** The sum of the charges of all events. */
export const chargedOf = (decisions: readonly DemoDecision[]): Charge =>
  decisions
    .flatMap(({ events }) => events)
    .map((event) => event.charge ?? noCharge)
    .reduce(plus, noCharge)

const unsettled = new Set<DemoEvent['state']>(['BILLING', 'WAITING'])
export const isBilling = (decisions: readonly DemoDecision[]): boolean =>
  decisions.some(({ events }) => events.some((event) => unsettled.has(event.state)))

export type PriceReason = 'second' | 'heldAtFloor' | 'alone'

/** Why the winner pays this price. */
export function priceReason(bids: readonly DemoBid[], priceMicros: number): PriceReason {
  const winner = bids.find((bid) => bid.outcome === 'won')?.terms
  if (!bids.some((bid) => bid.outcome === 'second')) return 'alone'
  return winner && priceMicros === winner.floorMicros ? 'heldAtFloor' : 'second'
}
