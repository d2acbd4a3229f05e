import { z } from 'zod'
import { call } from './call.ts'
import { platforms, products } from './enums.ts'
import {
  Count,
  Filter,
  Flag,
  Id,
  isFullUrl,
  Line,
  Money,
  PageNo,
  QueryDay,
  QueryId,
  QueryText,
  Ratio,
  RequiredLine,
  Time,
} from './fields.ts'
import { limits } from './limits.ts'

const nothing = z.object({})
const Media = z.object({ meds: Count, opened: Count, closed: Count })

export const publisherHome = call('POST', 'pub/', {
  who: 'PUBLISHER',
  about: 'The publisher’s home: the last 7 days (dau: today), apps, media and payable revenue.',
  input: nothing,
  output: z.object({
    state: z.object({ dau: Count, revenue: Money, ecpm: Count, installs: Count }),
    app: z.object({ apps: Count, approved: Count }),
    med: Media,
    rev: z.object({ canRequest: Flag, revenue: Money }),
  }),
  refuses: [],
})

export const activeAllMedia = call('POST', 'pub/active-all-media', {
  who: 'PUBLISHER',
  about: 'Opens or closes every medium of the caller.',
  input: z.object({ active: Flag }),
  output: z.object({ med: Media }),
  refuses: [],
})

const AppRow = z.object({
  AppID: Id,
  Name: z.string(),
  Platform: z.enum(platforms),
  Approval: z.boolean(),
  ApiKeyStatus: z.number().int(),
})

export const listApps = call('GET', 'pub/app/', {
  who: 'PUBLISHER',
  about: 'Apps, newest first, 10 a page.',
  input: z.object({ name: QueryText, pageNo: PageNo }),
  output: z.object({ apps: z.array(AppRow), rowCount: Count }),
  refuses: [],
})

export const listAllApps = call('GET', 'pub/app/list-all', {
  who: 'PUBLISHER',
  about: 'Every app, newest first, for selectors; with the operator’s reason when one was rejected.',
  input: nothing,
  output: z.object({ apps: z.array(AppRow.extend({ Reason: z.string() })) }),
  refuses: [],
})

export const getApp = call('POST', 'pub/app/get', {
  who: 'PUBLISHER',
  about: 'One app; null when it is missing or another’s.',
  input: z.object({ appID: Id }),
  output: z.object({
    app: z
      .object({
        AppID: Id,
        Name: z.string(),
        Platform: z.enum(platforms),
        Package: z.string(),
        ApiKey: z.string(),
        ApiKeyStatus: z.number().int(),
        Filter: z.string(),
        Approval: z.boolean(),
        /** Why an operator rejected the app; empty otherwise. */
        Reason: z.string(),
        RegistTime: Time,
        UpdateTime: Time,
      })
      .nullable(),
  }),
  refuses: [],
})

const StoreUrl = z
  .string()
  .max(limits.urlMax)
  .transform((text) => text.trim())
  .refine(isFullUrl, { message: 'Enter a correct URL' })

export const addApp = call('POST', 'pub/app/add', {
  who: 'PUBLISHER',
  about: 'Registers an app; it is under review until an operator approves it.',
  input: z.object({
    name: RequiredLine(),
    platform: z.enum(platforms),
    storeURL: StoreUrl,
    filter: Filter.default(false),
  }),
  output: nothing,
  refuses: ['DUPLICATE_PACKAGE'],
})

export const modifyApp = call('POST', 'pub/app/modify', {
  who: 'PUBLISHER',
  about: 'Changes an app. A changed store URL returns it to review; the platform never changes.',
  input: z.object({ appID: Id, name: RequiredLine(), storeURL: StoreUrl, filter: Filter.default(false) }),
  output: nothing,
  refuses: ['NO_PERMISSION', 'DUPLICATE_PACKAGE'],
})

export const requestApiKey = call('POST', 'pub/app/request-api-key', {
  who: 'PUBLISHER',
  about: 'Asks the operators for the app’s API key.',
  input: z.object({ appID: Id }),
  output: nothing,
  refuses: ['NO_PERMISSION', 'ACCEPT_WAITING'],
})

const Medium = z.object({
  MedID: Id,
  AppID: Id,
  Name: z.string(),
  Product: z.enum(products),
  Active: Flag,
  Reward: z.string(),
  /** How many of the reward are given; 0 without one. */
  Rewards: Count,
  RegistTime: Time,
  UpdateTime: Time,
})

export const listMedia = call('GET', 'pub/inventory/', {
  who: 'PUBLISHER',
  about: 'Media of an app (the newest one when appID is left out), newest first.',
  input: z.object({ appID: QueryId }),
  output: z.object({ appID: Count, invens: z.array(Medium) }),
  refuses: [],
})

export const activeMedium = call('POST', 'pub/inventory/active-media', {
  who: 'PUBLISHER',
  about: 'Opens or closes one medium.',
  input: z.object({ medID: Id, active: Flag }),
  output: nothing,
  refuses: ['NO_PERMISSION'],
})

/** A banner sends both empty. A count may come as text from a form. */
const Rewards = z.preprocess(
  (value) => (value === '' || value === null || value === undefined ? 0 : value),
  z.coerce.number().int().min(0).max(limits.rewardMax),
)

export const addMedium = call('POST', 'pub/inventory/add', {
  who: 'PUBLISHER',
  about: 'Makes a medium in an app, open.',
  input: z.object({
    appID: Id,
    name: RequiredLine(),
    product: z.enum(products),
    reward: Line().default(''),
    rewards: Rewards,
  }),
  output: nothing,
  refuses: ['NO_PERMISSION', 'UNKNOWN'],
})

export const getMedium = call('POST', 'pub/inventory/get', {
  who: 'PUBLISHER',
  about: 'One medium; null when it is missing or another’s.',
  input: z.object({ medID: Id }),
  output: z.object({ inven: Medium.nullable() }),
  refuses: [],
})

export const modifyMedium = call('POST', 'pub/inventory/modify', {
  who: 'PUBLISHER',
  about: 'Changes a medium’s name and reward.',
  input: z.object({ medID: Id, name: RequiredLine(), reward: Line().default(''), rewards: Rewards }),
  output: nothing,
  refuses: ['NO_PERMISSION', 'UNKNOWN'],
})

const AppReward = z.object({
  AppRewardID: Id,
  AppID: Id,
  RewardKey: z.string(),
  RewardName: z.string(),
  Reward: Count,
  RegistTime: Time,
  UpdateTime: Time,
})
const reward = z.coerce.number().int().min(1).max(limits.rewardMax)

export const listAppRewards = call('GET', 'pub/app-reward/', {
  who: 'PUBLISHER',
  about: 'App rewards of an app (the newest one when appID is left out), newest first.',
  input: z.object({ appID: QueryId }),
  output: z.object({ appID: Count, appRewards: z.array(AppReward) }),
  refuses: [],
})

export const addAppReward = call('POST', 'pub/app-reward/add', {
  who: 'PUBLISHER',
  about: 'Makes an app reward; its key is made by the server.',
  input: z.object({ appID: Id, rewardName: RequiredLine(), reward }),
  output: nothing,
  refuses: ['NO_PERMISSION'],
})

export const getAppReward = call('POST', 'pub/app-reward/get', {
  who: 'PUBLISHER',
  about: 'One app reward; null when it is missing or another’s.',
  input: z.object({ appRewardID: Id }),
  output: z.object({ appReward: AppReward.nullable() }),
  refuses: [],
})

export const modifyAppReward = call('POST', 'pub/app-reward/modify', {
  who: 'PUBLISHER',
  about: 'Changes an app reward.',
  input: z.object({ appRewardID: Id, rewardName: RequiredLine(), reward }),
  output: nothing,
  refuses: ['NO_PERMISSION'],
})

export const removeAppReward = call('POST', 'pub/app-reward/remove', {
  who: 'PUBLISHER',
  about: 'Removes an app reward.',
  input: z.object({ appRewardID: Id }),
  output: nothing,
  refuses: ['NO_PERMISSION'],
})

const range = { startDate: QueryDay, endDate: QueryDay }
const Figures = z.object({ Revenue: Money, eCPM: Count, Impressions: Count, Installs: Count, CTR: Ratio })

export const reportByDaily = call('GET', 'pub/report/report-by-daily', {
  who: 'PUBLISHER',
  about: 'Days of the account’s zone, oldest first.',
  input: z.object(range),
  output: z.object({ list: z.array(Figures.extend({ RegistTime: z.string() })) }),
  refuses: ['UNKNOWN'],
})

const AppFigures = Figures.extend({ AppID: Id, AppName: z.string() })

export const reportByDailyApp = call('GET', 'pub/report/report-by-daily-app', {
  who: 'PUBLISHER',
  about: 'The apps of one day.',
  input: z.object(range),
  output: z.object({ list: z.array(AppFigures.extend({ RegistTime: z.string() })) }),
  refuses: ['UNKNOWN'],
})

export const reportByDailyMedia = call('GET', 'pub/report/report-by-daily-media', {
  who: 'PUBLISHER',
  about: 'The media of one app and day.',
  input: z.object({ appID: QueryId, ...range }),
  output: z.object({ list: z.array(Figures.extend({ MedID: Id, Name: z.string() })) }),
  refuses: ['UNKNOWN'],
})

export const reportByApp = call('GET', 'pub/report/report-by-app', {
  who: 'PUBLISHER',
  about: 'Totals by app.',
  input: z.object(range),
  output: z.object({ list: z.array(AppFigures) }),
  refuses: ['UNKNOWN'],
})

export const reportByUser = call('GET', 'pub/report/report-by-user', {
  who: 'PUBLISHER',
  about: 'Daily active and newly registered users of one app.',
  input: z.object({ appID: QueryId, ...range }),
  output: z.object({
    list: z.array(z.object({ RegistTime: z.string(), DAU: Count, NRU: Count })),
    report: z.object({
      DAU: Count,
      MinDAU: Count,
      MaxDAU: Count,
      TotalNRU: Count,
      MinNRU: Count,
      MaxNRU: Count,
    }),
  }),
  refuses: ['UNKNOWN'],
})

export const publisherCalls = [
  publisherHome,
  activeAllMedia,
  listApps,
  listAllApps,
  getApp,
  addApp,
  modifyApp,
  requestApiKey,
  listMedia,
  activeMedium,
  addMedium,
  getMedium,
  modifyMedium,
  listAppRewards,
  addAppReward,
  getAppReward,
  modifyAppReward,
  removeAppReward,
  reportByDaily,
  reportByDailyApp,
  reportByDailyMedia,
  reportByApp,
  reportByUser,
] as const
