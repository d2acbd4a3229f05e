import { z } from 'zod'
import { call, DeclaredFile } from './call.ts'
import { TrackUrl } from './campaign.ts'
import {
  adStatuses,
  billingTypes,
  campaignTypes,
  dayOn,
  holds,
  platforms,
  pricingModels,
  products,
} from './enums.ts'
import {
  AppInfo,
  AppInfoAnswer,
  Count,
  Countries,
  coded,
  Filter,
  Flag,
  Id,
  Line,
  Money,
  PageNo,
  QueryDay,
  QueryId,
  QueryOneOf,
  QueryText,
  Ratio,
  RequiredLine,
  RequiredQueryId,
  Time,
  WholeWon,
} from './fields.ts'
import { limits } from './limits.ts'
import { UploadLink } from './payout.ts'

const nothing = z.object({})

/** The status filter also knows STOPPED, which matches FIRST and WAITING. */
export const statusFilters = ['STOPPED', ...adStatuses] as const

export const listAds = call('GET', 'ad/ad/', {
  who: 'ADVERTISER',
  about: 'Ads of a campaign (the newest one when campID is left out), newest first, 10 a page.',
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
        /** Why an ad in progress is not shown now, and until when where that is known; null when nothing holds it. */
        Hold: z.object({ Why: z.enum(holds), BackAt: Time.nullable() }).nullable(),
      }),
    ),
    rowCount: Count,
  }),
  refuses: [],
})

export const getAd = call('GET', 'ad/ad/get', {
  who: 'ADVERTISER',
  about: 'One ad; null when it is missing or another’s.',
  input: z.object({ proID: RequiredQueryId }),
  output: z.object({
    ad: z
      .object({
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
        PostbackSecret: z.string(),
        Spent: Money,
        SpentToday: Money,
      })
      .nullable(),
  }),
  refuses: [],
})

export const startAd = call('POST', 'ad/ad/start', {
  who: 'ADVERTISER',
  about: 'Starts a stopped ad.',
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

/** Not above zero has a code of its own; the range is the schema's. */
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
  about: 'Makes an ad in a campaign; it is not served until started.',
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
  about: 'Changes a stopped ad; product, billing type and name stay.',
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

export const imageSignedUrl = call('POST', 'ad/ad/s3-get-signed-url', {
  who: 'ADVERTISER',
  about: 'Upload links for ad images, one for each named file, in order.',
  input: z.object({ product: z.enum(products), uploadFiles: z.array(DeclaredFile).min(1).max(2) }),
  output: z.object({ urls: z.array(UploadLink) }),
  refuses: ['UNKNOWN'],
  multipart: true,
})

export const videoSignedUrl = call('POST', 'ad/ad/s3-get-signed-url-video', {
  who: 'ADVERTISER',
  about: 'An upload link for a video; the file’s name is the last part of its path.',
  input: z.object({
    product: z.enum(products),
    orginname: z.string().max(255),
    filetype: z.string().max(127),
  }),
  output: z.object({ uploadURL: z.string() }),
  refuses: ['UNKNOWN'],
})

export const videoDuration = call('POST', 'ad/ad/duration', {
  who: 'ADVERTISER',
  about: 'The length in seconds of an uploaded video.',
  input: z.object({ url: z.string().max(4_096) }),
  output: z.object({ duration: z.number(), url: z.string() }),
  refuses: ['NO_PERMISSION', 'UNKNOWN'],
})

const encode = {
  who: 'ADVERTISER',
  about: 'Asks for an uploaded video to be encoded; 202 means accepted, the result is read at resultURL.',
  input: z.object({ filename: z.string().max(255) }),
  output: z.object({ statusCode: Count, resultURL: z.string() }),
  refuses: ['NO_PERMISSION', 'UNKNOWN'],
} as const
export const encodeVideo = call('POST', 'ad/ad/video', encode)
export const encodeVideo2 = call('POST', 'ad/ad/video2', encode)

export const scrapeStore = call('POST', 'ad/ad/scraper', {
  who: 'ADVERTISER',
  about: 'Looks an app up in its store.',
  input: z.object({
    country: z.string().max(64).default(''),
    platform: z.enum(platforms),
    material0: z.string().max(255).default(''),
    storeURL: z.string().max(limits.urlMax),
  }),
  output: z.object({ appInfo: AppInfoAnswer, matNames: z.array(z.string()) }),
  refuses: ['UNKNOWN', 'NO_PERMISSION', 'TRYAGAIN_LATER'],
})

const range = { startDate: QueryDay, endDate: QueryDay }

export const campaignReport = call('GET', 'ad/report/campaign', {
  who: 'ADVERTISER',
  about: 'Totals by campaign over days of the account’s zone; without dates the last 7 days.',
  input: z.object(range),
  output: z.object({
    campaigns: z.array(
      z.object({ CampID: Id, Name: z.string(), Impression: Count, Click: Count, CTR: Ratio, Execute: Money }),
    ),
  }),
  refuses: ['UNKNOWN'],
})

export const adReport = call('GET', 'ad/report/ad', {
  who: 'ADVERTISER',
  about: 'Totals by ad of one campaign.',
  input: z.object({ campID: QueryId, ...range }),
  output: z.object({
    campID: Count,
    ads: z.array(
      z.object({
        ProID: Id,
        PromotionName: z.string(),
        Impression: Count,
        Click: Count,
        CTR: Ratio,
        Cost: Money,
      }),
    ),
  }),
  refuses: ['UNKNOWN'],
})

export const adDailyReport = call('GET', 'ad/report/ad-daily', {
  who: 'ADVERTISER',
  about: 'One ad’s days, oldest first.',
  input: z.object({ campID: QueryId, proID: RequiredQueryId, ...range }),
  output: z.object({
    daily: z.array(
      z.object({ RegistTime: z.string(), Impression: Count, Click: Count, CTR: Ratio, Cost: Money }),
    ),
  }),
  refuses: ['UNKNOWN'],
})

export const adCalls = [
  listAds,
  getAd,
  startAd,
  stopAd,
  addAd,
  modifyAd,
  bidCost,
  imageSignedUrl,
  videoSignedUrl,
  videoDuration,
  encodeVideo,
  encodeVideo2,
  scrapeStore,
  campaignReport,
  adReport,
  adDailyReport,
] as const
