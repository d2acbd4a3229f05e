import type { AppId, AppRewardId, CustomerId, Instant } from '@voltline/kernel'
import type { ReadSession, Row, Tx } from '../../platform/database/database.ts'
import { at, sql } from '../../platform/database/sql.ts'
import type { AppReward } from './reward.ts'

const columns = sql`r.app_reward_id, r.app_id, r.reward_key, r.reward_name, r.reward, r.registered_at, r.updated_at`

const toAppReward = (row: Row): AppReward => ({
  id: row.app_reward_id as AppRewardId,
  appId: row.app_id as AppId,
  key: row.reward_key as string,
  name: row.reward_name as string,
  count: row.reward as number,
  registeredAt: row.registered_at as Instant,
  updatedAt: row.updated_at as Instant,
})

export const rewardsOfApp = (session: ReadSession, owner: CustomerId, appId: number) =>
  session.many(
    toAppReward,
    sql`select ${columns} from app_reward r join app a using (app_id)
         where r.app_id = ${appId} and a.customer_id = ${owner} and r.removed_at is null
         order by r.app_reward_id desc`,
  )

const live = (owner: CustomerId, id: number) =>
  sql`select ${columns} from app_reward r join app a using (app_id)
       where r.app_reward_id = ${id} and a.customer_id = ${owner} and r.removed_at is null`

/** The owner is part of the question, so another publisher's reward is simply not there. */
export const findReward = (session: ReadSession, owner: CustomerId, id: number) =>
  session.maybeOne(toAppReward, live(owner, id))

export const findRewardForUpdate = (tx: Tx, owner: CustomerId, id: number) =>
  tx.maybeOne(toAppReward, sql`${live(owner, id)} for update of r`)

export const insertReward = (
  tx: Tx,
  reward: Pick<AppReward, 'appId' | 'key' | 'name' | 'count'> & { now: Instant },
) =>
  tx.one(
    (row) => row.app_reward_id as AppRewardId,
    sql`insert into app_reward (app_id, reward_key, reward_name, reward, registered_at, updated_at)
        values (${reward.appId}, ${reward.key}, ${reward.name}, ${reward.count}, ${at(reward.now)}, ${at(reward.now)})
        returning app_reward_id`,
  )

export const saveReward = (tx: Tx, reward: AppReward) =>
  tx.run(sql`
    update app_reward set reward_name = ${reward.name}, reward = ${reward.count}, updated_at = ${at(reward.updatedAt)}
     where app_reward_id = ${reward.id}`)

/** Kept as a row: claims of it stay explained. */
export const removeReward = (tx: Tx, id: AppRewardId, now: Instant) =>
  tx.run(sql`update app_reward set removed_at = ${at(now)} where app_reward_id = ${id}`)
