import type { IncomingMessage } from 'node:http'
import { sdkAppReward, sdkSession, sdkUser } from '@voltline/contract'
import { isoInZone, type Zone } from '@voltline/kernel'
import { findRewardByKey, insertClaim } from '../../domain/app/reward-store.ts'
import { voltsOfDevice } from '../../domain/ledger/device-volts.ts'
import { addressOf } from '../country.ts'
import { deviceBlocked, invalidInput, type Reply, reply } from '../http/reply.ts'
import { type CallServices, orUnreachable } from '../http/services.ts'
import type { App } from '../snapshot/records.ts'
import { readWallet, sessionKey, voltsReply } from './wallet/wallet.ts'

const alreadyClaimed = reply(200, { error: 'ONLY_ONCEDAY' })
const noSuchReward = reply(200, { error: 'UNKNOWN', detail: 'there is no such reward' })
const utc = 'UTC' as Zone

/** POST /sdk/v1/session. */
export async function openSession(
  services: CallServices,
  app: App,
  body: unknown,
  request: IncomingMessage,
): Promise<Reply> {
  const input = sdkSession.input.safeParse(body)
  if (!input.success) return invalidInput('deviceID and platform are needed')
  const now = services.clock.now()
  const deviceId = input.data.deviceID
  if (services.snapshot.blockedDevices.has(deviceId)) return deviceBlocked
  services.visits.recordSession({ appId: app.id, deviceId, at: now })
  const address = addressOf(request, services.settings.trustedProxies)
  services.places.visit({ appId: app.id, deviceId, address, now })
  const deviceKey = await sessionKey(services, { appId: app.id, deviceId }, input.data.deviceKey)
  const answer = { error: 'SUCCESS', serverTime: isoInZone(now, utc) }
  return reply(200, deviceKey === undefined ? answer : { ...answer, deviceKey })
}

/** POST /sdk/v1/app-reward. */
export async function claimAppReward(services: CallServices, app: App, body: unknown): Promise<Reply> {
  const input = sdkAppReward.input.safeParse(body)
  if (!input.success) return invalidInput('deviceID and rewardKey are needed')
  const { deviceID: deviceId, rewardKey } = input.data
  if (services.snapshot.blockedDevices.has(deviceId)) return deviceBlocked
  // PostgreSQL rejects NUL in text, and no key contains one.
  if (rewardKey.includes('\0')) return noSuchReward
  const now = services.clock.now()
  return orUnreachable(
    services.db.transaction(async (tx) => {
      const reward = await findRewardByKey(tx, app.id, rewardKey)
      if (!reward) return noSuchReward
      if (!(await insertClaim(tx, { rewardId: reward.id, deviceId }, now))) return alreadyClaimed
      return reply(200, { error: 'SUCCESS', reward: { name: reward.name, count: reward.count } })
    }),
  )
}

/** GET /sdk/v1/user. One volt is one won; the number is written from the exact amount. */
export async function readUser(services: CallServices, app: App, query: unknown): Promise<Reply> {
  const input = sdkUser.input.safeParse(query)
  if (!input.success) return invalidInput('deviceID is needed')
  const { deviceID: deviceId, deviceKey } = input.data
  if (services.snapshot.blockedDevices.has(deviceId)) return deviceBlocked
  if (deviceKey !== undefined) return readWallet(services, app, { deviceID: deviceId, deviceKey })
  const volts = await orUnreachable(
    services.db.read((session) => voltsOfDevice(session, { appId: app.id, deviceId })),
  )
  return voltsReply(volts)
}
