import { activeMedium, addMedium, getMedium, listMedia, modifyMedium } from '@voltline/contract'
import { isoInZone, ok, refuse, type Zone } from '@voltline/kernel'
import { type Medium, rewardFor } from '../../../domain/app/medium.ts'
import {
  findMedium,
  findMediumForUpdate,
  insertMedium,
  mediaOfApp,
  saveMedium,
} from '../../../domain/app/medium-store.ts'
import { findAppForShare, newestAppId } from '../../../domain/app/store.ts'
import { audit } from '../../../domain/audit/audit.ts'
import type { FeatureServices } from '../../feature.ts'

const toWire = (medium: Medium, zone: Zone) => ({
  MedID: medium.id,
  AppID: medium.appId,
  Name: medium.name,
  Product: medium.product,
  Active: medium.active ? (1 as const) : (0 as const),
  Reward: medium.reward,
  Rewards: medium.rewards,
  RegistTime: isoInZone(medium.registeredAt, zone),
  UpdateTime: isoInZone(medium.updatedAt, zone),
})

/** The values that the audit log shows. */
const auditedValues = ({ name, reward, rewards }: Pick<Medium, 'name' | 'reward' | 'rewards'>) => ({
  name,
  reward,
  rewards,
})

export function registerMedia(services: FeatureServices): void {
  registerReading(services)
  registerWriting(services)
}

function registerReading({ handle, db }: FeatureServices): void {
  handle(listMedia, async ({ input, session }) =>
    db.read(async (reader) => {
      const appId = input.appID || ((await newestAppId(reader, session.customerId)) ?? 0)
      const media = await mediaOfApp(reader, session.customerId, appId)
      return ok({ appID: appId, invens: media.map((medium) => toWire(medium, session.zone)) })
    }),
  )

  handle(getMedium, async ({ input, session }) =>
    db.read(async (reader) => {
      const medium = await findMedium(reader, session.customerId, input.medID)
      return ok({ inven: medium ? toWire(medium, session.zone) : null })
    }),
  )
}

function registerWriting({ handle, db, clock }: FeatureServices): void {
  handle(addMedium, async ({ input, session }) =>
    db.transaction(async (tx) => {
      const now = clock.now()
      const app = await findAppForShare(tx, session.customerId, input.appID)
      if (!app) return refuse('NO_PERMISSION')
      const reward = rewardFor(input.product, input)
      if (!reward.ok) return reward
      const medium = { appId: app.id, name: input.name, product: input.product, ...reward.value }
      const id = await insertMedium(tx, { ...medium, now })
      await audit(tx, {
        actor: session,
        action: addMedium.path,
        entity: 'medium',
        entityId: id,
        became: medium,
        at: now,
      })
      return ok({})
    }),
  )

  handle(modifyMedium, async ({ input, session }) =>
    db.transaction(async (tx) => {
      const now = clock.now()
      const medium = await findMediumForUpdate(tx, session.customerId, input.medID)
      if (!medium) return refuse('NO_PERMISSION')
      const reward = rewardFor(medium.product, input)
      if (!reward.ok) return reward
      const changed = { ...medium, name: input.name, ...reward.value, updatedAt: now }
      await saveMedium(tx, changed)
      const row = {
        actor: session,
        action: modifyMedium.path,
        entity: 'medium',
        entityId: medium.id,
        at: now,
      }
      await audit(tx, { ...row, was: auditedValues(medium), became: auditedValues(changed) })
      return ok({})
    }),
  )

  handle(activeMedium, async ({ input, session }) =>
    db.transaction(async (tx) => {
      const now = clock.now()
      const medium = await findMediumForUpdate(tx, session.customerId, input.medID)
      if (!medium) return refuse('NO_PERMISSION')
      const active = input.active === 1
      await saveMedium(tx, { ...medium, active, updatedAt: now })
      const row = {
        actor: session,
        action: activeMedium.path,
        entity: 'medium',
        entityId: medium.id,
        at: now,
      }
      await audit(tx, { ...row, was: { active: medium.active }, became: { active } })
      return ok({})
    }),
  )
}
