import type { PricingModel } from '@voltline/contract'
import { type Micros, micros, won } from '@voltline/kernel'

/** What an ad bids with. MinCost and MaxCost are whole won, per 1,000 impressions for CPM. */
export interface Bid {
  billingType: PricingModel
  minCost: number
  maxCost: number
}

/** What remains of the four things that a charge is taken from. A lowered limit can leave less than nothing. */
export interface Remainders {
  day: Micros
  ad: Micros
  campaign: Micros
  cash: Micros
}

/** CPM costs are for 1,000 impressions and one impression is what is billed. */
const perEvent = (cost: number, billingType: PricingModel): Micros =>
  billingType === 'CPM' ? micros(BigInt(cost) * 1_000n) : won(cost)

/** One billable event at MinCost. */
export const leastCharge = (bid: Pick<Bid, 'billingType' | 'minCost'>): Micros =>
  perEvent(bid.minCost, bid.billingType)

/** One billable event at MaxCost. */
export const mostCharge = (bid: Pick<Bid, 'billingType' | 'maxCost'>): Micros =>
  perEvent(bid.maxCost, bid.billingType)

/** The smallest of the four remainders. */
export function whatIsLeft(left: Remainders): Micros {
  let least = left.day
  for (const one of [left.ad, left.campaign, left.cash]) if (one < least) least = one
  return least
}

/** Used up means that what is left does not cover one billable event at MinCost. */
export const isUsedUp = (left: Micros, bid: Pick<Bid, 'billingType' | 'minCost'>): boolean =>
  left < leastCharge(bid)
