import { z } from 'zod'
import { call } from './common/call.ts'
import { products } from './common/enums.ts'
import { Count, Flag, Id, Line, Media, nothing, QueryId, RequiredLine, Time } from './common/fields.ts'
import { limits } from './common/limits.ts'

export const activeAllMedia = call('POST', 'pub/active-all-media', {
  who: 'PUBLISHER',
  about: 'Opens or closes every medium of the caller.',
  input: z.object({ active: Flag }),
  output: z.object({ med: Media }),
  refuses: [],
})

const Medium = z.object({
  MedID: Id,
  AppID: Id,
  Name: z.string(),
  Product: z.enum(products),
  Active: Flag,
  Reward: z.string(),
  /** How many are given as the reward; 0 without a reward. */
  Rewards: Count,
  RegistTime: Time,
  UpdateTime: Time,
})

export const listMedia = call('GET', 'pub/inventory/', {
  who: 'PUBLISHER',
  about: 'Media of an app (the newest without appID), newest first.',
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
  about: 'Creates a medium in an app, open.',
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
  about: 'One medium; null if it is missing or another publisher’s.',
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
  about: 'App rewards of an app (the newest without appID), newest first.',
  input: z.object({ appID: QueryId }),
  output: z.object({ appID: Count, appRewards: z.array(AppReward) }),
  refuses: [],
})

export const addAppReward = call('POST', 'pub/app-reward/add', {
  who: 'PUBLISHER',
  about: 'Creates an app reward; the server generates its key.',
  input: z.object({ appID: Id, rewardName: RequiredLine(), reward }),
  output: nothing,
  refuses: ['NO_PERMISSION'],
})

export const getAppReward = call('POST', 'pub/app-reward/get', {
  who: 'PUBLISHER',
  about: 'One app reward; null if it is missing or another publisher’s.',
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

export const unitCalls = [
  activeAllMedia,
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
] as const
