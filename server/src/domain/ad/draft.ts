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
import type { Folder } from '../../platform/files/file.ts'
import { type AdContent, type AdPlatform, hasHour } from './ad.ts'

/** An ad as it was sent, before the rules that span several fields. */
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

/** A file of the caller's own that is really there. */
export interface Material {
  name: string
  folder: Folder
  /** The film's as it was uploaded, also where this is what was made from it. */
  durationMs: number | undefined
}
const isVideo = (one: Material): boolean => one.folder === 'video' || one.folder === 'encoded'

/** What an ad is held against. */
export interface Frame {
  product: Product
  billingType: PricingModel
  campaign: { type: CampaignType; budget: Micros }
}

type Refusals =
  | 'UNKNOWN'
  | 'INVALID_TRACKURLAOS'
  | 'INVALID_TRACKURLIOS'
  | 'EXCEEDED_SCHEDULE'
  | 'DAYLIMIT_LESSTHAN'
  | 'PROLIMIT_LESSTHAN'
type Checked = Result<null, Refusals>
const fine: Checked = ok(null)

function checkFrame(draft: Draft, frame: Frame): Checked {
  const sold: readonly PricingModel[] = soldBillingTypes[frame.product]
  if (!sold.includes(frame.billingType)) {
    return refuse('UNKNOWN', `billingType: ${frame.product} is sold by ${sold.join(', ')}`)
  }
  const { type } = frame.campaign
  const fixed = type === 'AOS' || type === 'IOS'
  if (fixed && draft.campType !== type) return refuse('UNKNOWN', `campType: the campaign is for ${type}`)
  return fine
}

const imageCounts = { BANNER: limits.bannerImagesMax, INTERSTITIAL: 1 } as const
/** A still and an icon may come with a video. */
const stillsMax = 2

function checkMaterials(materials: readonly Material[], product: Product): Checked {
  const count = (...folders: Folder[]) => materials.filter((one) => folders.includes(one.folder)).length
  const unlike = new Set(materials.map((one) => one.name)).size === materials.length
  if (product !== 'VIDEO') {
    const images = count('image')
    const most = imageCounts[product]
    if (unlike && images === materials.length && images >= 1 && images <= most) return fine
    return refuse('UNKNOWN', `filenames: ${product} takes ${most === 1 ? '1 image' : `1 to ${most} images`}`)
  }
  const videos = materials.filter(isVideo)
  const stills = count('poster', 'icon')
  const [video] = videos
  if (!unlike || !video || videos.length !== 1 || videos.length + stills !== materials.length) {
    return refuse('UNKNOWN', 'filenames: VIDEO takes 1 video')
  }
  if (stills > stillsMax) return refuse('UNKNOWN', `filenames: at most ${stillsMax} stills with a video`)
  return checkLength(video)
}

function checkLength(video: Material): Checked {
  const seconds = (video.durationMs ?? 0) / 1_000
  const fits = seconds >= limits.videoSecondsMin && seconds <= limits.videoSecondsMax
  if (fits) return fine
  return refuse(
    'UNKNOWN',
    `filenames: a video runs ${limits.videoSecondsMin} to ${limits.videoSecondsMax} seconds`,
  )
}

const platformsOf = (platform: AdPlatform): readonly Platform[] =>
  platform === 'BOTH' ? ['AOS', 'IOS'] : [platform]

function checkApp(draft: Draft): Checked {
  if (!isFullUrl(draft.url)) {
    return refuse(draft.campType === 'IOS' ? 'INVALID_TRACKURLIOS' : 'INVALID_TRACKURLAOS')
  }
  const storeUrl = draft.appInfo?.StoreURL
  const inStore = platformsOf(draft.campType).some((platform) => isStoreUrl(storeUrl ?? '', platform))
  if (storeUrl && !inStore) return refuse('UNKNOWN', 'appInfo.StoreURL: is no page of the platform’s store')
  return fine
}

/** Not above the budget: equal is the default, and so is allowed. */
function checkLimits(draft: Draft, budget: Micros): Checked {
  if (won(draft.dayLimit) > budget) return refuse('DAYLIMIT_LESSTHAN')
  if (won(draft.budgetLimit) > budget) return refuse('PROLIMIT_LESSTHAN')
  return fine
}

function checkBid(draft: Draft, billingType: PricingModel): Checked {
  const least = billingType === 'CPM' ? limits.bidMinCpm : limits.bidMin
  if (draft.minCost < least) return refuse('UNKNOWN', `minCost: Minimum value ${least}`)
  if (draft.maxCost < draft.minCost) return refuse('UNKNOWN', 'maxCost: is at least minCost')
  return fine
}

/** The rules that span several fields, in the order of the wizard's steps; the first that is broken is the answer. */
export function checkDraft(
  draft: Draft,
  materials: readonly Material[],
  frame: Frame,
): Result<AdContent, Refusals> {
  const checks: (() => Checked)[] = [
    () => checkFrame(draft, frame),
    () => checkMaterials(materials, frame.product),
    () => checkApp(draft),
    () => (hasHour(draft.week) ? fine : refuse('EXCEEDED_SCHEDULE')),
    () => checkLimits(draft, frame.campaign.budget),
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
    materials: materials.map((one) => one.name),
    countries: draft.countries,
    adult: draft.filter,
    week: draft.week,
    dayLimit: won(draft.dayLimit),
    budgetLimit: won(draft.budgetLimit),
    minCostWon: wholeWon(draft.minCost),
    maxCostWon: wholeWon(draft.maxCost),
    gmId: draft.gmID,
    audId: draft.audID,
    videoSeconds: (materials.find(isVideo)?.durationMs ?? 0) / 1_000,
    appInfo: draft.appInfo,
  }
}
