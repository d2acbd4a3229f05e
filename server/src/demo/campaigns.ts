import {
  type CampaignType,
  dayOn,
  type PricingModel,
  type Product,
  products,
  soldBillingTypes,
} from '@voltline/contract'
import { type AdId, type CampaignId, type CustomerId, type Instant, won } from '@voltline/kernel'
import { insertCampaign } from '../domain/campaign/store.ts'
import type { Tx } from '../platform/database/database.ts'
import { addAd, type DemoAd } from './ads.ts'
import type { Materials } from './materials.ts'

/** The history of a campaign's ads. COMPLETE is never written here: billing sets it when the budget is spent. */
export type CampaignStory = 'runs' | 'never started' | 'was stopped' | 'spends its budget'

export interface DemoCampaign {
  name: string
  type: Extract<CampaignType, 'AOS' | 'IOS' | 'BOTH'>
  budgetWon: number
  story: CampaignStory
  countries: readonly string[]
  /** Bids per product in percent of the usual bid, chosen so that no campaign wins everything. */
  eagerness: Record<Product, number>
  /** Hour masks, Sunday first. */
  week: readonly number[]
  /** The ad of this pricing model, which no operator has reviewed yet. */
  waitsForReview?: PricingModel
}

const eager = (banner: number, interstitial: number, video: number): DemoCampaign['eagerness'] => ({
  ...{ BANNER: banner, INTERSTITIAL: interstitial, VIDEO: video },
})

/** The mask of the hours from first to last, inclusive. */
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
    ...{ ...usual, countries: ['KR'], eagerness: eager(104, 102, 99), waitsForReview: 'CPV' },
  },
  {
    ...{ name: 'Moonlight Kitchen teaser', type: 'AOS', budgetWon: 3_000_000, story: 'never started' },
    ...{ ...usual, eagerness: eager(90, 90, 90) },
  },
]

/** One per rival, always in progress but not at every hour. */
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

/** Whole won; per 1,000 impressions for CPM. At the expected rates all have the same eCPM. */
const costs: Record<PricingModel, { min: number; max: number }> = {
  CPM: { min: 6_000, max: 24_000 },
  CPC: { min: 300, max: 1_200 },
  CPV: { min: 12, max: 48 },
  nCPI: { min: 3_000, max: 12_000 },
  nCPA: { min: 6_000, max: 24_000 },
}

/** An ad that spends its whole budget bids a single price, so that no remainder is left. */
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

/** Adds a campaign with one ad of each product and pricing model that is sold. */
export async function addCampaign(
  tx: Tx,
  demo: DemoCampaign,
  services: { owner: CustomerId; materials: Materials; at: Instant },
): Promise<AddedCampaign> {
  const { owner, materials, at: now } = services
  const url = 'https://star-odyssey.example/get?click_id={click_id}&from={med_id}'
  const urls = { ios: demo.type === 'AOS' ? '' : url, aos: demo.type === 'IOS' ? '' : url }
  const { name, type } = demo
  const id = await insertCampaign(
    tx,
    owner,
    {
      ...{ name, type, urls, budgetMicros: won(demo.budgetWon), countries: [...demo.countries] },
      ...{ comment: '', defaultTime: '' },
    },
    now,
  )
  const ads: AdId[] = []
  for (const product of products) {
    for (const billingType of soldBillingTypes[product]) {
      const { min, max } = bidsOf(demo, product, billingType)
      const ad: DemoAd = {
        ...{ owner, campaignId: id, product, billingType, platform: type, urls, materials, adult: false },
        name: `${name} · ${product.toLowerCase()} ${billingType}`,
        ...{ countries: demo.countries, week: demo.week },
        ...{ dayLimitWon: demo.budgetWon, budgetLimitWon: demo.budgetWon, minCostWon: min, maxCostWon: max },
        status: demo.story === 'never started' ? 'FIRST' : 'INPROGRESS',
        waitsForReview: demo.waitsForReview === billingType,
      }
      ads.push(await addAd(tx, ad, now))
    }
  }
  return { ...demo, id, ads }
}
