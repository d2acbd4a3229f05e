import { type AppId, type AppRewardId, type CustomerId, type Instant, utcDay } from '@voltline/kernel'
import type { ReadSession, Tx } from '../../platform/database/database.ts'
import type { AppRewardRow } from '../../platform/database/rows.ts'
import { at, type Query, sql } from '../../platform/database/sql.ts'
import type { AppReward } from './reward.ts'

type AppRewardColumns = Omit<AppRewardRow, 'removed_at'>

const toAppReward = (row: AppRewardColumns): AppReward => ({
  id: row.app_reward_id,
  appId: row.app_id,
  key: row.reward_key,
  name: row.reward_name,
  count: row.reward,
  registeredAt: row.registered_at,
  updatedAt: row.updated_at,
})

const selectRewards = (condition: Query) => sql<AppRewardColumns>`
  select r.app_reward_id, r.app_id, r.reward_key, r.reward_name, r.reward, r.registered_at, r.updated_at
    from app_reward r join app a using (app_id)
   where r.removed_at is null and ${condition}`

/** Filtered by owner: another publisher's reward does not exist for these queries. */
const selectOwn = (owner: CustomerId, condition: Query) =>
  selectRewards(sql`a.customer_id = ${owner} and ${condition}`)

export const rewardsOfApp = (session: ReadSession, owner: CustomerId, appId: number) =>
  session.many(toAppReward, selectOwn(owner, sql`r.app_id = ${appId} order by r.app_reward_id desc`))

export const findReward = (session: ReadSession, owner: CustomerId, id: number) =>
  session.maybeOne(toAppReward, selectOwn(owner, sql`r.app_reward_id = ${id}`))

/** The reward that an app's SDK names by its key. */
export const findRewardByKey = (session: ReadSession, appId: AppId, key: string) =>
  session.maybeOne(toAppReward, selectRewards(sql`r.app_id = ${appId} and r.reward_key = ${key}`))

export const findRewardForUpdate = (tx: Tx, owner: CustomerId, id: number) =>
  tx.maybeOne(toAppReward, selectOwn(owner, sql`r.app_reward_id = ${id} for update of r`))

export const insertReward = (
  tx: Tx,
  reward: Pick<AppReward, 'appId' | 'key' | 'name' | 'count'> & { now: Instant },
) =>
  tx.one(
    (row) => row.app_reward_id,
    sql<Pick<AppRewardRow, 'app_reward_id'>>`
    insert into app_reward (app_id, reward_key, reward_name, reward, registered_at, updated_at)
    values (${reward.appId}, ${reward.key}, ${reward.name}, ${reward.count}, ${at(reward.now)}, ${at(reward.now)})
    returning app_reward_id`,
  )

export const saveReward = (tx: Tx, reward: AppReward) =>
  tx.run(sql`
    update app_reward set reward_name = ${reward.name}, reward = ${reward.count}, updated_at = ${at(reward.updatedAt)}
     where app_reward_id = ${reward.id}`)

/** The row stays, because claims refer to it. */
export const removeReward = (tx: Tx, id: AppRewardId, now: Instant) =>
  tx.run(sql`update app_reward set removed_at = ${at(now)} where app_reward_id = ${id}`)

/** Returns false if the device has already claimed the reward on this UTC day. Of parallel claims exactly one succeeds. */
export const insertClaim = async (
  tx: Tx,
  claim: { rewardId: AppRewardId; deviceId: string },
  now: Instant,
): Promise<boolean> =>
  (await tx.run(sql`
    insert into app_reward_claim (app_reward_id, device_id, utc_day, claimed_at)
    values (${claim.rewardId}, ${claim.deviceId}, ${utcDay(now)}, ${at(now)}) on conflict do nothing`)) === 1
