import { type AppId, type Instant, utcDay } from '@voltline/kernel'
import type { ReadSession, Tx } from '../../platform/database/database.ts'
import type { AppRewardRow } from '../../platform/database/rows.ts'
import { at, sql } from '../../platform/database/sql.ts'

export interface ClaimableReward {
  id: AppRewardRow['app_reward_id']
  name: string
  count: number
}

export const findReward = (
  session: ReadSession,
  appId: AppId,
  rewardKey: string,
): Promise<ClaimableReward | undefined> =>
  session.maybeOne(
    (row) => ({ id: row.app_reward_id, name: row.reward_name, count: row.reward }),
    sql<Pick<AppRewardRow, 'app_reward_id' | 'reward_name' | 'reward'>>`
    select app_reward_id, reward_name, reward from app_reward
     where reward_key = ${rewardKey} and app_id = ${appId} and removed_at is null`,
  )

/** Returns false if the device has claimed the reward on this UTC day already. Of parallel claims exactly one succeeds. */
export const insertClaim = async (
  tx: Tx,
  reward: ClaimableReward,
  deviceId: string,
  now: Instant,
): Promise<boolean> =>
  (await tx.run(sql`
    insert into app_reward_claim (app_reward_id, device_id, utc_day, claimed_at)
    values (${reward.id}, ${deviceId}, ${utcDay(now)}, ${at(now)}) on conflict do nothing`)) === 1
