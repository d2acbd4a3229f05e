import type { DemoBid, DemoDecision, DemoEvent } from '@voltline/contract'

type Terms = NonNullable<DemoBid['terms']>
export type Charge = NonNullable<DemoEvent['charge']>

/** The digits of an amount below its second decimal, without the zeros at their end: 12,003,217 has `3217`. */
export const restOf = (micros: number): string =>
  String(Math.abs(micros) % 10_000)
    .padStart(4, '0')
    .replace(/0+$/, '')

/** Expected KRW per 1,000 impressions. */
export const rankOf = ({ bidMicros, rateOver, rateUnder }: Terms): number =>
  (bidMicros * rateOver) / rateUnder / 1_000

const noCharge: Charge = { priceMicros: 0, publisherMicros: 0, networkMicros: 0, userMicros: 0 }

const plus = (sum: Charge, one: Charge): Charge => ({
  priceMicros: sum.priceMicros + one.priceMicros,
  publisherMicros: sum.publisherMicros + one.publisherMicros,
  networkMicros: sum.networkMicros + one.networkMicros,
  userMicros: sum.userMicros + one.userMicros,
})

/** What was charged for the events of one or more decisions. */
export const chargedOf = (decisions: readonly DemoDecision[]): Charge =>
  decisions
    .flatMap((one) => one.events)
    .map((event) => event.charge ?? noCharge)
    .reduce(plus, noCharge)

const unsettled = new Set<DemoEvent['state']>(['BILLING', 'WAITING'])
export const isBilling = (decisions: readonly DemoDecision[]): boolean =>
  decisions.some((one) => one.events.some((event) => unsettled.has(event.state)))

export type PriceReason = 'second' | 'heldAtFloor' | 'alone'

/** Why the winner pays what it pays. */
export function priceReason(bids: readonly DemoBid[], priceMicros: number): PriceReason {
  const winner = bids.find((bid) => bid.outcome === 'won')?.terms
  if (!bids.some((bid) => bid.outcome === 'second')) return 'alone'
  return winner && priceMicros === winner.floorMicros ? 'heldAtFloor' : 'second'
}
