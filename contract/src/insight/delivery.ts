import { z } from 'zod'
import { call } from '../common/call.ts'
import { reasons } from '../common/enums.ts'
import {
  Count,
  Id,
  Money,
  QueryDay,
  QueryId,
  QueryInt,
  QueryOneOf,
  Ratio,
  RequiredQueryId,
} from '../common/fields.ts'
import { limits } from '../common/limits.ts'

const range = { startDate: QueryDay, endDate: QueryDay }

/** How often each reason applied; a reason that never did is left out. */
export const ReasonCounts = z.partialRecord(z.enum(reasons), Count)

const funnelSteps = {
  /** Ad requests of its product and platform, from any country, while the ad was in progress. */
  Requests: Count,
  /** One reason for each request. Requests = the sum of these + Capped + Outbid + Won. */
  Ineligible: ReasonCounts,
  Capped: Count,
  Outbid: Count,
  Won: Count,
  Shown: Count,
  Clicks: Count,
  Watches: Count,
  Installs: Count,
  Actions: Count,
  /** Events. Charged + Unpaid + Corrected are the events of the billed kind. */
  Charged: Count,
  Unpaid: Count,
  /** Events of any kind that count for nothing. */
  Invalid: Count,
  Corrected: Count,
}

export const funnelIntervals = ['day', 'hour'] as const
export type FunnelInterval = (typeof funnelIntervals)[number]

export const adFunnel = call('GET', 'ad/insight/funnel', {
  who: 'ADVERTISER',
  about: 'What became of each request in an ad’s market, by day or hour of the account’s zone, with reasons.',
  input: z.object({ proID: RequiredQueryId, ...range, by: QueryOneOf(funnelIntervals) }),
  output: z.object({
    /** Oldest first. RegistTime is a day, or an hour as YYYY-MM-DD HH:00. */
    list: z.array(z.object({ RegistTime: z.string(), ...funnelSteps })),
    total: z.object(funnelSteps),
    /** The median winning rank by the own rank, over lost requests; null with fewer than three other advertisers. */
    gap: Ratio.nullable(),
  }),
  refuses: ['UNKNOWN'],
})

export const landscapePoints = 25
export const landscapeDaysDefault = 7

export const bidLandscape = call('GET', 'ad/insight/landscape', {
  who: 'ADVERTISER',
  about: 'What other bids of an ad would have won and cost in the last days, today included.',
  input: z.object({
    proID: RequiredQueryId,
    days: QueryInt({ min: 1, max: limits.searchDays }).transform((days) => days ?? landscapeDaysDefault),
  }),
  output: z.object({
    /** Lowest bid first; empty with fewer than three other advertisers in the market. */
    points: z.array(
      z.object({
        /** Whole KRW, per event or per 1,000 impressions. */
        Bid: Count,
        /** Where the ad was eligible and not capped. */
        Requests: Count,
        Wins: Count,
        Cost: Money,
        /** Per event, or per 1,000 impressions. */
        AvgPrice: Money,
        Events: Count,
      }),
    ),
    /** The present bid, and what the ad won and cost in these days. */
    current: z.object({ Bid: Count, Wins: Count, Cost: Money }),
    days: Count,
  }),
  refuses: [],
})

export const unitFill = call('GET', 'pub/insight/fill', {
  who: 'PUBLISHER',
  about: 'Requests of a unit, or of all units of an app, by day and country, and why some were not filled.',
  input: z
    .object({ appID: QueryId, medID: QueryId, ...range })
    .refine(({ appID, medID }) => appID !== undefined || medID !== undefined, {
      message: 'appID or medID is required',
    }),
  output: z.object({
    /** Oldest day first, then by requests. Requests = Filled + the sum of NoFill. */
    list: z.array(
      z.object({
        RegistTime: z.string(),
        /** '' if it is unknown. */
        Country: z.string(),
        Requests: Count,
        Filled: Count,
        Shown: Count,
        Revenue: Money,
        /** The reason is that of the ad that came furthest. */
        NoFill: ReasonCounts,
      }),
    ),
  }),
  refuses: ['UNKNOWN'],
})

export const tryUnit = call('POST', 'pub/insight/try', {
  who: 'PUBLISHER',
  about:
    'A dry run of a request now: how many ads could serve it, and why others could not. Nothing is counted.',
  input: z.object({
    medID: Id,
    /** An ISO 3166-1 alpha-2 code; '' if it is unknown. */
    country: z
      .string()
      .regex(/^([A-Za-z]{2})?$/)
      .transform((code) => code.toUpperCase())
      .default(''),
  }),
  output: z.object({
    filled: z.boolean(),
    /** Ads that could serve, frequency caps left out. */
    candidates: Count,
    /** Ads by the reason why they could not; or why the unit gets no ad at all. */
    reasons: ReasonCounts,
  }),
  refuses: ['NO_PERMISSION'],
})

export const deliveryInsightCalls = [adFunnel, bidLandscape, unitFill, tryUnit] as const
