import type { PricingModel } from '@voltline/contract'
import { type Micros, micros } from '@voltline/kernel'
import { sql } from './database/sql.ts'

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

/** Micros of one billable event for a won of a bid: CPM is for 1,000 impressions, and one impression is what is billed. */
export const microsPerWonBid = (billingType: PricingModel): number =>
  billingType === 'CPM' ? 1_000 : 1_000_000

/** One billable event at MinCost. */
export const leastCharge = (bid: LeastBid): Micros =>
  micros(BigInt(bid.minCost) * BigInt(microsPerWonBid(bid.billingType)))

/** The same in a statement, for the ad that it calls `a`. */
export const leastChargeOfAd = sql`(a.min_cost_won::bigint * case a.billing_type when 'CPM' then 1000 else 1000000 end)`

/** Used up means that what is left does not cover one billable event at MinCost. */
export const isUsedUp = (left: Micros, bid: LeastBid): boolean => left < leastCharge(bid)
