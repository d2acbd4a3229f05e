import {
  type AppInfo,
  type CampaignType,
  isFullUrl,
  isStoreUrl,
  limits,
  type Platform,
  type PricingModel,
  type Product,
  soldBillingTypes,
} from '@voltline/contract'
import { type Micros, ok, type Result, refuse, wholeWon, won } from '@voltline/kernel'
import { type AdContent, type AdPlatform, hasHour } from './ad.ts'
import { checkMaterials, isVideo, type Material } from './material/material.ts'

/** An ad as the form sends it, in the names of the wire; limits and bids in whole won. */
export interface Draft {
  comment: string
  campType: AdPlatform
  url: string
  minCost: number
  maxCost: number
  dayLimit: number
  budgetLimit: number
  filter: boolean
  countries: string[]
  appInfo: AppInfo | null
  week: number[]
  gmID: number
  audID: number
}

/** What an ad is checked against. */
export interface AdFrame {
  product: Product
  billingType: PricingModel
  campaign: { type: CampaignType; budgetMicros: Micros }
  /** The file names of the ad as it is. */
  knownMaterials?: readonly string[]
}

type Refusals =
  | 'UNKNOWN'
  | 'INVALID_TRACKURLAOS'
  | 'INVALID_TRACKURLIOS'
  | 'EXCEEDED_SCHEDULE'
  | 'DAYLIMIT_LESSTHAN'
  | 'PROLIMIT_LESSTHAN'
type Checked = Result<null, Refusals>
const passed: Checked = ok(null)

function checkFrame(draft: Draft, frame: AdFrame): Checked {
  const sold: readonly PricingModel[] = soldBillingTypes[frame.product]
  if (!sold.includes(frame.billingType)) {
    return refuse('UNKNOWN', `billingType: ${frame.product} is sold by ${sold.join(', ')}`)
  }
  const { type } = frame.campaign
  const isFixed = type === 'AOS' || type === 'IOS'
  if (isFixed && draft.campType !== type) return refuse('UNKNOWN', `campType: the campaign is for ${type}`)
  return passed
}

const platformsOf = (platform: AdPlatform): readonly Platform[] =>
  platform === 'BOTH' ? ['AOS', 'IOS'] : [platform]

function checkApp(draft: Draft): Checked {
  if (!isFullUrl(draft.url)) {
    return refuse(draft.campType === 'IOS' ? 'INVALID_TRACKURLIOS' : 'INVALID_TRACKURLAOS')
  }
  const storeUrl = draft.appInfo?.StoreURL
  const inStore = platformsOf(draft.campType).some((platform) => isStoreUrl(storeUrl ?? '', platform))
  if (storeUrl && !inStore)
    return refuse('UNKNOWN', 'appInfo.StoreURL: is not a page of the platform’s store')
  return passed
}

/** A limit may equal the campaign's budget, which is the default. */
function checkLimits(draft: Draft, budgetMicros: Micros): Checked {
  if (won(draft.dayLimit) > budgetMicros) return refuse('DAYLIMIT_LESSTHAN')
  if (won(draft.budgetLimit) > budgetMicros) return refuse('PROLIMIT_LESSTHAN')
  return passed
}

function checkBid(draft: Draft, billingType: PricingModel): Checked {
  const least = billingType === 'CPM' ? limits.bidMinCpm : limits.bidMin
  if (draft.minCost < least) return refuse('UNKNOWN', `minCost: Minimum value ${least}`)
  if (draft.maxCost < draft.minCost) return refuse('UNKNOWN', 'maxCost: must be at least minCost')
  return passed
}

/** The rules that span several fields, in the order of the wizard's steps; returns the first refusal. */
export function checkDraft(
  draft: Draft,
  materials: readonly Material[],
  frame: AdFrame,
): Result<AdContent, Refusals> {
  const checks: (() => Checked)[] = [
    () => checkFrame(draft, frame),
    () => checkMaterials(materials, frame.product, frame.knownMaterials),
    () => checkApp(draft),
    () => (hasHour(draft.week) ? passed : refuse('EXCEEDED_SCHEDULE')),
    () => checkLimits(draft, frame.campaign.budgetMicros),
    () => checkBid(draft, frame.billingType),
  ]
  for (const check of checks) {
    const checked = check()
    if (!checked.ok) return checked
  }
  return ok(contentOf(draft, materials))
}

function contentOf(draft: Draft, materials: readonly Material[]): AdContent {
  const shown = platformsOf(draft.campType)
  return {
    comment: draft.comment,
    platform: draft.campType,
    urls: {
      aos: shown.includes('AOS') ? draft.url : '',
      ios: shown.includes('IOS') ? draft.url : '',
    },
    materials: materials.map((material) => material.name),
    countries: draft.countries,
    adult: draft.filter,
    week: draft.week,
    dayLimitMicros: won(draft.dayLimit),
    budgetLimitMicros: won(draft.budgetLimit),
    minCostWon: wholeWon(draft.minCost),
    maxCostWon: wholeWon(draft.maxCost),
    gmId: draft.gmID,
    audId: draft.audID,
    videoSeconds: (materials.find(isVideo)?.durationMs ?? 0) / 1_000,
    appInfo: draft.appInfo,
  }
}
