import type { Hold, PricingModel } from '@voltline/contract'
import {
  type AdId,
  type CampaignId,
  type CustomerId,
  type Instant,
  localTime,
  type Micros,
  micros,
  type Won,
  type Zone,
} from '@voltline/kernel'
import type { ReadSession, Row } from '../../platform/database/database.ts'
import { at, type Query, sql } from '../../platform/database/sql.ts'
import { exceededLimit, type LeastBid, type Limit, leastCharge, type Remaining } from './afford.ts'

/** An ad in progress with what its serving depends on. */
export interface LiveAd extends LeastBid {
  id: AdId
  name: string
  campaignId: CampaignId
  week: readonly number[]
  winning: boolean
  dayLimit: Micros
  left: Remaining
  updatedAt: Instant
}

/** Delivery ranks within seconds of a start; before that nobody has lost. */
const rankedAfterMs = 60_000

/** The most lasting first. */
const holdOrder: readonly Limit[] = ['cash', 'campaign', 'ad', 'day']
const holdOfLimit = { cash: 'CASH', campaign: 'BUDGET', ad: 'LIMIT', day: 'DAY' } as const

/** What keeps an ad in progress from being shown now; null when nothing does. */
export function holdOf(ad: LiveAd, now: Instant, zone: Zone): Hold | null {
  const limit = exceededLimit(ad.left, leastCharge(ad), holdOrder)
  if (limit) return holdOfLimit[limit]
  const { weekday, hour } = localTime(now, zone)
  if ((((ad.week[weekday] ?? 0) >> hour) & 1) === 0) return 'SCHEDULE'
  return ad.winning || now - ad.updatedAt < rankedAfterMs ? null : 'OUTBID'
}

const toLiveAd =
  (cash: Micros) =>
  (row: Row): LiveAd => ({
    id: row.ad_id as AdId,
    name: row.name as string,
    campaignId: row.campaign_id as CampaignId,
    billingType: row.billing_type as PricingModel,
    minCostWon: row.min_cost_won as Won,
    week: row.week as number[],
    winning: row.winning as boolean,
    dayLimit: micros(row.day_limit_micros as bigint),
    left: {
      day: micros(row.day_left_micros as bigint),
      ad: micros(row.ad_left_micros as bigint),
      campaign: micros(row.campaign_left_micros as bigint),
      cash,
    },
    updatedAt: row.updated_at as Instant,
  })

/** Beyond these the dashboard's warnings stop counting: nobody reads so many. */
const liveAdsMax = 10_000

/** The ads in progress, newest first; `among` may name the columns of an ad as `a`. */
export const liveAds = (
  session: ReadSession,
  owner: CustomerId,
  shared: { dayStartsAt: Instant; cash: Micros; among?: Query },
) =>
  session.many(
    toLiveAd(shared.cash),
    sql`
    select a.ad_id, a.name, a.campaign_id, a.billing_type, a.min_cost_won, a.week, a.winning, a.day_limit_micros,
           a.updated_at, a.day_limit_micros - coalesce(d.spent_micros, 0) as day_left_micros,
           a.budget_limit_micros - a.spent_micros as ad_left_micros,
           c.budget_micros - c.spent_micros as campaign_left_micros
      from ad a
      join campaign c using (campaign_id)
      left join ad_day d on d.ad_id = a.ad_id and d.day_starts_at = ${at(shared.dayStartsAt)}
     where a.customer_id = ${owner} and a.status = 'INPROGRESS' and ${shared.among ?? sql`true`}
     order by a.ad_id desc limit ${liveAdsMax}`,
  )
