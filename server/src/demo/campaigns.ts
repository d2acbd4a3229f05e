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
  /** Bids are these times the ordinary ones, in hundredths. */
  eagerness: number
  countries: readonly string[]
}

const campaign = (
  name: string,
  type: DemoCampaign['type'],
  budgetWon: number,
  rest: Pick<DemoCampaign, 'story' | 'eagerness'> & Partial<Pick<DemoCampaign, 'countries'>>,
): DemoCampaign => ({ name, type, budgetWon, countries: ['Global'], ...rest })

/** Ads of every product and billing type, in every status. */
export const advertiserCampaigns: readonly DemoCampaign[] = [
  campaign('Star Odyssey summer sale', 'AOS', 250_000, { story: 'spends its budget', eagerness: 140 }),
  campaign('Star Odyssey retargeting', 'BOTH', 20_000_000, {
    story: 'was stopped',
    eagerness: 105,
    countries: ['KR', 'US'],
  }),
  campaign('Star Odyssey iPhone', 'IOS', 50_000_000, { story: 'runs', eagerness: 100 }),
  campaign('Star Odyssey Korea launch', 'AOS', 50_000_000, {
    story: 'runs',
    eagerness: 100,
    countries: ['KR'],
  }),
  campaign('Moonlight Kitchen teaser', 'AOS', 3_000_000, { story: 'never started', eagerness: 90 }),
]

export const rivalCampaign = (company: string, number: number): DemoCampaign =>
  campaign(`${company} always on`, 'BOTH', 500_000_000, { story: 'runs', eagerness: 92 + number * 4 })

/** Whole won; per 1,000 impressions for CPM. At the usual rates all of them are worth the same to a publisher. */
const costs: Record<PricingModel, { min: number; max: number }> = {
  CPM: { min: 6_000, max: 24_000 },
  CPC: { min: 300, max: 1_200 },
  CPV: { min: 12, max: 48 },
  nCPI: { min: 3_000, max: 12_000 },
  nCPA: { min: 6_000, max: 24_000 },
}

/** An ad that is to spend its budget to the end bids one price: a remainder that buys less than its bid would stay. */
function bidsOf(demo: DemoCampaign, billingType: PricingModel): { min: number; max: number } {
  const scaled = (cost: number) => Math.round((cost * demo.eagerness) / 100)
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
  const { min, max } = bidsOf(demo, billingType)
  const limit = won(demo.budgetWon)
  const isVideo = ad.product === 'VIDEO'
  const status = demo.story === 'never started' ? 'FIRST' : 'INPROGRESS'
  return tx.one(
    (row) => row.ad_id as AdId,
    sql`
    insert into ad (campaign_id, customer_id, product, billing_type, name, camp_type, url_ios, url_aos, materials,
                    countries, week, day_limit_micros, budget_limit_micros, min_cost, max_cost, video_length, status,
                    registered_at, updated_at)
    values (${ad.campaignId}, ${ad.owner}, ${ad.product}, ${billingType},
            ${`${demo.name} · ${ad.product.toLowerCase()} ${billingType}`}, ${demo.type}, ${ad.urls.ios},
            ${ad.urls.aos}, ${ad.materials[ad.product]}, ${demo.countries}, ${Array.from({ length: 7 }, () => dayOn)},
            ${limit}, ${limit}, ${min}, ${max}, ${isVideo ? 6 : 0}, ${status}, ${moment}, ${moment})
    returning ad_id`,
  )
}

/** As the advertiser would: nothing is deleted and a completed ad stays complete. */
export const stopAds = (tx: Tx, ads: readonly AdId[], moment: Instant): Promise<number> =>
  tx.run(sql`
    update ad set status = 'WAITING', updated_at = ${at(moment)}
     where ad_id = any(${ads}::int[]) and status = 'INPROGRESS'`)
