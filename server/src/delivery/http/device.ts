import { sdkAppReward, sdkSession, sdkUser } from '@voltline/contract'
import { isoInZone, utcDay, wonText, type Zone } from '@voltline/kernel'
import { balanceOf, voltsOf } from '../../domain/ledger/account.ts'
import { at, sql } from '../../platform/database/sql.ts'
import type { App } from '../snapshot/records.ts'
import { reaching, type Serving } from './serving.ts'
import { type Answer, answer, unreadable } from './wire.ts'

const blocked = answer(200, { error: 'IS_BLOCKED' })
const onlyOnce = answer(200, { error: 'ONLY_ONCEDAY' })
const noSuchReward = answer(200, { error: 'UNKNOWN', detail: 'there is no such reward' })
const utc = 'UTC' as Zone

/** POST /sdk/v1/session. */
export function answerSession(serving: Serving, app: App, body: unknown): Answer {
  const input = sdkSession.input.safeParse(body)
  if (!input.success) return unreadable('deviceID and platform are needed')
  const now = serving.clock.now()
  const deviceId = input.data.deviceID
  if (serving.snapshot.blockedDevices.has(deviceId)) return blocked
  serving.visits.note({ appId: app.id, deviceId, at: now, asks: false })
  return answer(200, { error: 'SUCCESS', serverTime: isoInZone(now, utc) })
}

/** POST /sdk/v1/app-reward. Of parallel claims exactly one finds no other before it. */
export async function answerAppReward(serving: Serving, app: App, body: unknown): Promise<Answer> {
  const input = sdkAppReward.input.safeParse(body)
  if (!input.success) return unreadable('deviceID and rewardKey are needed')
  const { deviceID: deviceId, rewardKey } = input.data
  if (serving.snapshot.blockedDevices.has(deviceId)) return blocked
  // The database takes no NUL in a text, and no key has one.
  if (rewardKey.includes('\0')) return noSuchReward
  const now = serving.clock.now()
  return reaching(
    serving.db.transaction(async (tx) => {
      const reward = await tx.maybeOne(
        (row) => ({ id: row.app_reward_id, name: row.reward_name, count: row.reward }),
        sql`select app_reward_id, reward_name, reward from app_reward
             where reward_key = ${rewardKey} and app_id = ${app.id} and removed_at is null`,
      )
      if (!reward) return noSuchReward
      const claimed = await tx.run(sql`
        insert into app_reward_claim (app_reward_id, device_id, utc_day, claimed_at)
        values (${reward.id}, ${deviceId}, ${utcDay(now)}, ${at(now)}) on conflict do nothing`)
      if (claimed === 0) return onlyOnce
      return answer(200, { error: 'SUCCESS', reward: { name: reward.name, count: reward.count } })
    }),
  )
}

/** GET /sdk/v1/user. One volt is one won; the number is written from the exact amount. */
export async function answerUser(serving: Serving, app: App, query: unknown): Promise<Answer> {
  const input = sdkUser.input.safeParse(query)
  if (!input.success) return unreadable('deviceID is needed')
  const deviceId = input.data.deviceID
  if (serving.snapshot.blockedDevices.has(deviceId)) return blocked
  const volts = await reaching(
    serving.db.read((session) => balanceOf(session, voltsOf({ appId: app.id, deviceId }))),
  )
  return { status: 200, text: `{"error":"SUCCESS","volts":${wonText(volts)}}` }
}
