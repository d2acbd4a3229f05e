import type { AdStatus, PricingModel, Product } from '@voltline/contract'
import type { AdId, CampaignId, CustomerId, Instant } from '@voltline/kernel'
import type { ReadSession, Tx } from '../../platform/database/database.ts'
import type { AdRow, CampaignRow } from '../../platform/database/rows.ts'
import { at, type Query, sql } from '../../platform/database/sql.ts'
import type { Ad, AdContent } from './ad.ts'
import type { Review } from './review/review.ts'

/** Without the owner, who is part of each query, and the event counts, which reports read. */
export type AdColumns = Omit<
  AdRow,
  'customer_id' | 'impressions' | 'clicks' | 'billable_events' | 'billed_events'
>

export const adColumns = sql`a.ad_id, a.campaign_id, a.product, a.billing_type, a.name, a.comment, a.camp_type, a.url_ios,
                      a.url_aos, a.materials, a.countries, a.adult, a.week, a.day_limit_micros,
                      a.budget_limit_micros, a.min_cost_won, a.max_cost_won, a.gm_id, a.aud_id, a.video_length,
                      a.app_info, a.status, a.review, a.review_reason, a.reviewed_at, a.winning, a.spent_micros,
                      a.registered_at, a.updated_at`

export const toReview = (row: Pick<AdRow, 'review' | 'review_reason' | 'reviewed_at'>): Review => ({
  state: row.review,
  reason: row.review_reason,
  changedAt: row.reviewed_at ?? undefined,
})

export const toAd = (row: AdColumns): Ad => ({
  id: row.ad_id,
  campaignId: row.campaign_id,
  product: row.product,
  billingType: row.billing_type,
  name: row.name,
  comment: row.comment,
  platform: row.camp_type,
  urls: { aos: row.url_aos, ios: row.url_ios },
  materials: row.materials,
  countries: row.countries,
  adult: row.adult,
  week: row.week,
  dayLimitMicros: row.day_limit_micros,
  budgetLimitMicros: row.budget_limit_micros,
  minCostWon: row.min_cost_won,
  maxCostWon: row.max_cost_won,
  gmId: row.gm_id,
  audId: row.aud_id,
  videoSeconds: row.video_length,
  appInfo: row.app_info,
  status: row.status,
  review: toReview(row),
  winning: row.winning,
  spentMicros: row.spent_micros,
  registeredAt: row.registered_at,
  updatedAt: row.updated_at,
})

/** Filtered by owner: another advertiser's ad does not exist for this query. */
export const findAd = (session: ReadSession, owner: CustomerId, id: number) =>
  session.maybeOne(
    (row) => ({ ad: toAd(row), campaignName: row.campaign_name }),
    sql<AdColumns & { campaign_name: CampaignRow['name'] }>`
    select ${adColumns}, c.name as campaign_name
      from ad a join campaign c using (campaign_id)
     where a.ad_id = ${id} and a.customer_id = ${owner}`,
  )

/** Locked until the transaction ends: every change of an ad's status waits here. */
export const lockAd = (tx: Tx, owner: CustomerId, id: number): Promise<Ad | undefined> =>
  tx.maybeOne(
    toAd,
    sql<AdColumns>`
    select ${adColumns} from ad a where a.ad_id = ${id} and a.customer_id = ${owner} for no key update`,
  )

/** The first start puts an ad into the queue of reviews. Part of every update that may start one. */
export const enteringReview = (status: AdStatus, now: Instant): Query =>
  status === 'INPROGRESS'
    ? sql`, review = case when review = '' then 'WAITING' else review end, reviewed_at = coalesce(reviewed_at, ${at(now)})`
    : sql``

/** `ad.status` is the expected status, which cannot differ under the ad's lock. */
export const saveStatus = (tx: Tx, ad: Pick<Ad, 'id' | 'status'>, status: AdStatus, now: Instant) =>
  tx.run(sql`
    update ad set status = ${status}, updated_at = ${at(now)}${enteringReview(status, now)}
     where ad_id = ${ad.id} and status = ${ad.status}`)

export interface NewAd extends AdContent {
  campaignId: CampaignId
  product: Product
  billingType: PricingModel
  name: string
}

const appInfoText = (ad: AdContent) => (ad.appInfo === null ? null : JSON.stringify(ad.appInfo))

export const insertAd = (tx: Tx, owner: CustomerId, ad: NewAd, now: Instant): Promise<AdId> =>
  tx.one(
    (row) => row.ad_id,
    sql<Pick<AdRow, 'ad_id'>>`
    insert into ad (campaign_id, customer_id, product, billing_type, name, comment, camp_type, url_ios, url_aos,
                    materials, countries, adult, week, day_limit_micros, budget_limit_micros, min_cost_won,
                    max_cost_won, gm_id, aud_id, video_length, app_info, registered_at, updated_at)
    values (${ad.campaignId}, ${owner}, ${ad.product}, ${ad.billingType}, ${ad.name}, ${ad.comment},
            ${ad.platform}, ${ad.urls.ios}, ${ad.urls.aos}, ${ad.materials}, ${ad.countries}, ${ad.adult},
            ${ad.week}, ${ad.dayLimitMicros}, ${ad.budgetLimitMicros}, ${ad.minCostWon}, ${ad.maxCostWon},
            ${ad.gmId}, ${ad.audId}, ${ad.videoSeconds}, ${appInfoText(ad)}, ${at(now)}, ${at(now)})
    returning ad_id`,
  )

export const saveContent = (
  tx: Tx,
  ad: Pick<Ad, 'id' | 'status'>,
  content: AdContent & { review: Review },
  now: Instant,
) =>
  tx.run(sql`
    update ad
       set comment = ${content.comment}, camp_type = ${content.platform}, url_ios = ${content.urls.ios},
           url_aos = ${content.urls.aos}, materials = ${content.materials}, countries = ${content.countries},
           adult = ${content.adult}, week = ${content.week}, day_limit_micros = ${content.dayLimitMicros},
           budget_limit_micros = ${content.budgetLimitMicros}, min_cost_won = ${content.minCostWon},
           max_cost_won = ${content.maxCostWon}, gm_id = ${content.gmId}, aud_id = ${content.audId},
           video_length = ${content.videoSeconds}, app_info = ${appInfoText(content)}, updated_at = ${at(now)},
           review = ${content.review.state}, review_reason = ${content.review.reason},
           reviewed_at = ${content.review.changedAt === undefined ? null : at(content.review.changedAt)}
     where ad_id = ${ad.id} and status = ${ad.status}`)
