import { z } from 'zod'
import { call } from './common/call.ts'
import {
  adReviews,
  adStatuses,
  billingTypes,
  campaignTypes,
  dayOn,
  holds,
  pricingModels,
  products,
} from './common/enums.ts'
import {
  AppInfo,
  Count,
  Countries,
  coded,
  Filter,
  Flag,
  Id,
  Line,
  Money,
  nothing,
  PageNo,
  Promotion,
  QueryId,
  QueryOneOf,
  QueryText,
  RequiredLine,
  RequiredQueryId,
  Time,
  TrackUrl,
  WholeWon,
} from './common/fields.ts'
import { limits } from './common/limits.ts'

/** STOPPED matches FIRST and WAITING. */
export const statusFilters = ['STOPPED', ...adStatuses] as const

export const listAds = call('GET', 'ad/ad/', {
  who: 'ADVERTISER',
  about: 'Ads of a campaign (the newest without campID), newest first, 10 per page.',
  input: z.object({
    campID: QueryId,
    name: QueryText,
    campType: QueryOneOf(campaignTypes),
    status: QueryOneOf(statusFilters),
    product: QueryOneOf(products),
    billingType: QueryOneOf(billingTypes),
    pageNo: PageNo,
  }),
  output: z.object({
    campID: Count,
    ads: z.array(
      z.object({
        ProID: Id,
        Status: z.enum(adStatuses),
        ProName: z.string(),
        Platform: z.enum(campaignTypes),
        Product: z.enum(products),
        BillingType: z.enum(billingTypes),
        AvgCost: Count,
        Winning: Flag,
        /** Why an ad in progress is not shown now, and until when if that is known; null if it is shown. */
        Hold: z.object({ Why: z.enum(holds), BackAt: Time.nullable() }).nullable(),
        Review: z.enum(adReviews),
        /** Why an operator rejected the ad; empty otherwise. */
        ReviewReason: z.string(),
      }),
    ),
    rowCount: Count,
  }),
  refuses: [],
})

/** An ad as its advertiser sees it. */
export const AdDetail = z.object({
  ProID: Id,
  CampID: Id,
  CampName: z.string(),
  Product: z.enum(products),
  BillingType: z.enum(billingTypes),
  Name: z.string(),
  Comment: z.string(),
  MatNames: z.string(),
  Country: z.string(),
  CampType: z.enum(campaignTypes),
  URL_AOS: z.string(),
  URL_iOS: z.string(),
  Filter: z.string(),
  Sunday: Count,
  Monday: Count,
  Tuesday: Count,
  Wednesday: Count,
  Thursday: Count,
  Friday: Count,
  Saturday: Count,
  DayLimit: Money,
  BudgetLimit: Money,
  MinCost: Count,
  MaxCost: Count,
  Status: z.enum(adStatuses),
  Winning: Flag,
  RegistTime: Time,
  UpdateTime: Time,
  GmID: Count,
  AudID: Count,
  AppInfo: z.string(),
  VideoLength: z.number(),
  Spent: Money,
  SpentToday: Money,
  Review: z.enum(adReviews),
  /** Why an operator rejected the ad; empty otherwise. */
  ReviewReason: z.string(),
})

export const getAd = call('GET', 'ad/ad/get', {
  who: 'ADVERTISER',
  about: 'One ad; null if it is missing or another advertiser’s.',
  input: z.object({ proID: RequiredQueryId }),
  output: z.object({
    ad: AdDetail.extend({ PostbackSecret: z.string() }).nullable(),
  }),
  refuses: [],
})

export const startAd = call('POST', 'ad/ad/start', {
  who: 'ADVERTISER',
  about: 'Starts a stopped ad. A rejected ad cannot start until its material or target changes.',
  input: z.object({ proID: Id }),
  output: nothing,
  refuses: [
    'NO_PERMISSION',
    'CANNOT_START',
    'EXCEEDED_SCHEDULE',
    'EXCEEDED_CAMPBUDGET',
    'EXCEEDED_PROLIMIT',
    'EXCEEDED_DAYLIMIT',
  ],
})

export const stopAd = call('POST', 'ad/ad/stop', {
  who: 'ADVERTISER',
  about: 'Stops an ad in progress.',
  input: z.object({ proID: Id }),
  output: nothing,
  refuses: ['NO_PERMISSION', 'CANNOT_STOP'],
})

export const stopAll = call('POST', 'ad/stop-all-promotion', {
  who: 'ADVERTISER',
  about: 'Stops every ad in progress.',
  input: nothing,
  output: z.object({ promotion: Promotion }),
  refuses: [],
})

export const startAll = call('POST', 'ad/start-all-promotion', {
  who: 'ADVERTISER',
  about: 'Starts every stopped ad that can start.',
  input: nothing,
  output: z.object({ promotion: Promotion }),
  refuses: [],
})

/** An amount of zero or less has a code of its own; the range is checked by the schema. */
const Limit = coded(
  z.number().int().max(limits.budgetMax),
  'GREATER_THANZERO',
  (amount) => amount > 0,
).refine((amount) => amount <= 0 || amount >= limits.budgetMin, {
  message: `Minimum value ${limits.budgetMin}`,
})

const Bid = WholeWon({ min: limits.bidMin, max: limits.bidMax })

const Week = z.array(z.number().int().min(0).max(dayOn)).length(7)

const FileNames = z.array(z.string().min(1).max(255)).max(8)

const AdFields = {
  gmID: z.number().int().min(0).max(2_147_483_647).default(0),
  audID: z.number().int().min(0).max(2_147_483_647).default(0),
  comment: Line().default(''),
  campType: z.enum(['AOS', 'IOS', 'BOTH']),
  url: TrackUrl,
  /** The target of one platform; `url` if omitted or empty. */
  url_AOS: TrackUrl.optional(),
  url_iOS: TrackUrl.optional(),
  filenames: FileNames,
  minCost: Bid,
  maxCost: Bid,
  dayLimit: Limit,
  budgetLimit: Limit,
  videoLength: z.number().min(0).max(3_600).default(0),
  filter: Filter.default(false),
  countries: Countries,
  appInfo: AppInfo.default(null),
  /** Hour masks, Sunday first. */
  week: Week,
}

const writeRefusals = [
  'NO_PERMISSION',
  'GREATER_THANZERO',
  'DAYLIMIT_LESSTHAN',
  'PROLIMIT_LESSTHAN',
  'INVALID_TRACKURLAOS',
  'INVALID_TRACKURLIOS',
  'EXCEEDED_SCHEDULE',
  'UNKNOWN',
] as const

export const addAd = call('POST', 'ad/ad/add', {
  who: 'ADVERTISER',
  about: 'Creates an ad in a campaign; it is not served until started.',
  input: z.object({
    campID: Id,
    product: z.enum(products),
    billingType: z.enum(pricingModels),
    name: RequiredLine(),
    ...AdFields,
  }),
  output: nothing,
  refuses: writeRefusals,
})

export const modifyAd = call('POST', 'ad/ad/modify', {
  who: 'ADVERTISER',
  about: 'Changes a stopped ad, except product, billing type and name.',
  input: z.object({ proID: Id, product: z.enum(products).optional(), ...AdFields }),
  output: nothing,
  refuses: [...writeRefusals, 'MUSTBE_STOPPED', 'CANNOT_EDIT'],
})

export const bidCost = call('POST', 'ad/ad/bidcost', {
  who: 'ADVERTISER',
  about: 'The range of live bids of other advertisers, rounded to two significant digits.',
  input: z.object({
    product: z.enum(products),
    campType: z.enum(campaignTypes),
    billingType: z.enum(pricingModels),
  }),
  output: z.object({ value: z.object({ MinCost: Count, MaxCost: Count }) }),
  refuses: ['TRYAGAIN_LATER'],
})

const Postback = z.object({
  /** With {click_id} and {sig}, filled in by the measurement partner. */
  InstallURL: z.string(),
  /** With {click_id}, {event} and {sig}. */
  ActionURL: z.string(),
  PostbackSecret: z.string(),
})

export const getPostback = call('POST', 'ad/postback/get', {
  who: 'ADVERTISER',
  about: 'The postback URLs for installs and actions, and the secret that signs them.',
  input: nothing,
  output: z.object({ postback: Postback }),
  refuses: [],
})

export const renewPostbackSecret = call('POST', 'ad/postback/renew', {
  who: 'ADVERTISER',
  about:
    'Creates a new secret; the old one stops working at once. Needs a password confirmed in the last 5 minutes.',
  input: nothing,
  output: z.object({ postback: Postback }),
  refuses: ['INVALID_PW'],
})

export const adCalls = [
  listAds,
  getAd,
  startAd,
  stopAd,
  stopAll,
  startAll,
  addAd,
  modifyAd,
  bidCost,
  getPostback,
  renewPostbackSecret,
] as const
