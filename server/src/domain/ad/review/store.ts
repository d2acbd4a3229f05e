import type { statusFilters } from '@voltline/contract'
import type { AdId, CustomerId, Instant, Micros, Zone } from '@voltline/kernel'
import type { ReadSession, Tx } from '../../../platform/database/database.ts'
import { pageOf } from '../../../platform/database/page-of.ts'
import type { AdRow, CampaignRow, CustomerRow } from '../../../platform/database/rows.ts'
import { at, contains, type Query, sql } from '../../../platform/database/sql.ts'
import type { Ad } from '../ad.ts'
import { type AdColumns, adColumns, toAd, toReview } from '../store.ts'
import type { Review } from './review.ts'
import { hasOpenReport } from './user-reports.ts'

/** An ad in the operators' list. */
export interface ReviewedAd
  extends Pick<Ad, 'id' | 'name' | 'product' | 'billingType' | 'status' | 'review'> {
  customerId: CustomerId
  company: string
}

type ReviewedRow = Pick<
  AdRow,
  | 'ad_id'
  | 'name'
  | 'product'
  | 'billing_type'
  | 'status'
  | 'review'
  | 'review_reason'
  | 'reviewed_at'
  | 'customer_id'
> &
  Pick<CustomerRow, 'company'>

const toReviewedAd = (row: ReviewedRow): ReviewedAd => ({
  id: row.ad_id,
  name: row.name,
  product: row.product,
  billingType: row.billing_type,
  status: row.status,
  review: toReview(row),
  customerId: row.customer_id,
  company: row.company,
})

export interface ReviewSearch {
  status?: (typeof statusFilters)[number] | undefined
  /** WAITING also finds ads that people reported. */
  review?: AdRow['review'] | undefined
  /** False without reviews: then only reports make an ad wait. */
  isReviewed?: boolean
  /** In the name of the ad or the company. */
  name?: string | undefined
}

function matching({ status, review, name, isReviewed = true }: ReviewSearch): Query {
  const ofStatus =
    status === undefined
      ? sql`true`
      : status === 'STOPPED'
        ? sql`a.status in ('FIRST', 'WAITING')`
        : sql`a.status = ${status}`
  const ofReview =
    review === undefined
      ? sql`true`
      : review === 'WAITING'
        ? sql`(${isReviewed ? sql`a.review = 'WAITING'` : sql`false`} or ${hasOpenReport})`
        : sql`a.review = ${review}`
  const named = name ? sql`(a.name ilike ${contains(name)} or c.company ilike ${contains(name)})` : sql`true`
  return sql`${ofStatus} and ${ofReview} and ${named}`
}

/** By the time of the review if one is searched for, otherwise by age; the newest first. */
export const pageOfReviewedAds = (session: ReadSession, search: ReviewSearch, pageNo: number) =>
  session.many(
    toReviewedAd,
    sql<ReviewedRow>`
    select a.ad_id, a.name, a.product, a.billing_type, a.status, a.review, a.review_reason, a.reviewed_at,
           a.customer_id, c.company
      from ad a join customer c using (customer_id)
     where ${matching(search)}
     order by ${search.review === undefined ? sql`` : sql`a.reviewed_at desc,`} a.ad_id desc ${pageOf(pageNo)}`,
  )

export const countReviewedAds = (session: ReadSession, search: ReviewSearch): Promise<number> =>
  session.one(
    (row) => Number(row.count),
    sql<{ count: bigint }>`
    select count(*) from ad a join customer c using (customer_id) where ${matching(search)}`,
  )

/** Of any advertiser: only for operators. */
export const findAnyAd = (session: ReadSession, id: number) =>
  session.maybeOne(
    (row) => ({ ad: toAd(row), customerId: row.customer_id, campaignName: row.campaign_name }),
    sql<AdColumns & Pick<AdRow, 'customer_id'> & { campaign_name: CampaignRow['name'] }>`
    select ${adColumns}, a.customer_id, c.name as campaign_name
      from ad a join campaign c using (campaign_id) where a.ad_id = ${id}`,
  )

/** The advertiser of an ad, as far as a mail about the ad needs it. */
export interface Recipient {
  email: string
  zone: Zone
}

/** Locked like every change of an ad's status, with the recipient of a mail about it. */
export const lockAnyAd = (tx: Tx, id: number): Promise<{ ad: Ad; recipient: Recipient } | undefined> =>
  tx.maybeOne(
    (row) => ({ ad: toAd(row), recipient: { email: row.email, zone: row.timezone } }),
    sql<AdColumns & Pick<CustomerRow, 'email' | 'timezone'>>`
    select ${adColumns}, c.email, c.timezone from ad a join customer c using (customer_id)
     where a.ad_id = ${id} for no key update of a`,
  )

export const saveReview = (
  tx: Tx,
  ad: Pick<Ad, 'id' | 'status'>,
  { review, status }: { review: Review; status: Ad['status'] },
  now: Instant,
) =>
  tx.run(sql`
    update ad set review = ${review.state}, review_reason = ${review.reason}, reviewed_at = ${at(now)},
                  status = ${status}, updated_at = ${status === ad.status ? sql`updated_at` : sql`${at(now)}`}
     where ad_id = ${ad.id} and status = ${ad.status}`)

export interface AdvertiserHistory {
  ads: number
  approved: number
  rejected: number
  spentMicros: Micros
}

export const historyOf = (session: ReadSession, owner: CustomerId): Promise<AdvertiserHistory> =>
  session.one(
    (row) => ({
      ads: Number(row.ads),
      approved: Number(row.approved),
      rejected: Number(row.rejected),
      spentMicros: row.spent_micros,
    }),
    sql<{ ads: bigint; approved: bigint; rejected: bigint; spent_micros: Micros }>`
    select count(*) as ads, count(*) filter (where review = 'APPROVED') as approved,
           count(*) filter (where review = 'REJECTED') as rejected,
           coalesce(sum(spent_micros), 0)::bigint as spent_micros
      from ad where customer_id = ${owner}`,
  )

export interface Rejection {
  id: AdId
  name: string
  reason: string
  at: Instant
}

type RejectionRow = Pick<AdRow, 'ad_id' | 'name' | 'review_reason'> & { reviewed_at: Instant }

const rejectionsMax = 3

/** The latest rejections of an advertiser's other ads. */
export const rejectionsOf = (session: ReadSession, owner: CustomerId, except: AdId): Promise<Rejection[]> =>
  session.many(
    (row) => ({ id: row.ad_id, name: row.name, reason: row.review_reason, at: row.reviewed_at }),
    sql<RejectionRow>`
    select ad_id, name, review_reason, reviewed_at from ad
     where customer_id = ${owner} and review = 'REJECTED' and ad_id <> ${except}
     order by reviewed_at desc limit ${rejectionsMax}`,
  )
