import type { Instant, MediumId } from '@voltline/kernel'
import type { Tx } from '../../../platform/database/database.ts'
import { unpack } from './packed-events.ts'
import {
  appsOfUnits,
  batchesOf,
  deleteTraffic,
  newDeviceKey,
  newDevicesOf,
  readTraffic,
  type TrafficBatch,
} from './traffic-store.ts'
import { UnitHourSum } from './unit-hour.ts'
import { addUnitHours } from './unit-hour-store.ts'

/** Of packed events that are summed up at once; with more of them in an hour, the units are taken in several passes. */
const passBytesMax = 64 * 1024 * 1024
/** Of packed events that are read at once: about 20 ms of work, so that others are not held up. */
const pageBytesMax = 512 * 1024

function pagesOf(batches: readonly TrafficBatch[]): bigint[][] {
  const pages: bigint[][] = []
  let bytes = Number.POSITIVE_INFINITY
  for (const batch of batches) {
    if (bytes + batch.bytes > pageBytesMax) {
      pages.push([])
      bytes = 0
    }
    pages.at(-1)?.push(batch.id)
    bytes += batch.bytes
  }
  return pages
}

async function addPass(
  tx: Tx,
  hourAt: Instant,
  { pages, isWanted }: { pages: readonly bigint[][]; isWanted: (mediumId: number) => boolean },
): Promise<void> {
  const sums = new Map<MediumId, UnitHourSum>()
  for (const ids of pages) {
    for (const bytes of await readTraffic(tx, ids)) {
      for (const event of unpack(bytes, hourAt, isWanted)) {
        let sum = sums.get(event.mediumId)
        if (!sum) {
          sum = new UnitHourSum()
          sums.set(event.mediumId, sum)
        }
        sum.add(event)
      }
    }
  }
  const apps = await appsOfUnits(tx, [...sums.keys()])
  const newDevices = await newDevicesOf(tx, [...new Set(apps.values())], hourAt)
  const units = [...sums].flatMap(([mediumId, sum]) => {
    const appId = apps.get(mediumId)
    return appId === undefined
      ? []
      : [sum.total(mediumId, (device) => newDevices.has(newDeviceKey(appId, device)))]
  })
  await addUnitHours(tx, hourAt, units)
}

/** Moves the traffic of an hour into the hours of its units. What is decided later is added by a later call. */
export async function sumUpHour(tx: Tx, hourAt: Instant): Promise<void> {
  const batches = await batchesOf(tx, hourAt)
  const passes = Math.ceil(batches.reduce((sum, { bytes }) => sum + bytes, 0) / passBytesMax)
  const pages = pagesOf(batches)
  for (let pass = 0; pass < passes; pass++) {
    await addPass(tx, hourAt, { pages, isWanted: (mediumId) => mediumId % passes === pass })
  }
  await deleteTraffic(
    tx,
    batches.map(({ id }) => id),
  )
}
