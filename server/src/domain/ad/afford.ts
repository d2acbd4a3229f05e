import type { PricingModel } from '@voltline/contract'
import { type Micros, type MicrosNumber, micros, type Won } from '@voltline/kernel'
import { sql } from '../../platform/database/sql.ts'

/** The four amounts that every charge is taken from. */
export type Limit = 'ad' | 'campaign' | 'cash' | 'day'
const everyLimit: readonly Limit[] = ['ad', 'campaign', 'cash', 'day']

/** What remains of each. Negative if a limit was lowered below what is spent. */
export type Remaining<Amount extends Micros | MicrosNumber = Micros> = Readonly<Record<Limit, Amount>>

/** What remains once everything promised has been charged, by what each amount covers. */
export const lessPromised = (
  remaining: Remaining<MicrosNumber>,
  promised: Remaining<MicrosNumber>,
): Remaining<MicrosNumber> => ({
  ad: (remaining.ad - promised.ad) as MicrosNumber,
  campaign: (remaining.campaign - promised.campaign) as MicrosNumber,
  cash: (remaining.cash - promised.cash) as MicrosNumber,
  day: (remaining.day - promised.day) as MicrosNumber,
})

/** One of the four amounts allows a charge of this price. */
export const covers = <Amount extends Micros | MicrosNumber>(remaining: Amount, price: Amount): boolean =>
  remaining >= price

/**
 * The first limit, in the caller's order, that does not cover one more event at this price; undefined if all cover it.
 * Billing passes the event's price; delivery and the console pass the ad's least charge.
 */
export function exceededLimit<Amount extends Micros | MicrosNumber>(
  remaining: Remaining<Amount>,
  price: Amount,
  order: readonly Limit[] = everyLimit,
): Limit | undefined {
  return order.find((limit) => !covers(remaining[limit], price))
}

/** Can this ad afford one more event? The only statement of that rule. */
export const canAfford = <Amount extends Micros | MicrosNumber>(
  remaining: Remaining<Amount>,
  price: Amount,
): boolean => exceededLimit(remaining, price) === undefined

/** The least that an ad bids: MinCost, per 1,000 impressions for CPM. */
export interface LeastBid {
  billingType: PricingModel
  minCostWon: Won
}

/** Micros of one billable event per won of a bid: a CPM bid is for 1,000 impressions, and one impression is billed. */
export const microsPerWonBid = (billingType: PricingModel): number =>
  billingType === 'CPM' ? 1_000 : 1_000_000

/** One billable event at MinCost. */
export const leastCharge = (bid: LeastBid): Micros =>
  micros(BigInt(bid.minCostWon) * BigInt(microsPerWonBid(bid.billingType)))

/** `microsPerWonBid` in SQL, for a row of table ad named `a`. */
export const microsPerWonBidOfAd = sql`(case a.billing_type when 'CPM' then 1000 else 1000000 end)`

/** `leastCharge` in SQL, for a row of table ad named `a`. */
export const leastChargeOfAd = sql`(a.min_cost_won::bigint * ${microsPerWonBidOfAd})`

/**
 * The least amount of `Remaining` in SQL, for a row of ad named `a`, its campaign `c`, its current ad_day `d`, which may
 * be missing, and the advertiser's cash account `cash`.
 */
export const leastRemainingOfAd = sql`least(a.day_limit_micros - coalesce(d.spent_micros, 0),
                                            a.budget_limit_micros - a.spent_micros,
                                            c.budget_micros - c.spent_micros, cash.balance_micros)`

/** `canAfford` with the ad's least charge in SQL, for the same rows. */
export const canAffordLeastCharge = sql`(${leastRemainingOfAd} >= ${leastChargeOfAd})`
