import { z } from 'zod'
import { AdDetail, statusFilters } from '../ad.ts'
import { call } from '../common/call.ts'
import { adReviews, adStatuses, billingTypes, products } from '../common/enums.ts'
import {
  Count,
  Id,
  Money,
  nothing,
  PageNo,
  QueryOneOf,
  QueryText,
  RequiredQueryId,
  RequiredText,
  Time,
} from '../common/fields.ts'

/** The reviews of ads that were started. */
export const reviewFilters = ['WAITING', 'APPROVED', 'REJECTED'] as const

/** Mailed to the advertiser; may have several lines. */
const ReviewReason = RequiredText(1_000)

export const adminListAds = call('GET', 'admin/ad/', {
  who: 'OPERATOR',
  about:
    'Ads of every advertiser, by the name of the ad or the company, 10 per page. With review, those whose review changed last come first; otherwise the newest ads. WAITING includes ads with open reports.',
  input: z.object({
    status: QueryOneOf(statusFilters),
    review: QueryOneOf(reviewFilters),
    name: QueryText,
    pageNo: PageNo,
  }),
  output: z.object({
    ads: z.array(
      z.object({
        ProID: Id,
        ProName: z.string(),
        CustID: Id,
        Company: z.string(),
        Product: z.enum(products),
        BillingType: z.enum(billingTypes),
        Status: z.enum(adStatuses),
        Review: z.enum(adReviews),
        /** Of a rejection; empty otherwise. */
        Reason: z.string(),
        /** When Review last changed. */
        ReviewTime: Time.nullable(),
        /** Open reports by people who saw it. */
        Reports: Count,
      }),
    ),
    rowCount: Count,
  }),
  refuses: [],
})

export const adminGetAd = call('GET', 'admin/ad/get', {
  who: 'OPERATOR',
  about: 'One ad as its advertiser sees it, and what is known of the advertiser; null if it is missing.',
  input: z.object({ proID: RequiredQueryId }),
  output: z.object({
    ad: AdDetail.extend({ ReviewTime: Time.nullable() }).nullable(),
    /** What people who saw the ad reported since its last review, newest first. */
    reports: z.array(z.object({ Time, Reason: z.string(), AppName: z.string() })),
    advertiser: z
      .object({
        CustID: Id,
        Company: z.string(),
        Email: z.string(),
        RegistTime: Time,
        BlockedTime: Time.nullable(),
        Cash: Money,
        /** Over the life of all ads. */
        Spent: Money,
        Ads: Count,
        Approved: Count,
        Rejected: Count,
        /** The latest rejections of other ads. */
        Rejections: z.array(
          z.object({ ProID: Id, ProName: z.string(), Reason: z.string(), ReviewTime: Time }),
        ),
      })
      .nullable(),
  }),
  refuses: [],
})

export const reviewAd = call('POST', 'admin/ad/review', {
  who: 'ADMINISTRATORS',
  about:
    'Approves or rejects an ad that was started. A rejection needs a reason, stops the ad and is mailed to the advertiser.',
  input: z.object({
    proID: Id,
    approve: z.boolean(),
    reason: z.union([z.literal(''), ReviewReason]).default(''),
    /** ReviewTime of the ad that was looked at: refused if it has changed since. */
    reviewTime: z.string().max(64).optional(),
  }),
  output: nothing,
  refuses: ['NO_PERMISSION', 'UNKNOWN'],
})

export const adminStopAd = call('POST', 'admin/ad/stop', {
  who: 'ADMINISTRATORS',
  about: 'Stops an ad in progress and mails the reason. Its advertiser may start it again.',
  input: z.object({ proID: Id, reason: ReviewReason }),
  output: nothing,
  refuses: ['NO_PERMISSION', 'UNKNOWN', 'CANNOT_STOP'],
})

export const adReviewCalls = [adminListAds, adminGetAd, reviewAd, adminStopAd] as const
