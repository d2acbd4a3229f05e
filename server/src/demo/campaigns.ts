import {
  type CampaignType,
  dayOn,
  type PricingModel,
  type Product,
  soldBillingTypes,
} from '@voltline/contract'
import { type AdId, type CampaignId, type CustomerId, type Instant, won } from '@voltline/kernel'
import type { Tx } from '../platform/database/database.ts'
import { at, sql } from '../platform/database/sql.ts'
import type { Materials } from './materials.ts'

/** How the history of a campaign's ads goes. COMPLETE is never written here: billing sets it when the budget is spent. */
export type CampaignStory = 'runs' | 'never started' | 'was stopped' | 'spends its budget'

export interface DemoCampaign {
  name: string
  type: Extract<CampaignType, 'AOS' | 'IOS' | 'BOTH'>
  budgetWon: number
  story: CampaignStory
  countries: readonly string[]
  /** How much it bids for each product, in hundredths of the ordinary bid: nobody wins everything. */
  eagerness: Record<Product, number>
  /** Hour masks, Sunday first. */
  week: readonly number[]
}

const eager = (banner: number, interstitial: number, video: number): DemoCampaign['eagerness'] => ({
  ...{ BANNER: banner, INTERSTITIAL: interstitial, VIDEO: video },
})

/** The mask of the hours from first to last, both included. */
const hours = (first: number, last: number): number => 2 ** (last + 1) - 2 ** first
const always = Array.from({ length: 7 }, () => dayOn)
const weekdays = [0, dayOn, dayOn, dayOn, dayOn, dayOn, 0]
const everyDay = (mask: number) => Array.from({ length: 7 }, () => mask)

const usual = { countries: ['Global'], week: always }

/** Ads of every product and billing type, in every status. */
export const advertiserCampaigns: readonly DemoCampaign[] = [
  {
    ...{ name: 'Star Odyssey summer sale', type: 'AOS', budgetWon: 250_000, story: 'spends its budget' },
    ...{ ...usual, eagerness: eager(140, 140, 140) },
  },
  {
    ...{ name: 'Star Odyssey retargeting', type: 'BOTH', budgetWon: 20_000_000, story: 'was stopped' },
    ...{ ...usual, countries: ['KR', 'US'], eagerness: eager(102, 101, 103) },
  },
  {
    ...{ name: 'Star Odyssey iPhone', type: 'IOS', budgetWon: 50_000_000, story: 'runs' },
    ...{ ...usual, eagerness: eager(103, 98, 104) },
  },
  {
    ...{ name: 'Star Odyssey Korea launch', type: 'AOS', budgetWon: 50_000_000, story: 'runs' },
    ...{ ...usual, countries: ['KR'], eagerness: eager(104, 102, 99) },
  },
  {
    ...{ name: 'Moonlight Kitchen teaser', type: 'AOS', budgetWon: 3_000_000, story: 'never started' },
    ...{ ...usual, eagerness: eager(90, 90, 90) },
  },
]

/** One each, always on offer but not at every hour. */
export const rivalCampaigns: readonly DemoCampaign[] = [
  {
    ...{ name: 'Bada Commerce lunch deals', type: 'BOTH', budgetWon: 500_000_000, story: 'runs' },
    ...{ ...usual, week: everyDay(hours(9, 17)), eagerness: eager(105, 108, 96) },
  },
  {
    ...{ name: 'Northwind Play always on', type: 'BOTH', budgetWon: 500_000_000, story: 'runs' },
    ...{ ...usual, eagerness: eager(97, 95, 98) },
  },
  {
    ...{ name: 'Kumo Studio weekdays', type: 'BOTH', budgetWon: 500_000_000, story: 'runs' },
    ...{ ...usual, week: weekdays, eagerness: eager(96, 103, 106) },
  },
]

/** Whole won; per 1,000 impressions for CPM. At the usual rates all of them are worth the same to a publisher. */
const costs: Record<PricingModel, { min: number; max: number }> = {
  CPM: { min: 6_000, max: 24_000 },
  CPC: { min: 300, max: 1_200 },
  CPV: { min: 12, max: 48 },
  nCPI: { min: 3_000, max: 12_000 },
  nCPA: { min: 6_000, max: 24_000 },
}

/** An ad that is to spend its budget to the end bids one price: a remainder that buys less than its bid would stay. */
function bidsOf(
  demo: DemoCampaign,
  product: Product,
  billingType: PricingModel,
): { min: number; max: number } {
  const scaled = (cost: number) => Math.round((cost * demo.eagerness[product]) / 100)
  const max = scaled(costs[billingType].max)
  return { min: demo.story === 'spends its budget' ? max : scaled(costs[billingType].min), max }
}

export interface AddedCampaign extends DemoCampaign {
  id: CampaignId
  ads: AdId[]
}

/** One ad of each product and billing type that is sold. */
export async function addCampaign(
  tx: Tx,
  demo: DemoCampaign,
  parts: { owner: CustomerId; materials: Materials; at: Instant },
): Promise<AddedCampaign> {
  const moment = at(parts.at)
  const url = 'https://star-odyssey.example/get?click_id={click_id}&from={med_id}'
  const urls = { ios: demo.type === 'AOS' ? '' : url, aos: demo.type === 'IOS' ? '' : url }
  const id = await tx.one(
    (row) => row.campaign_id as CampaignId,
    sql`
    insert into campaign (customer_id, name, camp_type, budget_micros, url_ios, url_aos, countries, registered_at,
                          updated_at)
    values (${parts.owner}, ${demo.name}, ${demo.type}, ${won(demo.budgetWon)}, ${urls.ios}, ${urls.aos},
            ${demo.countries}, ${moment}, ${moment})
    returning campaign_id`,
  )
  const ads: AdId[] = []
  for (const product of Object.keys(soldBillingTypes) as Product[]) {
    for (const billingType of soldBillingTypes[product]) {
      ads.push(await addAd(tx, { demo, campaignId: id, product, billingType, urls, ...parts }))
    }
  }
  return { ...demo, id, ads }
}

interface NewAd {
  demo: DemoCampaign
  campaignId: CampaignId
  owner: CustomerId
  product: Product
  billingType: PricingModel
  materials: Materials
  urls: { ios: string; aos: string }
  at: Instant
}

function addAd(tx: Tx, ad: NewAd): Promise<AdId> {
  const { demo, billingType } = ad
  const moment = at(ad.at)
  const { min, max } = bidsOf(demo, ad.product, billingType)
  const limit = won(demo.budgetWon)
  const isVideo = ad.product === 'VIDEO'
  const status = demo.story === 'never started' ? 'FIRST' : 'INPROGRESS'
  return tx.one(
    (row) => row.ad_id as AdId,
    sql`
    insert into ad (campaign_id, customer_id, product, billing_type, name, camp_type, url_ios, url_aos, materials,
                    countries, week, day_limit_micros, budget_limit_micros, min_cost_won, max_cost_won, video_length, status,
                    registered_at, updated_at)
    values (${ad.campaignId}, ${ad.owner}, ${ad.product}, ${billingType},
            ${`${demo.name} · ${ad.product.toLowerCase()} ${billingType}`}, ${demo.type}, ${ad.urls.ios},
            ${ad.urls.aos}, ${ad.materials[ad.product]}, ${demo.countries}, ${demo.week},
            ${limit}, ${limit}, ${min}, ${max}, ${isVideo ? 6 : 0}, ${status}, ${moment}, ${moment})
    returning ad_id`,
  )
}

/** As the advertiser would: nothing is deleted and a completed ad stays complete. */
export const stopAds = (tx: Tx, ads: readonly AdId[], moment: Instant): Promise<number> =>
  tx.run(sql`
    update ad set status = 'WAITING', updated_at = ${at(moment)}
     where ad_id = any(${ads}::int[]) and status = 'INPROGRESS'`)
