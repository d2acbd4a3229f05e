import { type Instant, isoInZone, seoul } from '@voltline/kernel'
import type { CaseOfUnit } from '../../../../domain/quality/cases/case-store.ts'
import {
  type HourCounts,
  hoursOf,
  installTimesOf,
  readHours,
  topAddresses,
  topDevices,
} from '../../../../domain/quality/cases/charts-store.ts'
import { installTimesFrom } from '../../../../domain/quality/detectors/install-times.ts'
import type { ReadSession } from '../../../../platform/database/database.ts'

const hoursMax = 31 * 24
const ranksMax = 20

const toHours = (hours: readonly Instant[], counts: ReadonlyMap<Instant, HourCounts>) =>
  hours.map((at) => ({
    Time: isoInZone(at, seoul),
    Impressions: counts.get(at)?.impressions ?? 0,
    Clicks: counts.get(at)?.clicks ?? 0,
    Watches: counts.get(at)?.watches ?? 0,
    Installs: counts.get(at)?.installs ?? 0,
  }))

const shareOf = (counts: readonly number[], index: number): number => {
  const total = counts.reduce((sum, count) => sum + count, 0)
  return total === 0 ? 0 : (counts[index] ?? 0) / total
}

/** What the charts of a case show: the unit and the network beside each other. */
export async function chartsOf(session: ReadSession, one: CaseOfUnit) {
  const { mediumId, product } = one
  const hours = hoursOf(one, hoursMax)
  const addresses = await topAddresses(session, mediumId, one, ranksMax)
  const own = await installTimesOf(session, { mediumId }, one)
  const network = await installTimesOf(session, { product }, one)
  const devices = await topDevices(session, mediumId, one, ranksMax)
  return {
    Hours: toHours(hours, await readHours(session, { mediumId }, hours)),
    NetworkHours: toHours(hours, await readHours(session, { product }, hours)),
    Addresses: addresses.map(({ events, share }, index) => ({
      Rank: index + 1,
      Events: events,
      Share: share,
    })),
    Devices: devices.map(({ deviceId, charges, publisherMicros }, index) => ({
      Rank: index + 1,
      DeviceID: deviceId,
      Charges: charges,
      Amount: publisherMicros,
    })),
    InstallTimes: installTimesFrom.map((seconds, index) => ({
      FromSeconds: seconds,
      Installs: own[index] ?? 0,
      Share: shareOf(own, index),
      Network: shareOf(network, index),
    })),
  }
}
