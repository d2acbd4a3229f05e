import type {
  AppInfo,
  BillingType,
  CampaignType,
  getAd,
  getCampaign,
  PricingModel,
  Product,
  Received,
  SchedulePreset,
} from '@voltline/contract'
import type { ContractForm } from '../../ui/fields/use-contract-form.tsx'
import { presetOfWeek, type Week, weekOf } from './fields/schedule.ts'

export type Ad = NonNullable<Received<typeof getAd>['ad']>
export type Campaign = NonNullable<Received<typeof getCampaign>['campaign']>
/** The platform of an ad; ads do not run on the web. */
export type AdPlatform = Exclude<CampaignType, 'WEB'>

/** Store details as a form holds them. */
export type StoreValues = {
  title: string
  score: number | string
  installs: string
  genres: string
  free: boolean
  show: boolean
}

export type AdValues = StoreValues & {
  product: Product
  billingType: BillingType
  name: string
  comment: string
  countries: string[]
  platform: AdPlatform
  url: string
  adult: 'yes' | 'no'
  storeURL: string
  preset: SchedulePreset
  week: Week
  dayLimit: number | string
  budgetLimit: number | string
  minCost: number | string
  maxCost: number | string
}
export type AdForm = ContractForm<AdValues>

const noStore: StoreValues = { title: '', score: '', installs: '', genres: '', free: true, show: false }

type Sparse<T> = { [K in keyof T]?: T[K] | undefined }

/** Store details as form values, with defaults for missing ones. */
export const storeValuesOf = (info: Sparse<AppInfo>): StoreValues => ({
  title: info.Title ?? noStore.title,
  score: info.Score ?? noStore.score,
  installs: info.Installs ?? noStore.installs,
  genres: info.Genres?.join(', ') ?? noStore.genres,
  free: info.Free ?? noStore.free,
  show: info.Show ?? noStore.show,
})

/** The store details in a form; null when it has none. */
function appInfoOf(values: AdValues): AppInfo | null {
  if (values.product !== 'VIDEO') return null
  const { title, score, installs, genres, free, show } = values
  const storeURL = values.storeURL.trim()
  if (!storeURL && !title.trim()) return null
  return {
    Title: title.trim(),
    Score: score === '' ? null : Math.min(5, Number(score)),
    Installs: values.platform === 'IOS' ? '' : installs.trim(),
    Genres: genres
      .split(',')
      .map((genre) => genre.trim())
      .filter(Boolean),
    Free: free,
    StoreURL: storeURL,
    Show: show,
  }
}

const countriesOf = (text: string): string[] => (JSON.parse(text) as { Country: string[] }).Country
export const materialsOf = (ad: Ad): string[] => (JSON.parse(ad.MatNames) as { MatNames: string[] }).MatNames

const weekOfAd = (ad: Ad): number[] => [
  ad.Sunday,
  ad.Monday,
  ad.Tuesday,
  ad.Wednesday,
  ad.Thursday,
  ad.Friday,
  ad.Saturday,
]

/** A stored ad as the form holds it. */
export function valuesOfAd(ad: Ad): AdValues {
  const { AppInfo: info } = JSON.parse(ad.AppInfo) as { AppInfo: AppInfo | null }
  const week = weekOfAd(ad)
  return {
    ...(info ? storeValuesOf(info) : noStore),
    product: ad.Product,
    billingType: ad.BillingType,
    name: ad.Name,
    comment: ad.Comment,
    countries: countriesOf(ad.Country),
    platform: ad.CampType === 'WEB' ? 'BOTH' : ad.CampType,
    url: ad.URL_AOS || ad.URL_iOS,
    adult: (JSON.parse(ad.Filter) as { Adult: boolean }).Adult ? 'yes' : 'no',
    storeURL: info?.StoreURL ?? '',
    preset: presetOfWeek(week),
    week,
    dayLimit: ad.DayLimit,
    budgetLimit: ad.BudgetLimit,
    minCost: ad.MinCost,
    maxCost: ad.MaxCost,
  }
}

export const defaultName = (product: Product, time: string): string => `${product} ${time}`

/** A new ad takes over what its campaign says. */
export function valuesOfCampaign(campaign: Campaign, time: string): AdValues {
  const platform = campaign.CampType === 'WEB' ? 'BOTH' : campaign.CampType
  const name = defaultName('BANNER', time)
  return {
    ...noStore,
    product: 'BANNER',
    billingType: 'CPM',
    name,
    comment: name,
    countries: countriesOf(campaign.DefaultCountry),
    platform,
    url: (platform === 'IOS' ? campaign.DefaultURL_iOS : campaign.DefaultURL_AOS) || campaign.DefaultURL_iOS,
    adult: 'no',
    storeURL: '',
    preset: 'daily',
    week: weekOf.daily,
    dayLimit: campaign.Budget,
    budgetLimit: campaign.Budget,
    minCost: '',
    maxCost: '',
  }
}

/** The part of the calls that making and changing an ad share. */
export const sentOf = (values: AdValues, filenames: readonly string[]) => ({
  gmID: 0,
  audID: 0,
  comment: values.comment,
  campType: values.platform,
  url: values.url.trim(),
  filenames: [...filenames],
  minCost: Number(values.minCost),
  maxCost: Number(values.maxCost),
  dayLimit: Number(values.dayLimit),
  budgetLimit: Number(values.budgetLimit),
  videoLength: 0,
  filter: values.adult === 'yes',
  countries: values.countries,
  appInfo: appInfoOf(values),
  week: [...values.week],
})

export const isSold = (billingType: BillingType): billingType is PricingModel =>
  billingType === 'CPM' ||
  billingType === 'CPC' ||
  billingType === 'CPV' ||
  billingType === 'nCPI' ||
  billingType === 'nCPA'
