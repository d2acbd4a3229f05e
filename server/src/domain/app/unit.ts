import type { Product } from '@voltline/contract'
import { type AppId, type Instant, type MediumId, ok, type Result, refuse } from '@voltline/kernel'

/** One place in an app where ads are shown; the consoles call the list of them inventory. */
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

export interface Reward {
  reward: string
  rewards: number
}

/**
 * What a medium gives for watching. A banner gives nothing; a named reward needs a count, and without a name
 * there is nothing to count.
 */
export function rewardFor(product: Product, asked: Reward): Result<Reward, 'UNKNOWN'> {
  if (product === 'BANNER' || asked.reward === '') return ok({ reward: '', rewards: 0 })
  if (asked.rewards < 1) return refuse('UNKNOWN', 'rewards: a reward needs a count of at least 1')
  return ok(asked)
}
