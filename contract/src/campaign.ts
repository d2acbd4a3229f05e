import { z } from 'zod'
import { call } from './call.ts'
import { campaignTypes } from './enums.ts'
import {
  Count,
  Countries,
  Flag,
  Id,
  Line,
  Money,
  PageNo,
  QueryText,
  Ratio,
  RequiredLine,
  Time,
  WholeWon,
} from './fields.ts'
import { limits } from './limits.ts'

const nothing = z.object({})
/** Whether it is a full URL is a rule with a code of its own, so the schema only caps it. */
export const TrackUrl = z
  .string()
  .max(8_192)
  .transform((text) => text.trim())

const Promotion = z.object({ Promotion: Count, InProgress: Count, Winning: Count, Complete: Count })

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

export const listCampaigns = call('GET', 'ad/campaign/', {
  who: 'ADVERTISER',
  about: 'Campaigns, newest first, 10 a page.',
  input: z.object({ name: QueryText, pageNo: PageNo }),
  output: z.object({
    campaigns: z.array(
      z.object({
        CampID: Id,
        Name: z.string(),
        CampType: z.enum(campaignTypes),
        Balance: Money,
        Promotion: Count,
        InProgress: Count,
        Complete: Count,
      }),
    ),
    rowCount: Count,
  }),
  refuses: [],
})

export const listAllCampaigns = call('GET', 'ad/campaign/list-all', {
  who: 'ADVERTISER',
  about: 'Every campaign’s id and name, newest first, for selectors.',
  input: nothing,
  output: z.object({ campaigns: z.array(z.object({ CampID: Id, Name: z.string() })) }),
  refuses: [],
})

export const getCampaign = call('POST', 'ad/campaign/get', {
  who: 'ADVERTISER',
  about: 'One campaign; null when it is missing or another’s.',
  input: z.object({ campID: Id }),
  output: z.object({
    campaign: z
      .object({
        CampID: Id,
        Name: z.string(),
        Budget: Money,
        CampType: z.enum(campaignTypes),
        DefaultCountry: z.string(),
        DefaultURL_iOS: z.string(),
        DefaultURL_AOS: z.string(),
        RegistTime: Time,
        UpdateTime: Time,
      })
      .nullable(),
  }),
  refuses: [],
})

export const addCampaign = call('POST', 'ad/campaign/add', {
  who: 'ADVERTISER',
  about: 'Makes a campaign.',
  input: z.object({
    name: RequiredLine(),
    campType: z.enum(campaignTypes),
    budget: WholeWon({ min: limits.budgetMin, max: limits.budgetMax }),
    comment: Line().default(''),
    defaultTime: Line(10).default(''),
    defaultURL_iOS: TrackUrl.default(''),
    defaultURL_AOS: TrackUrl.default(''),
    defaultCountry: Countries,
  }),
  output: nothing,
  refuses: ['INVALID_TRACKURLAOS', 'INVALID_TRACKURLIOS'],
})

export const modifyCampaign = call('POST', 'ad/campaign/modify', {
  who: 'ADVERTISER',
  about: 'Changes a campaign’s name, target URLs and countries.',
  input: z.object({
    campID: Id,
    name: RequiredLine(),
    defaultURL_iOS: TrackUrl.default(''),
    defaultURL_AOS: TrackUrl.default(''),
    defaultCountry: Countries,
  }),
  output: nothing,
  refuses: ['NO_PERMISSION', 'INVALID_TRACKURLAOS', 'INVALID_TRACKURLIOS'],
})

export const campaignCalls = [
  advertiserHome,
  stopAll,
  startAll,
  listCampaigns,
  listAllCampaigns,
  getCampaign,
  addCampaign,
  modifyCampaign,
] as const
