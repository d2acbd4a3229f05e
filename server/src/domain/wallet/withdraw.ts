import {
  after,
  day,
  type Instant,
  type Micros,
  micros,
  type OperatorId,
  ok,
  type Result,
  refuse,
  utcDay,
} from '@voltline/kernel'
import type { ReadSession, Tx } from '../../platform/database/database.ts'
import { at, sql } from '../../platform/database/sql.ts'
import { outside, voltsOf, voltsReservedOf } from '../ledger/account.ts'
import {
  type AppDevice,
  addDeviceVolts,
  lockDeviceVolts,
  saveDeviceVolts,
  VoltsAdditions,
} from '../ledger/device-volts.ts'
import { post } from '../ledger/ledger.ts'
import { parseAddress } from './address.ts'
import { countSharing, lockAddress, saveAddress, type Wallet } from './store.ts'
import {
  hasAskedOn,
  insertWithdrawal,
  lockPool,
  lockWaiting,
  savePool,
  settle,
  type Withdrawal,
  withdrawalsOf,
} from './withdrawal-store.ts'

const devicesPerAddressMax = 3
/** Volts of younger events cannot be withdrawn: they may still be found to be invalid. */
const youngMs = day
/** A withdrawal that is not settled by then returns its volts. */
export const settleMsMax = 14 * day

const microsOf = (volts: bigint): Micros => micros(volts * 1_000_000n)

type AddressRefusal = 'INVALID_ADDR' | 'CANNOT_EDITADDR' | 'ONLY_ONCEDAY' | 'EXCEEDED_ADDR'

/** Sets the address of a wallet that the caller has locked. */
export async function setAddress(
  tx: Tx,
  wallet: Wallet,
  text: string,
  now: Instant,
): Promise<Result<string, AddressRefusal>> {
  const address = parseAddress(text)
  if (address === undefined) return refuse('INVALID_ADDR')
  const isWaiting = (await withdrawalsOf(tx, wallet)).some(({ status }) => status === 'WAITING')
  if (isWaiting) return refuse('CANNOT_EDITADDR')
  if (wallet.addressSetAt !== undefined && utcDay(wallet.addressSetAt) === utcDay(now)) {
    return refuse('ONLY_ONCEDAY')
  }
  await lockAddress(tx, address)
  if ((await countSharing(tx, wallet, address)) >= devicesPerAddressMax) return refuse('EXCEEDED_ADDR')
  await saveAddress(tx, wallet, address, now)
  return ok(address)
}

/** The device's volts of events that are younger than a day, or that an open case holds. */
const notYetFree = (session: ReadSession, { appId, deviceId }: AppDevice, now: Instant): Promise<Micros> =>
  session.one(
    (row) => row.volts,
    sql<{ volts: Micros }>`
    select coalesce(sum(c.user_micros - coalesce(k.volts_micros, 0)), 0)::bigint as volts
      from charge c
      join medium m using (medium_id)
      left join corrected_charge k using (issue_day, offer_id, action)
     where m.app_id = ${appId} and c.device_id = ${deviceId}
       and c.received_at > (select least(${at(after(now, -youngMs))}::timestamptz,
                                         (select min(q.from_at) from quality_case q join medium using (medium_id)
                                           where q.status = 'OPEN' and app_id = ${appId}) - interval '1 second'))
       and (c.received_at > ${at(after(now, -youngMs))}
            or exists (select from quality_case q
                        where q.medium_id = c.medium_id and q.status = 'OPEN'
                          and c.received_at between q.from_at and q.to_at))`,
  )

type WithdrawRefusal = 'NEED_ADDR' | 'ONLY_ONCEDAY' | 'NOTENOUGH_POINT' | 'INSUFFICIENT_FUNDS'

/** Reserves volts of a wallet that the caller has locked. Returns the withdrawal's id. */
export async function withdraw(
  tx: Tx,
  wallet: Wallet,
  { volts, voltsMin, now }: { volts: bigint; voltsMin: number; now: Instant },
): Promise<Result<number, WithdrawRefusal>> {
  const { appId, deviceId, address } = wallet
  if (address === undefined) return refuse('NEED_ADDR')
  if (await hasAskedOn(tx, wallet, utcDay(now))) return refuse('ONLY_ONCEDAY')
  if (volts < BigInt(voltsMin)) return refuse('NOTENOUGH_POINT')
  const rows = await lockDeviceVolts(tx, [wallet])
  const balance = rows.reduce((sum, row) => sum + row.balanceMicros, 0n)
  const amount = microsOf(volts)
  if (amount > balance - (await notYetFree(tx, wallet, now))) return refuse('NOTENOUGH_POINT')
  const pool = await lockPool(tx)
  if (volts > pool) return refuse('INSUFFICIENT_FUNDS')
  await savePool(tx, pool - volts)
  let left: bigint = amount
  const saved = rows.map((row) => {
    const taken = left < row.balanceMicros ? left : row.balanceMicros
    left -= taken
    return { ...row, balanceMicros: micros(row.balanceMicros - taken) }
  })
  await saveDeviceVolts(tx, saved)
  const id = await insertWithdrawal(tx, { appId, deviceId, address, volts }, now)
  await post(tx, [
    {
      ...{ key: `withdraw/${id}`, kind: 'WITHDRAW_REQUEST', from: voltsOf(appId) },
      ...{ to: [[voltsReservedOf(appId), amount]], at: now },
    },
  ])
  return ok(id)
}

/** The volts have left the books. The caller has locked the withdrawal. */
export async function payWithdrawal(
  tx: Tx,
  { id, appId, volts }: Withdrawal,
  { transaction, by, now }: { transaction: string; by: OperatorId; now: Instant },
): Promise<void> {
  await settle(tx, id, { status: 'PAID', transaction, reason: '', by, now })
  await post(tx, [
    {
      ...{ key: `withdraw-paid/${id}`, kind: 'WITHDRAW_PAID', from: voltsReservedOf(appId) },
      ...{ to: [[outside, microsOf(volts)]], reason: transaction, at: now },
    },
  ])
}

/** The volts are the device's again, and the pool's. The caller has locked the withdrawal. */
export async function returnWithdrawal(
  tx: Tx,
  { id, appId, deviceId, volts }: Withdrawal,
  { reason, by, now }: { reason: string; by: OperatorId | undefined; now: Instant },
): Promise<void> {
  await settle(tx, id, { status: 'RETURNED', transaction: '', reason, by, now })
  const returned = new VoltsAdditions()
  returned.add({ appId, deviceId }, microsOf(volts))
  // Which row of the device holds the volts does not matter.
  await addDeviceVolts(tx, 0, returned)
  await savePool(tx, (await lockPool(tx)) + volts)
  await post(tx, [
    {
      ...{ key: `withdraw-return/${id}`, kind: 'WITHDRAW_RETURN', from: voltsReservedOf(appId) },
      ...{ to: [[voltsOf(appId), microsOf(volts)]], reason, at: now },
    },
  ])
}

/** Returns a withdrawal that nobody settled in time. False if it no longer waits. */
export async function timeOut(tx: Tx, id: number, now: Instant): Promise<boolean> {
  const withdrawal = await lockWaiting(tx, id)
  if (!withdrawal || now < after(withdrawal.requestedAt, settleMsMax)) return false
  await returnWithdrawal(tx, withdrawal, { reason: 'WITHDRAW_TIMEOUT', by: undefined, now })
  return true
}
