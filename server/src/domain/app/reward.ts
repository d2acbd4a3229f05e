import type { AppId, AppRewardId, Instant } from '@voltline/kernel'
import { randomToken } from '../../platform/secrets.ts'

/** A reward that an app grants each of its users once a day, by its key. */
export interface AppReward {
  id: AppRewardId
  appId: AppId
  key: string
  name: string
  count: number
  registeredAt: Instant
  updatedAt: Instant
}

/** 128 bits: the key identifies the reward to the ad server and must not be guessable. */
export const newRewardKey = (): string => `rw_${randomToken(16)}`
