import type { AdReviewMode, Hold } from '@voltline/contract'
import { type AdId, type CustomerId, type Instant, localTime, type Zone } from '@voltline/kernel'
import type { ReadSession } from '../../platform/database/database.ts'
import { isHourOn } from './ad.ts'
import { exceededLimit, type Limit, leastCharge } from './afford.ts'
import { type FundedAd, fundedAds, fundsOf } from './remaining.ts'
import { mayServe } from './review/review.ts'

/** Delivery ranks ads within seconds of a start; before that an ad cannot have been outbid. */
const rankedAfterMs = 60_000

/** The most lasting first. */
const holdOrder: readonly Limit[] = ['cash', 'campaign', 'ad', 'day']
const holdOfLimit = { cash: 'CASH', campaign: 'BUDGET', ad: 'LIMIT', day: 'DAY' } as const

export interface HoldTerms {
  zone: Zone
  adReview: AdReviewMode
}

/** Why an ad in progress is not shown now; null if it is shown. */
export function holdOf(ad: FundedAd, now: Instant, { zone, adReview }: HoldTerms): Hold | null {
  if (!mayServe(ad.review.state, adReview)) return 'REVIEW'
  const limit = exceededLimit(ad.remaining, leastCharge(ad), holdOrder)
  if (limit) return holdOfLimit[limit]
  if (!isHourOn(ad.week, localTime(now, zone))) return 'SCHEDULE'
  return ad.winning || now - ad.updatedAt < rankedAfterMs ? null : 'OUTBID'
}

export interface AdHold {
  why: Hold
  /** When the ad is shown again, if that is known. */
  until: Instant | undefined
}

/** Why these ads in progress are not shown now, by ad. */
export async function holdsOf(
  session: ReadSession,
  ids: readonly AdId[],
  advertiser: HoldTerms & { customerId: CustomerId },
  now: Instant,
): Promise<Map<AdId, AdHold>> {
  const holds = new Map<AdId, AdHold>()
  if (ids.length === 0) return holds
  const funds = await fundsOf(session, advertiser.customerId, now)
  for (const ad of await fundedAds(session, funds, ids)) {
    const why = holdOf(ad, now, advertiser)
    if (why) holds.set(ad.id, { why, until: why === 'DAY' ? funds.day.endsAt : undefined })
  }
  return holds
}
