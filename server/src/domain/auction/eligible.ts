import type { AdStatus, NoServeReason, PricingModel } from '@voltline/contract'
import type { Instant } from '@voltline/kernel'
import { type Bidder, makeStanding, rateOf, type Standing } from './standing.ts'

/** Where an advertiser's clock stands: schedules and day limits are in its own zone. */
export interface Moment {
  /** 0 is Sunday. */
  weekday: number
  hour: number
  dayStartsAt: Instant
}

/** What was spent in a spending day. */
export interface SpentDay {
  startsAt: Instant
  amount: number
}

/** What decides whether an ad serves at all, whoever asks. Amounts are micro-won in safe integers. */
export interface Candidate extends Bidder {
  readonly advertiser: Bidder['advertiser'] & { blocked: boolean; cash: number }
  readonly campaign: { left: number }
  status: AdStatus
  billingType: PricingModel
  /** Hour masks, Sunday first. */
  week: readonly number[]
  /** One billable event at MinCost and at MaxCost. */
  floor: number
  ceiling: number
  dayLimit: number
  adLimit: number
  spent: number
  /** The last few spending days in which something was spent. */
  spentDays: readonly SpentDay[]
  impressions: number
  billableEvents: number
}

const dayLeft = (ad: Candidate, moment: Moment): number =>
  ad.dayLimit - (ad.spentDays.find((one) => one.startsAt === moment.dayStartsAt)?.amount ?? 0)

/** In order; the first that does not hold is the reason. Each name is a column of the fill report. */
const checks = [
  ['stopped', (ad) => ad.status === 'INPROGRESS' || ad.status === 'COMPLETE'],
  ['complete', (ad) => ad.status !== 'COMPLETE'],
  ['advertiser_blocked', (ad) => !ad.advertiser.blocked],
  ['ad_limit', (ad) => ad.adLimit - ad.spent >= ad.floor],
  ['campaign_budget', (ad) => ad.campaign.left >= ad.floor],
  ['cash', (ad) => ad.advertiser.cash >= ad.floor],
  ['day_limit', (ad, moment) => dayLeft(ad, moment) >= ad.floor],
  ['hour_off', (ad, moment) => ((ad.week[moment.weekday] ?? 0) & (1 << moment.hour)) !== 0],
] as const satisfies readonly (readonly [NoServeReason, (ad: Candidate, moment: Moment) => boolean])[]

/** Why the ad serves nobody now; undefined when it does. */
export function whyNot(ad: Candidate, moment: Moment): NoServeReason | undefined {
  for (const [reason, holds] of checks) if (!holds(ad, moment)) return reason
  return undefined
}

/** What an ad that serves bids: MaxCost, or all that is left where that is less. */
export function standingOf<Ad extends Candidate>(ad: Ad, moment: Moment): Standing<Ad> {
  const left = Math.min(dayLeft(ad, moment), ad.adLimit - ad.spent, ad.campaign.left, ad.advertiser.cash)
  return makeStanding(ad, {
    bid: Math.min(ad.ceiling, left),
    floor: ad.floor,
    rate: rateOf(ad.billingType, ad),
  })
}
