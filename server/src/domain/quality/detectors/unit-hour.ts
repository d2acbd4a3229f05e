import type { ActionType } from '@voltline/contract'
import type { MediumId } from '@voltline/kernel'
import { installClassOf, noInstallTimes } from './install-times.ts'
import type { PackedEvent } from './packed-events.ts'
import { gapVariation } from './statistics.ts'

/** A unit's traffic of one hour. Invalid events are only in `invalid` and in what says where events came from. */
export interface UnitHour {
  mediumId: MediumId
  impressions: number
  clicks: number
  watches: number
  installs: number
  actions: number
  /** By apps and browsers, and those of them whose address identifies somebody. */
  reported: number
  addressed: number
  mismatched: number
  devices: number
  newDevices: number
  gapDevices: number
  regularDevices: number
  installTimes: number[]
  countries: Record<string, number>
  addresses: Record<string, number>
  networks: Record<string, number>
}

const countOf: Record<ActionType, 'impressions' | 'clicks' | 'watches' | 'installs' | 'actions'> = {
  IMPRESSION: 'impressions',
  CLICK: 'clicks',
  WATCH: 'watches',
  INSTALL: 'installs',
  ACTION: 'actions',
}

/** Enough to find the largest one over a day or a week. */
const addressesMax = 10
const countriesMax = 10
const impressionsOfGapsMin = 5
/** Timers vary less than people. */
const regularVariationMax = 0.1

const add = (counts: Map<string, number>, key: string): void => {
  counts.set(key, (counts.get(key) ?? 0) + 1)
}

const largest = (counts: ReadonlyMap<string, number>, max: number): Record<string, number> =>
  Object.fromEntries([...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).slice(0, max))

/** Sums up the events of one unit in one hour. */
export class UnitHourSum {
  readonly #counts = { impressions: 0, clicks: 0, watches: 0, installs: 0, actions: 0 }
  readonly #installTimes = noInstallTimes()
  readonly #countries = new Map<string, number>()
  readonly #addresses = new Map<string, number>()
  readonly #networks = new Map<string, number>()
  /** The times of each device's impressions. */
  readonly #devices = new Map<string, number[]>()
  #reported = 0
  #addressed = 0
  #mismatched = 0

  add(event: PackedEvent): void {
    if (!event.isInvalid) this.#counts[countOf[event.action]] += 1
    const times = this.#devices.get(event.device) ?? []
    this.#devices.set(event.device, times)
    if (event.action === 'IMPRESSION') times.push(event.receivedAt)
    if (event.action === 'INSTALL' && !event.isInvalid && event.sinceRequiredMs !== undefined) {
      const index = installClassOf(event.sinceRequiredMs)
      this.#installTimes[index] = (this.#installTimes[index] ?? 0) + 1
    }
    add(this.#countries, event.country)
    if (!event.isReported) return
    this.#reported += 1
    if (event.isMismatched) this.#mismatched += 1
    if (event.ipHash === '') return
    this.#addressed += 1
    add(this.#addresses, event.ipHash)
    add(this.#networks, event.networkHash)
  }

  total(mediumId: MediumId, isNew: (device: string) => boolean): UnitHour {
    const compared = [...this.#devices.values()].filter((times) => times.length >= impressionsOfGapsMin)
    const isRegular = (times: readonly number[]) =>
      (gapVariation([...times].sort((a, b) => a - b)) ?? Number.POSITIVE_INFINITY) < regularVariationMax
    return {
      mediumId,
      ...this.#counts,
      reported: this.#reported,
      addressed: this.#addressed,
      mismatched: this.#mismatched,
      devices: this.#devices.size,
      newDevices: [...this.#devices.keys()].filter(isNew).length,
      gapDevices: compared.length,
      regularDevices: compared.filter(isRegular).length,
      installTimes: this.#installTimes,
      countries: largest(this.#countries, countriesMax),
      addresses: largest(this.#addresses, addressesMax),
      networks: largest(this.#networks, addressesMax),
    }
  }
}
