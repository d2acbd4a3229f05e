import { sdkUserAddress, sdkUserWithdraw } from '@voltline/contract'
import { isoInZone, type Micros, micros, wonText, type Zone } from '@voltline/kernel'
import { voltsOfDevice } from '../../../domain/ledger/device-volts.ts'
import { keyToHandOut, openWallet, type Wallet } from '../../../domain/wallet/store.ts'
import { setAddress, withdraw } from '../../../domain/wallet/withdraw.ts'
import { type Withdrawal, withdrawalsOf } from '../../../domain/wallet/withdrawal-store.ts'
import type { Tx } from '../../../platform/database/database.ts'
import { asciiJson, deviceBlocked, invalidInput, type Reply, reply } from '../../http/reply.ts'
import { type CallServices, orUnreachable, warnUnreachable } from '../../http/services.ts'
import type { App } from '../../snapshot/records.ts'

const utc = 'UTC' as Zone
const minWithdrawDefault = 1_000
const wrongKey = reply(200, { error: 'API_FORBIDDEN' })

/** The device's key for a session's answer. A session succeeds without the database, and the next one asks again. */
export async function sessionKey(
  services: CallServices,
  device: { appId: App['id']; deviceId: string },
  sentKey: string | undefined,
): Promise<string | undefined> {
  try {
    return await services.db.transaction(async (tx) => {
      if (sentKey !== undefined && (await openWallet(tx, device, sentKey))) return undefined
      return keyToHandOut(tx, device, services.secrets)
    })
  } catch (fault) {
    warnUnreachable(services.log, fault)
    return undefined
  }
}

/** Runs the work on the device's wallet, if the key is the device's. */
function withWallet(
  services: CallServices,
  app: App,
  { deviceID: deviceId, deviceKey }: { deviceID: string; deviceKey?: string | undefined },
  work: (tx: Tx, wallet: Wallet) => Promise<Reply>,
): Promise<Reply> {
  if (services.snapshot.blockedDevices.has(deviceId)) return Promise.resolve(deviceBlocked)
  return orUnreachable(
    services.db.transaction(async (tx) => {
      const wallet = await openWallet(tx, { appId: app.id, deviceId }, deviceKey ?? '')
      return wallet ? work(tx, wallet) : wrongKey
    }),
  )
}

/** POST /sdk/v1/user/address. */
export async function linkAddress(services: CallServices, app: App, body: unknown): Promise<Reply> {
  const input = sdkUserAddress.input.safeParse(body)
  if (!input.success) return invalidInput('deviceID, deviceKey and address are needed')
  return withWallet(services, app, input.data, async (tx, wallet) => {
    const set = await setAddress(tx, wallet, input.data.address, services.clock.now())
    return reply(200, { error: set.ok ? 'SUCCESS' : set.error })
  })
}

/** POST /sdk/v1/user/withdraw. */
export async function requestWithdrawal(services: CallServices, app: App, body: unknown): Promise<Reply> {
  const input = sdkUserWithdraw.input.safeParse(body)
  if (!input.success) return invalidInput('deviceID, deviceKey and whole volts are needed')
  const volts = BigInt(input.data.volts)
  const { clock, settings } = services
  const { minWithdrawVolts: voltsMin = minWithdrawDefault } = settings
  return withWallet(services, app, input.data, async (tx, wallet) => {
    const asked = await withdraw(tx, wallet, { volts, voltsMin, now: clock.now() })
    return asked.ok ? reply(200, { error: 'SUCCESS', id: asked.value }) : reply(200, { error: asked.error })
  })
}

const toWire = (withdrawal: Withdrawal) => ({
  id: withdrawal.id,
  volts: Number(withdrawal.volts),
  status: withdrawal.status,
  at: isoInZone(withdrawal.requestedAt, utc),
  ...(withdrawal.status === 'PAID' ? { transaction: withdrawal.transaction } : {}),
  ...(withdrawal.status === 'RETURNED' ? { reason: withdrawal.reason } : {}),
})

/** The number of volts is written from the exact amount. */
export const voltsReply = (volts: Micros, wallet: object = {}): Reply => {
  const more = asciiJson(wallet).slice(1)
  return {
    status: 200,
    text: `{"error":"SUCCESS","volts":${wonText(volts)}${more === '}' ? '' : ','}${more}`,
  }
}

/** GET /sdk/v1/user with the device's key. */
export const readWallet = (
  services: CallServices,
  app: App,
  device: { deviceID: string; deviceKey: string },
): Promise<Reply> =>
  withWallet(services, app, device, async (tx, wallet) => {
    const withdrawals = await withdrawalsOf(tx, wallet)
    const waiting = withdrawals.filter(({ status }) => status === 'WAITING')
    const reserved = waiting.reduce((sum, { volts }) => sum + volts, 0n)
    const volts = micros(await voltsOfDevice(tx, wallet))
    return voltsReply(volts, {
      address: wallet.address ?? null,
      reserved: Number(reserved),
      withdrawals: withdrawals.map(toWire),
    })
  })
