import type { AdReview, AdReviewMode, AdStatus, NoServeReason, PricingModel } from '@voltline/contract'
import type { Instant, MicrosNumber } from '@voltline/kernel'
import { isHourOn } from '../ad/ad.ts'
import { canAfford, exceededLimit, type Limit, lessPromised, type Remaining } from '../ad/afford.ts'
import { mayServe } from '../ad/review/review.ts'
import type { SharedFund } from './promised/ad-promises.ts'
import { type Bidder, eventRate, type RankedAd, rankAd } from './ranked-ad.ts'

/** A moment in an advertiser's own zone, in which its schedules and day limits apply. */
export interface LocalMoment {
  /** 0 is Sunday. */
  weekday: number
  hour: number
  /** When the running spending day began. */
  dayStartsAt: Instant
}

/** What an ad spent in one spending day. */
export interface DaySpend {
  startsAt: Instant
  spentMicros: MicrosNumber
}

/** The terms of an ad that decide whether it serves at all, whatever the request. */
export interface ServingTerms {
  readonly status: AdStatus
  readonly review: AdReview
  readonly billingType: PricingModel
  /** Hour masks, Sunday first. */
  readonly week: readonly number[]
  /** One billable event at MinCost and at MaxCost. */
  readonly minPriceMicros: MicrosNumber
  readonly maxPriceMicros: MicrosNumber
  readonly dayLimitMicros: MicrosNumber
  readonly budgetLimitMicros: MicrosNumber
  readonly spentMicros: MicrosNumber
  readonly impressions: number
  readonly billableEvents: number
}

export interface Candidate extends Bidder {
  readonly advertiser: Bidder['advertiser'] & SharedFund & { blocked: boolean; cashMicros: MicrosNumber }
  readonly campaign: SharedFund & { remainingMicros: MicrosNumber }
  /** Beyond what is spent. */
  readonly promises: { promisedMicros: MicrosNumber; promisedTodayMicros: MicrosNumber }
  state: ServingTerms
  /** The latest spending days with any spend. */
  spentDays: readonly DaySpend[]
}

/** Without what is promised. */
function unspentOf(ad: Candidate, moment: LocalMoment): Remaining<MicrosNumber> {
  const { state } = ad
  const today = ad.spentDays.find((day) => day.startsAt === moment.dayStartsAt)
  return {
    ad: (state.budgetLimitMicros - state.spentMicros) as MicrosNumber,
    campaign: ad.campaign.remainingMicros,
    cash: ad.advertiser.cashMicros,
    day: (state.dayLimitMicros - (today?.spentMicros ?? 0)) as MicrosNumber,
  }
}

const remainingOf = (ad: Candidate, moment: LocalMoment): Remaining<MicrosNumber> =>
  lessPromised(unspentOf(ad, moment), {
    ad: ad.promises.promisedMicros,
    campaign: ad.campaign.promisedMicros,
    cash: ad.advertiser.promisedMicros,
    day: ad.promises.promisedTodayMicros,
  })

/** Whether the ad can afford one more event at this price, besides what is promised already: the reference. */
export const canAffordOffer = (ad: Candidate, moment: LocalMoment, priceMicros: MicrosNumber): boolean =>
  canAfford(remainingOf(ad, moment), priceMicros)

/**
 * The same without making objects, because every decision asks it: that takes a quarter of the time. A test keeps both
 * equal.
 */
export function coversOffer(ad: Candidate, moment: LocalMoment, priceMicros: MicrosNumber): boolean {
  const { state, promises, campaign, advertiser } = ad
  const unspent = state.budgetLimitMicros - state.spentMicros - promises.promisedMicros
  if (unspent < priceMicros) return false
  if (campaign.remainingMicros - campaign.promisedMicros < priceMicros) return false
  if (advertiser.cashMicros - advertiser.promisedMicros < priceMicros) return false
  const unspentToday = state.dayLimitMicros - promises.promisedTodayMicros
  // A day may be listed twice.
  for (const day of ad.spentDays) {
    if (day.startsAt === moment.dayStartsAt) return unspentToday - day.spentMicros >= priceMicros
  }
  return unspentToday >= priceMicros
}

const highestBid = (ad: Candidate, remaining: Remaining<MicrosNumber>): number =>
  Math.min(ad.state.maxPriceMicros, remaining.ad, remaining.campaign, remaining.cash, remaining.day)

/** Whether promises lower the ad's bid, or keep it from serving: it may bid more again when they are not kept. */
export function isHeldBack(ad: Candidate, moment: LocalMoment): boolean {
  const { campaign, advertiser, promises } = ad
  if (advertiser.promisedMicros === 0 && campaign.promisedMicros === 0 && promises.promisedMicros === 0) {
    return false
  }
  return highestBid(ad, unspentOf(ad, moment)) > highestBid(ad, remainingOf(ad, moment))
}

const limitOrder: readonly Limit[] = ['ad', 'campaign', 'cash', 'day']
const reasonOfLimit = {
  ad: 'ad_limit',
  campaign: 'campaign_budget',
  cash: 'cash',
  day: 'day_limit',
} as const satisfies Record<Limit, NoServeReason>

/** The first reason why the ad serves nobody now; undefined if it serves. Each reason is a column of the fill report. */
export function noServeReason(
  ad: Candidate,
  moment: LocalMoment,
  adReview: AdReviewMode,
): NoServeReason | undefined {
  const { status, review, minPriceMicros, week } = ad.state
  if (status === 'COMPLETE') return 'complete'
  if (status !== 'INPROGRESS') return 'stopped'
  if (ad.advertiser.blocked) return 'advertiser_blocked'
  if (!mayServe(review, adReview)) return 'review'
  const limit = exceededLimit(remainingOf(ad, moment), minPriceMicros, limitOrder)
  if (limit) return reasonOfLimit[limit]
  return isHourOn(week, moment) ? undefined : 'hour_off'
}

/** Ranks an ad that serves. It bids MaxCost, or whatever remains of its tightest limit. */
export function rankCandidate<Ad extends Candidate>(ad: Ad, moment: LocalMoment): RankedAd<Ad> {
  const { state } = ad
  return rankAd(ad, {
    bidMicros: highestBid(ad, remainingOf(ad, moment)) as MicrosNumber,
    minPriceMicros: state.minPriceMicros,
    rate: eventRate(state.billingType, state),
  })
}
