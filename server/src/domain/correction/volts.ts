import { micros } from '@voltline/kernel'
import type { Tx } from '../../platform/database/database.ts'
import { lockDeviceVolts, saveDeviceVolts } from '../ledger/device-volts.ts'
import { deviceKey, type ReversedCharge, takeVolts } from './reversal.ts'
import type { OpenCharge } from './select-charges.ts'

/** Takes the users' parts from the volts of their devices, down to zero. */
export async function takeBackVolts(tx: Tx, charges: readonly OpenCharge[]): Promise<ReversedCharge[]> {
  const devices = new Map(
    charges.filter(({ userMicros }) => userMicros > 0n).map((charge) => [deviceKey(charge), charge]),
  )
  const rows = await lockDeviceVolts(tx, [...devices.values()])
  const volts = new Map<string, bigint>()
  for (const row of rows) volts.set(deviceKey(row), (volts.get(deviceKey(row)) ?? 0n) + row.balanceMicros)
  const reversed = takeVolts(charges, volts)
  // What a device keeps stays in its first rows; which of them holds it does not matter.
  const saved = rows.map((row) => {
    const left = volts.get(deviceKey(row)) ?? 0n
    const kept = left < row.balanceMicros ? left : row.balanceMicros
    volts.set(deviceKey(row), left - kept)
    return { ...row, balanceMicros: micros(kept) }
  })
  await saveDeviceVolts(tx, saved)
  return reversed
}
