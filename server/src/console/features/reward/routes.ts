import {
  addAppReward,
  getAppReward,
  listAppRewards,
  modifyAppReward,
  removeAppReward,
} from '@voltline/contract'
import { isoInZone, ok, refuse, type Zone } from '@voltline/kernel'
import { type AppReward, newRewardKey } from '../../../domain/app/reward.ts'
import {
  findReward,
  findRewardForUpdate,
  insertReward,
  removeReward,
  rewardsOfApp,
  saveReward,
} from '../../../domain/app/reward-store.ts'
import { findAppForShare, newestAppId } from '../../../domain/app/store.ts'
import { audit } from '../../../domain/audit/audit.ts'
import type { FeatureServices } from '../../feature.ts'

const toWire = (reward: AppReward, zone: Zone) => ({
  AppRewardID: reward.id,
  AppID: reward.appId,
  RewardKey: reward.key,
  RewardName: reward.name,
  Reward: reward.count,
  RegistTime: isoInZone(reward.registeredAt, zone),
  UpdateTime: isoInZone(reward.updatedAt, zone),
})

/** The values that the audit log shows. */
const auditedValues = ({ name, count }: Pick<AppReward, 'name' | 'count'>) => ({
  rewardName: name,
  reward: count,
})

export function registerAppRewards({ handle, db, clock }: FeatureServices): void {
  handle(listAppRewards, async ({ input, session }) =>
    db.read(async (reader) => {
      const appId = input.appID || ((await newestAppId(reader, session.customerId)) ?? 0)
      const rewards = await rewardsOfApp(reader, session.customerId, appId)
      return ok({ appID: appId, appRewards: rewards.map((reward) => toWire(reward, session.zone)) })
    }),
  )

  handle(getAppReward, async ({ input, session }) =>
    db.read(async (reader) => {
      const reward = await findReward(reader, session.customerId, input.appRewardID)
      return ok({ appReward: reward ? toWire(reward, session.zone) : null })
    }),
  )

  handle(addAppReward, async ({ input, session }) =>
    db.transaction(async (tx) => {
      const now = clock.now()
      const app = await findAppForShare(tx, session.customerId, input.appID)
      if (!app) return refuse('NO_PERMISSION')
      const reward = { appId: app.id, key: newRewardKey(), name: input.rewardName, count: input.reward }
      const id = await insertReward(tx, { ...reward, now })
      const row = { actor: session, action: addAppReward.path, entity: 'app-reward', entityId: id, at: now }
      await audit(tx, { ...row, became: auditedValues(reward) })
      return ok({})
    }),
  )

  handle(modifyAppReward, async ({ input, session }) =>
    db.transaction(async (tx) => {
      const now = clock.now()
      const reward = await findRewardForUpdate(tx, session.customerId, input.appRewardID)
      if (!reward) return refuse('NO_PERMISSION')
      const changed = { ...reward, name: input.rewardName, count: input.reward, updatedAt: now }
      await saveReward(tx, changed)
      const row = {
        actor: session,
        action: modifyAppReward.path,
        entity: 'app-reward',
        entityId: reward.id,
        at: now,
      }
      await audit(tx, { ...row, was: auditedValues(reward), became: auditedValues(changed) })
      return ok({})
    }),
  )

  handle(removeAppReward, async ({ input, session }) =>
    db.transaction(async (tx) => {
      const now = clock.now()
      const reward = await findRewardForUpdate(tx, session.customerId, input.appRewardID)
      if (!reward) return refuse('NO_PERMISSION')
      await removeReward(tx, reward.id, now)
      const row = {
        actor: session,
        action: removeAppReward.path,
        entity: 'app-reward',
        entityId: reward.id,
        at: now,
      }
      await audit(tx, { ...row, was: auditedValues(reward) })
      return ok({})
    }),
  )
}
