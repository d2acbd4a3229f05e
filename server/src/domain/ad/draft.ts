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
  /** `url` if omitted or empty. */
  url_AOS?: string | undefined
  url_iOS?: string | undefined
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

/** What a click leads to; '' for a platform that the ad is not for. */
function urlsOf({ campType, url, url_AOS, url_iOS }: Draft): AdContent['urls'] {
  const shown = platformsOf(campType)
  return {
    aos: shown.includes('AOS') ? url_AOS || url : '',
    ios: shown.includes('IOS') ? url_iOS || url : '',
  }
}

/** One that was sent is checked even if the ad is not for its platform. */
function checkUrls(draft: Draft): Checked {
  const { aos, ios } = urlsOf(draft)
  const { url_AOS: sentAos = '', url_iOS: sentIos = '' } = draft
  const isBad = (url: string) => url !== '' && !isFullUrl(url)
  if (draft.campType !== 'IOS' ? !isFullUrl(aos) : isBad(sentAos)) return refuse('INVALID_TRACKURLAOS')
  if (draft.campType !== 'AOS' ? !isFullUrl(ios) : isBad(sentIos)) return refuse('INVALID_TRACKURLIOS')
  return passed
}

function checkApp(draft: Draft): Checked {
  const urls = checkUrls(draft)
  if (!urls.ok) return urls
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
  return {
    comment: draft.comment,
    platform: draft.campType,
    urls: urlsOf(draft),
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
