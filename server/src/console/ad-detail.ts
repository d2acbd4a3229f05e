import type { AdReviewMode } from '@voltline/contract'
import type { Ad } from '../domain/ad/ad.ts'
import { shownReview } from '../domain/ad/review/review.ts'

export const isWinning = (ad: Pick<Ad, 'winning' | 'status'>) =>
  ad.winning && ad.status === 'INPROGRESS' ? (1 as const) : (0 as const)

const toDays = ([sun = 0, mon = 0, tue = 0, wed = 0, thu = 0, fri = 0, sat = 0]: readonly number[]) => ({
  Sunday: sun,
  Monday: mon,
  Tuesday: tue,
  Wednesday: wed,
  Thursday: thu,
  Friday: fri,
  Saturday: sat,
})

/** An ad as its advertiser and operators see it; times and today's spend depend on who looks. */
export const toAdDetail = (ad: Ad, adReview: AdReviewMode) => ({
  ProID: ad.id,
  CampID: ad.campaignId,
  Product: ad.product,
  BillingType: ad.billingType,
  Name: ad.name,
  Comment: ad.comment,
  MatNames: JSON.stringify({ MatNames: ad.materials }),
  Country: JSON.stringify({ Country: ad.countries }),
  CampType: ad.platform,
  URL_AOS: ad.urls.aos,
  URL_iOS: ad.urls.ios,
  Filter: JSON.stringify({ Adult: ad.adult }),
  ...toDays(ad.week),
  DayLimit: ad.dayLimitMicros,
  BudgetLimit: ad.budgetLimitMicros,
  MinCost: ad.minCostWon,
  MaxCost: ad.maxCostWon,
  Status: ad.status,
  Winning: isWinning(ad),
  GmID: ad.gmId,
  AudID: ad.audId,
  AppInfo: JSON.stringify({ AppInfo: ad.appInfo }),
  VideoLength: ad.videoSeconds,
  Spent: ad.spentMicros,
  Review: shownReview(ad.review.state, adReview),
  ReviewReason: ad.review.reason,
})
