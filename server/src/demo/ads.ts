import type { AdStatus, PricingModel, Product } from '@voltline/contract'
import { type AdId, type CampaignId, type CustomerId, type Instant, wholeWon, won } from '@voltline/kernel'
import type { AdPlatform } from '../domain/ad/ad.ts'
import { saveReview } from '../domain/ad/review/store.ts'
import { insertAd, saveStatus } from '../domain/ad/store.ts'
import type { Tx } from '../platform/database/database.ts'
import type { Materials } from './materials.ts'

const videoSeconds = 6

export interface DemoAd {
  owner: CustomerId
  campaignId: CampaignId
  product: Product
  billingType: PricingModel
  name: string
  platform: AdPlatform
  urls: { ios: string; aos: string }
  materials: Materials
  countries: readonly string[]
  adult: boolean
  week: readonly number[]
  dayLimitWon: number
  budgetLimitWon: number
  /** Whole won; per 1,000 impressions for CPM. */
  minCostWon: number
  maxCostWon: number
  status: Exclude<AdStatus, 'COMPLETE'>
  /** Started, but no operator has looked at it yet. */
  waitsForReview?: boolean
}

/** The states an ad passes on the way to a status, each set as an advertiser would. */
const pathTo: Readonly<Record<DemoAd['status'], readonly AdStatus[]>> = {
  FIRST: ['FIRST'],
  INPROGRESS: ['FIRST', 'INPROGRESS'],
  WAITING: ['FIRST', 'INPROGRESS', 'WAITING'],
}

export async function addAd(tx: Tx, ad: DemoAd, now: Instant): Promise<AdId> {
  const id = await insertAd(
    tx,
    ad.owner,
    {
      campaignId: ad.campaignId,
      product: ad.product,
      billingType: ad.billingType,
      name: ad.name,
      comment: '',
      platform: ad.platform,
      urls: ad.urls,
      materials: ad.materials[ad.product],
      countries: [...ad.countries],
      adult: ad.adult,
      week: [...ad.week],
      dayLimitMicros: won(ad.dayLimitWon),
      budgetLimitMicros: won(ad.budgetLimitWon),
      minCostWon: wholeWon(ad.minCostWon),
      maxCostWon: wholeWon(ad.maxCostWon),
      gmId: 0,
      audId: 0,
      videoSeconds: ad.product === 'VIDEO' ? videoSeconds : 0,
      appInfo: null,
    },
    now,
  )
  const path = pathTo[ad.status]
  for (const [step, status] of path.slice(1).entries()) {
    await saveStatus(tx, { id, status: path[step] ?? 'FIRST' }, status, now)
  }
  if (ad.status !== 'FIRST' && !ad.waitsForReview) await approveAd(tx, { id, status: ad.status }, now)
  return id
}

const approveAd = (tx: Tx, ad: { id: AdId; status: AdStatus }, now: Instant) =>
  saveReview(tx, ad, { review: { state: 'APPROVED', reason: '', changedAt: now }, status: ad.status }, now)

/** A completed ad stays complete. */
export async function stopAds(tx: Tx, ids: readonly AdId[], now: Instant): Promise<void> {
  for (const id of ids) await saveStatus(tx, { id, status: 'INPROGRESS' }, 'WAITING', now)
}
