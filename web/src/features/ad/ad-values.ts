import {
  type AppInfo,
  type BillingType,
  type CampaignType,
  type getAd,
  type getCampaign,
  limits,
  type PricingModel,
  type Product,
  type Received,
  type SchedulePreset,
} from '@voltline/contract'
import type { useFields } from '../../ui/fields/form.ts'
import {
  checked,
  checkedNumber,
  checkedSome,
  fullUrl,
  maxLength,
  numberProblem,
  required,
  says,
} from '../../ui/fields/validate.tsx'
import { hasDay, presetOfWeek, type Week, weekOf } from './schedule.ts'

export type Ad = NonNullable<Received<typeof getAd>['ad']>
export type Campaign = NonNullable<Received<typeof getCampaign>['campaign']>
/** What an ad runs on; the web is no place for one. */
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
export type AdForm = ReturnType<typeof useFields<AdValues>>

const limitRange = { min: limits.budgetMin, max: limits.budgetMax }
const bidRange = (billingType: BillingType) => ({
  min: billingType === 'CPM' ? limits.bidMinCpm : limits.bidMin,
  max: limits.bidMax,
})

function maxCostRule(value: number | string, { billingType, minCost }: AdValues) {
  const range = bidRange(billingType)
  if (numberProblem(value, range)) return checkedNumber(value, range)
  return Number(value) < Number(minCost) ? says({ key: 'ui.field.minMax' }) : null
}

const storeUrlRule = (value: string, { product }: AdValues) =>
  product === 'VIDEO' && value.trim() !== '' ? checked(value, maxLength(limits.urlMax), fullUrl) : null

/** Every rule of an ad's fields, in the order of the wizard's steps. */
export const adRules = {
  name: (name: string) => checked(name, required, maxLength(limits.nameMax)),
  comment: (comment: string) => checked(comment, maxLength(limits.nameMax)),
  countries: (countries: string[]) => checkedSome(countries),
  url: (url: string) => checked(url, required, maxLength(limits.urlMax), fullUrl),
  storeURL: storeUrlRule,
  title: (title: string) => checked(title, maxLength(limits.nameMax)),
  week: (week: Week) => (hasDay(week) ? null : says({ key: 'ad.schedule.oneDay' })),
  dayLimit: (amount: number | string) => checkedNumber(amount, limitRange),
  budgetLimit: (amount: number | string) => checkedNumber(amount, limitRange),
  minCost: (cost: number | string, values: AdValues) => checkedNumber(cost, bidRange(values.billingType)),
  maxCost: maxCostRule,
}

const noStore: StoreValues = { title: '', score: '', installs: '', genres: '', free: true, show: false }

type Sparse<T> = { [K in keyof T]?: T[K] | undefined }

/** What an answer leaves out is what the form starts with. */
export const storeValuesOf = (info: Sparse<AppInfo>): StoreValues => ({
  title: info.Title ?? noStore.title,
  score: info.Score ?? noStore.score,
  installs: info.Installs ?? noStore.installs,
  genres: info.Genres?.join(', ') ?? noStore.genres,
  free: info.Free ?? noStore.free,
  show: info.Show ?? noStore.show,
})

/** What a form says about the app; nothing at all is no store details. */
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
