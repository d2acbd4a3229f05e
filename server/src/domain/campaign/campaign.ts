import { type CampaignType, isFullUrl } from '@voltline/contract'
import { type CampaignId, type Instant, type Micros, micros, ok, type Result, refuse } from '@voltline/kernel'

export interface TargetUrls {
  aos: string
  ios: string
}

export interface Campaign {
  id: CampaignId
  name: string
  type: CampaignType
  budgetMicros: Micros
  spentMicros: Micros
  urls: TargetUrls
  countries: string[]
  registeredAt: Instant
  updatedAt: Instant
}

export type CampaignRef = Pick<Campaign, 'id' | 'name'>

/** What a campaign can still spend. */
export const remainingBudget = (campaign: Pick<Campaign, 'budgetMicros' | 'spentMicros'>): Micros =>
  micros(campaign.budgetMicros - campaign.spentMicros)

type WrongUrl = 'INVALID_TRACKURLAOS' | 'INVALID_TRACKURLIOS'

/** A campaign for both platforms with one URL uses it for both. */
const completed = (type: CampaignType, urls: TargetUrls): TargetUrls =>
  type === 'BOTH' ? { aos: urls.aos || urls.ios, ios: urls.ios || urls.aos } : urls

/** The platform's own URL is required; the other may be empty, but not invalid. */
export function checkUrls(type: CampaignType, given: TargetUrls): Result<TargetUrls, WrongUrl> {
  const urls = completed(type, given)
  const needsAos = type === 'AOS' || type === 'BOTH' || (type === 'WEB' && !urls.ios)
  const needsIos = type === 'IOS' || type === 'BOTH'
  if ((needsAos || urls.aos) && !isFullUrl(urls.aos)) return refuse('INVALID_TRACKURLAOS')
  if ((needsIos || urls.ios) && !isFullUrl(urls.ios)) return refuse('INVALID_TRACKURLIOS')
  return ok(urls)
}

export interface CampaignEdit {
  name: string
  urls: TargetUrls
  countries: string[]
}

/** Type and budget never change. */
export function edit(campaign: Campaign, change: CampaignEdit, now: Instant): Result<Campaign, WrongUrl> {
  const urls = checkUrls(campaign.type, change.urls)
  if (!urls.ok) return urls
  return ok({
    ...campaign,
    name: change.name,
    countries: change.countries,
    urls: urls.value,
    updatedAt: now,
  })
}
