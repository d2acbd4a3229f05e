import { z } from 'zod'
import { call } from './call.ts'
import { Count, DateText, Id, Money, QueryId, Ratio, Time } from './fields.ts'

const nothing = z.object({})

/** One local day of the caller’s account. */
const DaySum = z.object({
  Day: DateText,
  Impressions: Count,
  Clicks: Count,
  CTR: Ratio,
  Spend: Money,
})

const AdRef = z.object({ ProID: Id, ProName: z.string(), CampID: Id })
/** Lists are capped; `Count` says how many there are in all. */
const AdRefs = z.object({ Count: Count, Ads: z.array(AdRef) })

export const advertiserOverview = call('GET', 'ad/overview', {
  who: 'ADVERTISER',
  about: 'The last 7 days and the 7 before them, spend by campaign, and what needs attention.',
  input: nothing,
  output: z.object({
    /** Oldest first; the last one is today. */
    days: z.array(DaySum),
    /** The 7 days before, oldest first: the n-th stands a week before the n-th of `days`. */
    before: z.array(DaySum),
    /** Spend in `days` by campaign, the largest first; only campaigns that spent. */
    campaigns: z.array(z.object({ CampID: Id, Name: z.string(), Spend: Money })),
    attention: z.object({
      /** Cash ends within 7 days at the pace of the last full days, or is used up (then RunsOutAt is now). */
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
      /** Ads in progress that could serve and are first in none of their countries. */
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

export const campaignSummary = call('GET', 'ad/ad/summary', {
  who: 'ADVERTISER',
  about: 'The head line of the ad list: a campaign’s counts and money; null when missing or another’s.',
  input: z.object({ campID: QueryId }),
  output: z.object({
    campaign: z
      .object({
        CampID: Id,
        Name: z.string(),
        Budget: Money,
        Spent: Money,
        Balance: Money,
        Promotion: Count,
        Stopped: Count,
        InProgress: Count,
        Winning: Count,
        Complete: Count,
      })
      .nullable(),
  }),
  refuses: [],
})

const Postback = z.object({
  /** With {click_id} and {sig} to be filled in by the measuring party. */
  InstallURL: z.string(),
  /** With {click_id}, {event} and {sig}. */
  ActionURL: z.string(),
  PostbackSecret: z.string(),
})

export const getPostback = call('POST', 'ad/postback/get', {
  who: 'ADVERTISER',
  about: 'Where installs and actions are reported to, and the account’s secret that signs them.',
  input: nothing,
  output: z.object({ postback: Postback }),
  refuses: [],
})

export const renewPostbackSecret = call('POST', 'ad/postback/renew', {
  who: 'ADVERTISER',
  about: 'Makes a new secret; the old one stops at once. The password was confirmed in the last 5 minutes.',
  input: nothing,
  output: z.object({ postback: Postback }),
  refuses: ['INVALID_PW'],
})

export const advertiserExtraCalls = [
  advertiserOverview,
  campaignSummary,
  getPostback,
  renewPostbackSecret,
] as const
