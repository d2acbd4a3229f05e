import type { AdStatus, AppInfo, PricingModel, Product, Refusal, startAd, stopAd } from '@voltline/contract'
import {
  type AdId,
  type CampaignId,
  type Instant,
  type Micros,
  ok,
  type Result,
  refuse,
  type Won,
  wholeWon,
} from '@voltline/kernel'
import { exceededLimit, type LeastBid, type Limit, leastCharge, type Remaining } from './afford.ts'
import type { Review } from './review/review.ts'

/** Where an ad is shown. */
export type AdPlatform = 'AOS' | 'IOS' | 'BOTH'

/** What the advertiser may change while the ad is stopped. */
export interface AdContent {
  comment: string
  platform: AdPlatform
  urls: { aos: string; ios: string }
  materials: string[]
  countries: string[]
  adult: boolean
  /** Hour masks, Sunday first. */
  week: number[]
  dayLimitMicros: Micros
  budgetLimitMicros: Micros
  minCostWon: Won
  maxCostWon: Won
  gmId: number
  audId: number
  videoSeconds: number
  appInfo: AppInfo | null
}

/** FIRST and WAITING both read "stopped" to the customer; FIRST has never run. */
export interface Ad extends AdContent {
  id: AdId
  campaignId: CampaignId
  product: Product
  billingType: PricingModel
  name: string
  status: AdStatus
  review: Review
  winning: boolean
  spentMicros: Micros
  registeredAt: Instant
  updatedAt: Instant
}

/** What decides whether an ad can start. */
export interface Startable extends LeastBid {
  status: AdStatus
  review: Pick<Review, 'state'>
  week: readonly number[]
}

export const hasHour = (week: readonly number[]): boolean => week.some((hours) => hours !== 0)

/** Whether the schedule includes an hour, both in the advertiser's zone. */
export const isHourOn = (week: readonly number[], at: { weekday: number; hour: number }): boolean =>
  ((week[at.weekday] ?? 0) & (1 << at.hour)) !== 0

/** Cash is last: the limits set by the advertiser come first. */
const startOrder: readonly Limit[] = ['campaign', 'ad', 'day', 'cash']
const startRefusals = {
  campaign: 'EXCEEDED_CAMPBUDGET',
  ad: 'EXCEEDED_PROLIMIT',
  day: 'EXCEEDED_DAYLIMIT',
  cash: 'CANNOT_START',
} as const satisfies Record<Limit, Refusal<typeof startAd>>

export function start(ad: Startable, remaining: Remaining): Result<'INPROGRESS', Refusal<typeof startAd>> {
  if (ad.status === 'INPROGRESS' || ad.status === 'COMPLETE') return refuse('CANNOT_START')
  if (ad.review.state === 'REJECTED') return refuse('CANNOT_START', 'the ad was rejected by an operator')
  if (!hasHour(ad.week)) return refuse('EXCEEDED_SCHEDULE')
  const limit = exceededLimit(remaining, leastCharge(ad), startOrder)
  return limit ? refuse(startRefusals[limit]) : ok('INPROGRESS')
}

export function stop(ad: { status: AdStatus }): Result<'WAITING', Refusal<typeof stopAd>> {
  return ad.status === 'INPROGRESS' ? ok('WAITING') : refuse('CANNOT_STOP')
}

/** An ad must be stopped before it is changed; a complete ad never changes. */
export function mayEdit(ad: { status: AdStatus }): Result<null, 'CANNOT_EDIT' | 'MUSTBE_STOPPED'> {
  if (ad.status === 'COMPLETE') return refuse('CANNOT_EDIT')
  if (ad.status === 'INPROGRESS') return refuse('MUSTBE_STOPPED')
  return ok(null)
}

/** Spend per billed event, per 1,000 for CPM, rounded to whole won; 0 without events. */
export function averageCostWon(ad: {
  spentMicros: Micros
  billedEvents: bigint
  billingType: PricingModel
}): Won {
  if (ad.billedEvents === 0n) return wholeWon(0)
  const over = ad.spentMicros * (ad.billingType === 'CPM' ? 1_000n : 1n)
  const under = ad.billedEvents * 1_000_000n
  return wholeWon(Number((over + under / 2n) / under))
}
