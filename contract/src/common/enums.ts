/** Every enumeration of the product, spelled as in its documents. */
export const platforms = ['IOS', 'AOS'] as const
export type Platform = (typeof platforms)[number]

export const customerTypes = ['ADVERTISER', 'PUBLISHER'] as const
export type CustomerType = (typeof customerTypes)[number]

export const campaignTypes = ['IOS', 'AOS', 'BOTH', 'WEB'] as const
export type CampaignType = (typeof campaignTypes)[number]

export const products = ['BANNER', 'INTERSTITIAL', 'VIDEO'] as const
export type Product = (typeof products)[number]

export const billingTypes = ['CPC', 'CPM', 'CPV', 'CPI', 'CPA', 'eCPC', 'nCPI', 'nCPA'] as const
export type BillingType = (typeof billingTypes)[number]

/** The pricing models that are sold, by product. nCPA is sold through the call only; the wizard shows it disabled. */
export const soldBillingTypes = {
  BANNER: ['CPM', 'nCPI', 'nCPA'],
  INTERSTITIAL: ['CPC', 'nCPI', 'nCPA'],
  VIDEO: ['CPV', 'nCPI', 'nCPA'],
} as const satisfies Record<Product, readonly BillingType[]>
export const pricingModels = ['CPM', 'CPC', 'CPV', 'nCPI', 'nCPA'] as const
export type PricingModel = (typeof pricingModels)[number]

/** The statuses of the first document; ads also have FIRST. */
export const promotionStatuses = ['WAITING', 'INPROGRESS', 'COMPLETE'] as const
/** FIRST and WAITING both read "stopped"; FIRST has never run. */
export const adStatuses = ['FIRST', 'WAITING', 'INPROGRESS', 'COMPLETE'] as const
export type AdStatus = (typeof adStatuses)[number]

/** An operator's verdict on an ad's material and target; '' until its first start. */
export const adReviews = ['', 'WAITING', 'APPROVED', 'REJECTED'] as const
export type AdReview = (typeof adReviews)[number]

/** When an operator reviews an ad: after it serves, before it serves, or never. */
export const adReviewModes = ['after', 'before', 'off'] as const
export type AdReviewMode = (typeof adReviewModes)[number]

export const criteria = ['AMOUNT', 'DAY', 'HOUR'] as const
export const targetings = ['GAME', 'AUDIENCE'] as const
export const genreFlags = { RPG: 1, ACTION: 2, CARD: 4, ADVANTURE: 8 } as const

/** H0 to H23 as bit flags; all of them together are a whole day. */
export const hourFlags = Object.freeze(
  Object.fromEntries(Array.from({ length: 24 }, (_, hour) => [`H${hour}`, 2 ** hour])),
) as Readonly<Record<`H${number}`, number>>
export const dayOn = 16_777_215
export const dayOff = 0

export const actionTypes = ['IMPRESSION', 'WATCH', 'INSTALL', 'CLICK', 'ACTION'] as const
export type ActionType = (typeof actionTypes)[number]
/** The event that each pricing model pays for. */
export const billedOn = {
  CPM: 'IMPRESSION',
  CPC: 'CLICK',
  CPV: 'WATCH',
  nCPI: 'INSTALL',
  nCPA: 'ACTION',
} as const satisfies Record<PricingModel, ActionType>

export const adminGroups = ['ADMINISTRATORS', 'USERS'] as const
export type AdminGroup = (typeof adminGroups)[number]

/** RELEASED: back among the payable revenue. */
export const payoutStatuses = ['WAITING', 'COMPLETE', 'HOLD', 'RELEASED'] as const
export type PayoutStatus = (typeof payoutStatuses)[number]

/** A case about a unit's traffic: its amount is held while it is OPEN, corrected when CONFIRMED, free when RELEASED. */
export const caseStatuses = ['OPEN', 'CONFIRMED', 'RELEASED'] as const
export type CaseStatus = (typeof caseStatuses)[number]

/** What the detectors look at. */
export const caseSignals = [
  'click_rate',
  'watch_rate',
  'install_rate',
  'address_share',
  'new_devices',
  'country_mismatch',
  'time_of_day',
  'regular_gaps',
  'click_to_install',
  'invalid_share',
] as const
export type CaseSignal = (typeof caseSignals)[number]

export const devEnvironments = ['DEV', 'STAGE', 'PRODUCT', 'TEST'] as const

/** An app's ApiKeyStatus; every other number means issued. */
export const apiKeyStatus = { notRequested: -1, waiting: 0, issued: 1 } as const
/** A medium's Active. */
export const mediumActive = { open: 1, closed: 0 } as const

/** Why an ad in progress is not shown: not approved yet, a limit is reached, outside its hours, or outbid everywhere. */
export const holds = ['REVIEW', 'CASH', 'BUDGET', 'LIMIT', 'DAY', 'SCHEDULE', 'OUTBID'] as const
export type Hold = (typeof holds)[number]

/** Why delivery does not serve an ad, in the order of the checks. */
export const noServeReasons = [
  'stopped',
  'complete',
  'advertiser_blocked',
  'review',
  'ad_limit',
  'campaign_budget',
  'cash',
  'day_limit',
  'hour_off',
  'country',
  'adult',
  'capped',
] as const
export type NoServeReason = (typeof noServeReasons)[number]

/** Every reason why a request is not filled, or not by a certain ad. Each has a text in both languages. */
export const reasons = [...noServeReasons, 'unit_closed', 'key_revoked', 'device_limit'] as const
export type InsightReason = (typeof reasons)[number]

export const schedulePresets = ['daily', 'weekday', 'weekend', 'self'] as const
export type SchedulePreset = (typeof schedulePresets)[number]

export const payoutFolders = ['bankbook', 'certificate'] as const
export type PayoutFolder = (typeof payoutFolders)[number]

/** The `type` of a mail link to `/`. */
export const mailLinkTypes = ['signup', 'findpw'] as const
export type MailLinkType = (typeof mailLinkTypes)[number]

export const languages = ['en', 'ko'] as const
export type Language = (typeof languages)[number]

export const chartTypes = ['impression', 'revenue', 'ecpm', 'ctr'] as const
export type ChartType = (typeof chartTypes)[number]
