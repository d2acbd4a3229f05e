import { z } from 'zod'
import { call } from './common/call.ts'
import {
  Count,
  DateText,
  Flag,
  Id,
  Media,
  Money,
  nothing,
  Promotion,
  QueryDay,
  QueryId,
  Ratio,
  RequiredQueryId,
  Tally,
  Time,
} from './common/fields.ts'
import { BookProof } from './ledger.ts'

const range = { startDate: QueryDay, endDate: QueryDay }

export const advertiserHome = call('POST', 'ad/', {
  who: 'ADVERTISER',
  about: 'The dashboard: all-time totals of the caller’s ads, counts and cash.',
  input: nothing,
  output: z.object({
    state: z.object({ Impressions: Count, Clicks: Count, CTR: Ratio }),
    campaigns: Count,
    promotion: Promotion,
    user: z.object({ Cash: Money, NeedPayment: Flag }),
  }),
  refuses: [],
})

/** One local day of the caller’s account. */
const DaySum = z.object({
  Day: DateText,
  Impressions: Count,
  Clicks: Count,
  CTR: Ratio,
  Spend: Money,
})

const AdRef = z.object({ ProID: Id, ProName: z.string(), CampID: Id })

/** The list is capped; `Count` is the number of all. */
const AdRefs = z.object({ Count: Count, Ads: z.array(AdRef) })

export const advertiserOverview = call('GET', 'ad/overview', {
  who: 'ADVERTISER',
  about: 'The last 7 days and the 7 before them, spend by campaign, and what needs attention.',
  input: nothing,
  output: z.object({
    /** Oldest first, ending today. */
    days: z.array(DaySum),
    /** The 7 days before `days`, oldest first. */
    before: z.array(DaySum),
    /** Spend in `days` by campaign, the largest first; only campaigns that spent. */
    campaigns: z.array(z.object({ CampID: Id, Name: z.string(), Spend: Money })),
    attention: z.object({
      /** Cash runs out within 7 days at the pace of the last full days, or is used up (RunsOutAt is now). */
      Cash: z
        .object({
          Cash: Money,
          /** Average spend of a full day. */
          PerDay: Money,
          RunsOutAt: Time,
          UsedUp: z.boolean(),
        })
        .nullable(),
      /** Ads in progress that a used-up day limit pauses, and when they serve again. */
      DayLimit: z.object({
        Count: Count,
        Ads: z.array(AdRef.extend({ DayLimit: Money, BackAt: Time })),
      }),
      /** Ads in progress that could serve but are first in none of their countries. */
      Outbid: AdRefs,
      /** Ads that have never been started. */
      NeverStarted: AdRefs,
      /** Campaigns with an ad in progress and at most a tenth of the budget left. */
      CampaignBudget: z.object({
        Count: Count,
        Campaigns: z.array(z.object({ CampID: Id, Name: z.string(), Budget: Money, Left: Money })),
      }),
    }),
  }),
  refuses: [],
})

/** Only if the figures come from a replica that is more than 5 seconds behind: the instant they are as of. */
const asOf = { asOf: Time.optional() }

/** Of every row of an advertiser's report; the name of the cost differs. */
const adFigures = {
  Impression: Count,
  Click: Count,
  CTR: Ratio,
  Watch: Count,
  Install: Count,
  Action: Count,
  /** Events that did not count and were not charged; in no other figure. */
  Invalid: Count,
  /** Prices of events that were credited; the cost is without them. */
  Corrected: Money,
}

export const campaignReport = call('GET', 'ad/report/campaign', {
  who: 'ADVERTISER',
  about: 'Totals by campaign over days of the account’s zone; without dates the last 7 days.',
  input: z.object(range),
  output: z.object({
    ...asOf,
    campaigns: z.array(z.object({ CampID: Id, Name: z.string(), ...adFigures, Execute: Money })),
  }),
  refuses: ['UNKNOWN'],
})

export const adReport = call('GET', 'ad/report/ad', {
  who: 'ADVERTISER',
  about: 'Totals by ad of one campaign.',
  input: z.object({ campID: QueryId, ...range }),
  output: z.object({
    ...asOf,
    campID: Count,
    ads: z.array(
      z.object({
        ProID: Id,
        PromotionName: z.string(),
        ...adFigures,
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
    ...asOf,
    daily: z.array(z.object({ RegistTime: z.string(), ...adFigures, Cost: Money })),
  }),
  refuses: ['UNKNOWN'],
})

export const publisherHome = call('POST', 'pub/', {
  who: 'PUBLISHER',
  about: 'The publisher’s home: the last 7 days (dau: today), apps, media and payable revenue.',
  input: nothing,
  output: z.object({
    state: z.object({ dau: Count, revenue: Money, ecpm: Count, installs: Count }),
    app: z.object({ apps: Count, approved: Count }),
    med: Media,
    rev: z.object({ canRequest: Flag, revenue: Money }),
  }),
  refuses: [],
})

const Figures = z.object({ Revenue: Money, eCPM: Count, Impressions: Count, Installs: Count, CTR: Ratio })

export const reportByDaily = call('GET', 'pub/report/report-by-daily', {
  who: 'PUBLISHER',
  about: 'Days of the account’s zone, oldest first.',
  input: z.object(range),
  output: z.object({ ...asOf, list: z.array(Figures.extend({ RegistTime: z.string() })) }),
  refuses: ['UNKNOWN'],
})

const AppFigures = Figures.extend({ AppID: Id, AppName: z.string() })

export const reportByDailyApp = call('GET', 'pub/report/report-by-daily-app', {
  who: 'PUBLISHER',
  about: 'The apps of one day.',
  input: z.object(range),
  output: z.object({ ...asOf, list: z.array(AppFigures.extend({ RegistTime: z.string() })) }),
  refuses: ['UNKNOWN'],
})

export const reportByDailyMedia = call('GET', 'pub/report/report-by-daily-media', {
  who: 'PUBLISHER',
  about: 'The media of one app and day.',
  input: z.object({ appID: QueryId, ...range }),
  output: z.object({ ...asOf, list: z.array(Figures.extend({ MedID: Id, Name: z.string() })) }),
  refuses: ['UNKNOWN'],
})

export const reportByApp = call('GET', 'pub/report/report-by-app', {
  who: 'PUBLISHER',
  about: 'Totals by app.',
  input: z.object(range),
  output: z.object({ ...asOf, list: z.array(AppFigures) }),
  refuses: ['UNKNOWN'],
})

export const reportByUser = call('GET', 'pub/report/report-by-user', {
  who: 'PUBLISHER',
  about: 'Daily active and newly registered users of one app.',
  input: z.object({ appID: QueryId, ...range }),
  output: z.object({
    ...asOf,
    list: z.array(z.object({ RegistTime: z.string(), DAU: Count, NRU: Count })),
    report: z.object({
      DAU: Count,
      MinDAU: Count,
      MaxDAU: Count,
      TotalNRU: Count,
      MinNRU: Count,
      MaxNRU: Count,
    }),
  }),
  refuses: ['UNKNOWN'],
})

export const healthParts = [
  'web',
  'delivery',
  'billing',
  'worker',
  'fold',
  'jobs',
  'mail',
  'video',
  'books',
  'audit',
  'backup',
  /** BAD: most SDK traffic comes from reserved addresses, so TRUST_PROXY is probably wrong. */
  'addresses',
] as const

export const healthStates = ['GOOD', 'LATE', 'BAD', 'NONE'] as const

const Queues = z.object({
  Ads: Count,
  Apps: Count,
  Keys: Count,
  Payouts: Count,
  Holds: Count,
  Messages: Count,
})

export const operatorQueues = call('POST', 'admin/queues', {
  who: 'OPERATOR',
  about: 'The length of each queue, and the last proof of the books.',
  input: nothing,
  output: z.object({ queues: Queues, proof: BookProof.nullable() }),
  refuses: [],
})

export const operatorToday = call('POST', 'admin/today', {
  who: 'OPERATOR',
  about:
    'The network now: money of the Seoul day, requests and invalid traffic of the UTC day, health of each part.',
  input: nothing,
  output: z.object({
    today: z.object({
      Time,
      Spend: Money,
      Revenue: Money,
      Impressions: Count,
      /** Counted events of the Seoul day, all kinds. */
      Events: Count,
      Requests: Count,
      Served: Count,
      Invalid: Count,
    }),
    /** Responses to the requests of the UTC day, without served ads. */
    answers: z.array(Tally),
    /** Why ads did not serve, UTC day. */
    noServe: z.array(Tally),
    /** How well delivery keeps to the limits. */
    promised: z.object({
      /** Offers whose event may still come, and events not yet billed, in all delivery processes; null if none runs. */
      Promised: Money.nullable(),
      /** Billable events of the Seoul day, and those of them beyond a limit. */
      Billable: Count,
      Unpaid: Count,
      /** The spent share, 0 to 1, of the limits that keep ads from serving; null if none does. */
      Utilisation: z.number().nullable(),
    }),
    health: z.array(
      z.object({ Part: z.enum(healthParts), State: z.enum(healthStates), Time: Time.nullable() }),
    ),
  }),
  refuses: [],
})

export const operatorDays = call('POST', 'admin/days', {
  who: 'OPERATOR',
  about: 'Spend, publishers’ revenue and impressions of the last 14 Seoul days, oldest first.',
  input: nothing,
  output: z.object({
    days: z.array(z.object({ Day: DateText, Spend: Money, Revenue: Money, Impressions: Count })),
  }),
  refuses: [],
})

export const chartSignedUrl = call('POST', 'common/s3-get-signed-url', {
  who: 'CUSTOMER',
  about: 'An upload link for a chart image (PNG).',
  input: nothing,
  output: z.object({ uploadURL: z.string() }),
  refuses: [],
})

export const sharedSettings = call('GET', 'common/settings', {
  who: 'PUBLIC',
  about: 'The settings that the screens of all consoles need: the longest report range, in days.',
  input: nothing,
  output: z.object({ searchDays: Count }),
  refuses: [],
})

export const reportCalls = [
  advertiserHome,
  advertiserOverview,
  campaignReport,
  adReport,
  adDailyReport,
  publisherHome,
  reportByDaily,
  reportByDailyApp,
  reportByDailyMedia,
  reportByApp,
  reportByUser,
  operatorQueues,
  operatorToday,
  operatorDays,
  chartSignedUrl,
  sharedSettings,
] as const
