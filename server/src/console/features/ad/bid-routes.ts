import { bidCost } from '@voltline/contract'
import { minute, ok, refuse } from '@voltline/kernel'
import { suggestedRange } from '../../../domain/ad/bids/bid-cost.ts'
import { rivalBids } from '../../../domain/ad/bids/store.ts'
import { RateLimiter } from '../../../platform/rate-limit/rate-limiter.ts'
import type { FeatureServices } from '../../feature.ts'

/** A screen refreshes every 5 seconds; this allows for three open screens. */
const rate = { count: 40, windowMs: minute }

export function registerBidCost({ handle, db, clock, settings }: FeatureServices): void {
  const limiter = new RateLimiter()

  handle(bidCost, async ({ input, session }) => {
    const now = clock.now()
    if (settings.rateLimits && !limiter.take(String(session.customerId), rate, now)) {
      return refuse('TRYAGAIN_LATER')
    }
    const rivals = await db.read((reader) => rivalBids(reader, session.customerId, input, now))
    const range = suggestedRange(input.billingType, rivals)
    return ok({ value: { MinCost: range.minCostWon, MaxCost: range.maxCostWon } })
  })
}
