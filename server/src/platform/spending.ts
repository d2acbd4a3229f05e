import type { PricingModel } from '@voltline/contract'
import { type Micros, micros, won } from '@voltline/kernel'

/** The least that an ad bids: MinCost in whole won, per 1,000 impressions for CPM. */
export interface LeastBid {
  billingType: PricingModel
  minCost: number
}

/** What remains of the four things that a charge is taken from. A lowered limit can leave less than nothing. */
export interface Remainders {
  day: Micros
  ad: Micros
  campaign: Micros
  cash: Micros
}

/** One billable event at MinCost. CPM is for 1,000 impressions, and one impression is what is billed. */
export const leastCharge = (bid: LeastBid): Micros =>
  bid.billingType === 'CPM' ? micros(BigInt(bid.minCost) * 1_000n) : won(bid.minCost)

/** The smallest of the four remainders. */
export function whatIsLeft(left: Remainders): Micros {
  let least = left.day
  for (const one of [left.ad, left.campaign, left.cash]) if (one < least) least = one
  return least
}

/** Used up means that what is left does not cover one billable event at MinCost. */
export const isUsedUp = (left: Micros, bid: LeastBid): boolean => left < leastCharge(bid)
