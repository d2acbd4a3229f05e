import { limits, type PricingModel } from '@voltline/contract'
import { type Won, wholeWon } from '@voltline/kernel'

/** With fewer rivals, a rival's bid could be read from the range. */
const rivalsMin = 3

export interface BidRange {
  minCostWon: Won
  maxCostWon: Won
}

/** The live bids of other advertisers. */
export interface RivalBids {
  advertisers: number
  lowestWon: Won
  highestWon: Won
}

/** 1,234 becomes 1,200: precise enough to bid, too coarse to read a rival's bid. */
export function twoDigits(amount: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(amount)) - 1)
  return Math.round(amount / unit) * unit
}

export function suggestedRange(billingType: PricingModel, rivals: RivalBids): BidRange {
  const least = billingType === 'CPM' ? limits.bidMinCpm : limits.bidMin
  if (rivals.advertisers < rivalsMin) return { minCostWon: wholeWon(least), maxCostWon: wholeWon(least * 10) }
  const allowed = (amount: Won) => wholeWon(Math.min(limits.bidMax, Math.max(least, twoDigits(amount))))
  return { minCostWon: allowed(rivals.lowestWon), maxCostWon: allowed(rivals.highestWon) }
}
