import type { Hold, PricingModel } from '@voltline/contract'
import {
  type AdId,
  type CampaignId,
  type CustomerId,
  type Instant,
  localTime,
  type Micros,
  micros,
  type Zone,
} from '@voltline/kernel'
import type { Row, ReadSession } from '../platform/database/database.ts'
import { at, type Query, sql } from '../platform/database/sql.ts'
import { isUsedUp, type Remainders } from '../platform/spending.ts'

/** An ad in progress with what its serving depends on. */
export interface LiveAd {
  id: AdId
  name: string
  campaignId: CampaignId
  billingType: PricingModel
  minCost: number
  week: readonly number[]
  winning: boolean
  dayLimit: Micros
  left: Remainders
  updatedAt: Instant
}

/** Delivery ranks within seconds of a start; before that nobody has lost. */
const rankedAfterMs = 60_000

/** What keeps an ad in progress from being shown now, the most lasting first; null when nothing does. */
export function holdOf(ad: LiveAd, now: Instant, zone: Zone): Hold | null {
  if (isUsedUp(ad.left.cash, ad)) return 'CASH'
  if (isUsedUp(ad.left.campaign, ad)) return 'BUDGET'
  if (isUsedUp(ad.left.ad, ad)) return 'LIMIT'
  if (isUsedUp(ad.left.day, ad)) return 'DAY'
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
    minCost: row.min_cost_won as number,
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
