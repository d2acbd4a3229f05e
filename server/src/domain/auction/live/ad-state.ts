import type { Platform } from '@voltline/contract'
import type { AdId, CampaignId, CustomerId, MicrosNumber, Won } from '@voltline/kernel'
import type { AdRow } from '../../../platform/database/rows.ts'
import { microsPerWonBid } from '../../ad/afford.ts'
import type { ServingTerms } from '../eligible.ts'
import type { Audience } from '../market.ts'
import type { AdColumns, DetailsRow } from './ad-columns.ts'

/** An ad as delivery keeps it in memory. */
export interface AdState extends Audience, ServingTerms {
  readonly id: AdId
  readonly campaignId: CampaignId
  readonly customerId: CustomerId
  /** Parsed when the ad is first served: most ads are loaded more often than served. */
  readonly details: DetailsText
}

/** What a reply shows of an ad, and where a click on it leads. */
export interface AdDetails {
  name: string
  /** File names. */
  materials: readonly string[]
  urlIos: string
  urlAos: string
  appInfo: AdRow['app_info']
  /** The length of the video; 0 without one. */
  videoMs: number
}

/** JSON of a `DetailsRow`. */
export type DetailsText = string & { readonly json: 'details' }

export function readDetails(details: DetailsText): AdDetails {
  const row: DetailsRow = JSON.parse(details)
  const { name, materials, url_ios: urlIos, url_aos: urlAos, app_info: appInfo, video_ms: videoMs } = row
  return { name, materials, urlIos, urlAos, appInfo, videoMs }
}

const platformsOf: Readonly<Record<AdRow['camp_type'], readonly Platform[]>> = {
  AOS: ['AOS'],
  IOS: ['IOS'],
  BOTH: ['AOS', 'IOS'],
}

/** The price of one billable event at this bid. */
const priceMicros = (billingType: AdRow['billing_type'], costWon: Won): MicrosNumber =>
  (costWon * microsPerWonBid(billingType)) as MicrosNumber

const isGlobal = (countries: readonly string[]): boolean =>
  countries.length === 1 && countries[0] === 'Global'

export const toAdState = (ad: AdColumns, details: DetailsText): AdState => ({
  id: ad.ad_id,
  campaignId: ad.campaign_id,
  customerId: ad.customer_id,
  product: ad.product,
  billingType: ad.billing_type,
  platforms: platformsOf[ad.camp_type],
  countries: isGlobal(ad.countries) ? 'Global' : ad.countries,
  adult: ad.adult,
  week: ad.week,
  status: ad.status,
  review: ad.review,
  dayLimitMicros: ad.day_limit_micros,
  budgetLimitMicros: ad.budget_limit_micros,
  minPriceMicros: priceMicros(ad.billing_type, ad.min_cost_won),
  maxPriceMicros: priceMicros(ad.billing_type, ad.max_cost_won),
  spentMicros: ad.spent_micros,
  impressions: ad.impressions,
  billableEvents: ad.billable_events,
  details,
})
