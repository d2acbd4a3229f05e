import { limits, type PricingModel } from '@voltline/contract'

/** Below this many rivals a rival's bid could be read from the range. */
const rivalsMin = 3

export interface BidRange {
  MinCost: number
  MaxCost: number
}

/** The live bids of other advertisers, in whole won. */
export interface RivalBids {
  advertisers: number
  lowest: number
  highest: number
}

/** 1,234 becomes 1,200: enough to bid by, too little to read a rival's bid from. */
export function twoDigits(amount: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(amount)) - 1)
  return Math.round(amount / unit) * unit
}

export function suggestedRange(billingType: PricingModel, rivals: RivalBids): BidRange {
  const least = billingType === 'CPM' ? limits.bidMinCpm : limits.bidMin
  if (rivals.advertisers < rivalsMin) return { MinCost: least, MaxCost: least * 10 }
  const legal = (amount: number) => Math.min(limits.bidMax, Math.max(least, amount))
  return { MinCost: legal(twoDigits(rivals.lowest)), MaxCost: legal(twoDigits(rivals.highest)) }
}
