import type { Product } from '@voltline/contract'
import { type AppId, type Instant, type MediumId, ok, type Result, refuse } from '@voltline/kernel'

/** An ad unit: a place in an app where ads are shown. The consoles call the list of them inventory. */
export interface Medium {
  id: MediumId
  appId: AppId
  name: string
  product: Product
  active: boolean
  reward: string
  rewards: number
  registeredAt: Instant
  updatedAt: Instant
}

export interface MediumReward {
  reward: string
  rewards: number
}

/** The reward for watching. Banners have none; a named reward needs a count, and an unnamed one has none. */
export function rewardFor(product: Product, requested: MediumReward): Result<MediumReward, 'UNKNOWN'> {
  if (product === 'BANNER' || requested.reward === '') return ok({ reward: '', rewards: 0 })
  if (requested.rewards < 1) return refuse('UNKNOWN', 'rewards: a reward needs a count of at least 1')
  return ok(requested)
}
