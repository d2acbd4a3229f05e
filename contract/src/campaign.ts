import { z } from 'zod'
import { call } from './common/call.ts'
import { campaignTypes } from './common/enums.ts'
import {
  Count,
  Countries,
  Id,
  Line,
  Money,
  nothing,
  PageNo,
  QueryId,
  QueryText,
  RequiredLine,
  Time,
  TrackUrl,
  WholeWon,
} from './common/fields.ts'
import { limits } from './common/limits.ts'

export const listCampaigns = call('GET', 'ad/campaign/', {
  who: 'ADVERTISER',
  about: 'Campaigns, newest first, 10 per page.',
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
  about: 'One campaign; null if it is missing or another advertiser’s.',
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
        /** What a measurement partner puts into its postbacks in place of a signature. */
        PostbackToken: z.string(),
        /** The names of the events that bill; none: every event bills. */
        PostbackEvents: z.array(z.string()),
        RegistTime: Time,
        UpdateTime: Time,
      })
      .nullable(),
  }),
  refuses: [],
})

export const addCampaign = call('POST', 'ad/campaign/add', {
  who: 'ADVERTISER',
  about: 'Creates a campaign.',
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

export const campaignSummary = call('GET', 'ad/ad/summary', {
  who: 'ADVERTISER',
  about: 'The header of the ad list: a campaign’s counts and money; null if missing or another advertiser’s.',
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

export const campaignCalls = [
  listCampaigns,
  listAllCampaigns,
  getCampaign,
  addCampaign,
  modifyCampaign,
  campaignSummary,
] as const
