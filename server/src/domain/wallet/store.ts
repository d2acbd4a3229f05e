import type { Instant } from '@voltline/kernel'
import { lockName } from '../../platform/database/advisory-lock.ts'
import type { ReadSession, Tx } from '../../platform/database/database.ts'
import type { DeviceWalletRow } from '../../platform/database/rows.ts'
import { at, sql } from '../../platform/database/sql.ts'
import { hashToken, randomToken, type Secrets, sameBytes } from '../../platform/secrets.ts'
import type { AppDevice } from '../ledger/device-volts.ts'

const purpose = 'device-key'

/** How a device of an app proves itself, and where it withdraws to. */
export interface Wallet extends AppDevice {
  address: string | undefined
  addressSetAt: Instant | undefined
}

type WalletRow = Pick<
  DeviceWalletRow,
  'app_id' | 'device_id' | 'key_hash' | 'sealed_key' | 'address' | 'address_set_at'
>

const selectWallet = ({ appId, deviceId }: AppDevice) => sql<WalletRow>`
  select app_id, device_id, key_hash, sealed_key, address, address_set_at
    from device_wallet where app_id = ${appId} and device_id = ${deviceId}`

/** The device's key until a call has carried it; undefined from then on. The first session creates it. */
export async function keyToHandOut(tx: Tx, device: AppDevice, secrets: Secrets): Promise<string | undefined> {
  const known = await tx.maybeOne((row) => row, selectWallet(device))
  if (known) return known.sealed_key ? secrets.open(purpose, known.sealed_key) : undefined
  const key = randomToken()
  const inserted = await tx.run(sql`
    insert into device_wallet (app_id, device_id, key_hash, sealed_key)
    values (${device.appId}, ${device.deviceId}, ${hashToken(key)}, ${secrets.seal(purpose, key)})
        on conflict do nothing`)
  return inserted === 1 ? key : keyToHandOut(tx, device, secrets)
}

/**
 * The wallet if the key is the device's, locked; undefined otherwise. The key has now been carried, so that it is never
 * handed out again.
 */
export async function openWallet(tx: Tx, device: AppDevice, key: string): Promise<Wallet | undefined> {
  const row = await tx.maybeOne((found) => found, sql<WalletRow>`${selectWallet(device)} for update`)
  if (!row || !sameBytes(row.key_hash, hashToken(key))) return undefined
  if (row.sealed_key) {
    await tx.run(sql`
      update device_wallet set sealed_key = null
       where app_id = ${device.appId} and device_id = ${device.deviceId}`)
  }
  return { ...device, address: row.address ?? undefined, addressSetAt: row.address_set_at ?? undefined }
}

/** Devices share an address only one after the other, so that a count of them holds until the end. */
export const lockAddress = (tx: Tx, address: string): Promise<void> =>
  lockName(tx, `address ${address.toLowerCase()}`)

/** Other devices with the address, over all apps. */
export const countSharing = (session: ReadSession, { appId, deviceId }: AppDevice, address: string) =>
  session.one(
    (row) => Number(row.count),
    sql<{ count: bigint }>`
    select count(*) as count from device_wallet
     where lower(address) = ${address.toLowerCase()} and (app_id, device_id) <> (${appId}::int, ${deviceId}::text)`,
  )

export const saveAddress = (tx: Tx, { appId, deviceId }: AppDevice, address: string, now: Instant) =>
  tx.run(sql`
    update device_wallet set address = ${address}, address_set_at = ${at(now)}
     where app_id = ${appId} and device_id = ${deviceId}`)

const sealedPerRun = 100

/** Seals with the current key what a former one sealed. Returns how many there were, at most 100. */
export async function sealDeviceKeys(tx: Tx, secrets: Secrets): Promise<number> {
  const found = await tx.rows(sql<Pick<DeviceWalletRow, 'app_id' | 'device_id'> & { sealed_key: Buffer }>`
    select app_id, device_id, sealed_key from device_wallet
     where sealed_key is not null and substring(sealed_key for ${secrets.keyId.length}) <> ${secrets.keyId}
     order by app_id, device_id limit ${sealedPerRun} for update skip locked`)
  for (const row of found) {
    const sealed = secrets.seal(purpose, secrets.open(purpose, row.sealed_key))
    await tx.run(sql`
      update device_wallet set sealed_key = ${sealed}
       where app_id = ${row.app_id} and device_id = ${row.device_id}`)
  }
  return found.length
}
