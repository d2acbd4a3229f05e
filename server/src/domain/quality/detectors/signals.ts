import type { CaseSignal, Product } from '@voltline/contract'
import type { MediumId } from '@voltline/kernel'
import type { SignalFound } from '../cases/case.ts'
import { distance, median, robustZ } from './statistics.ts'

/** A unit's traffic in a window. */
export interface UnitWindow {
  mediumId: MediumId
  product: Product
  /** Of most of its events; '' if unknown. */
  country: string
  impressions: number
  clicks: number
  watches: number
  installs: number
  actions: number
  invalid: number
  reported: number
  addressed: number
  /** Events of the address, and of the network, with the most. */
  topAddress: number
  topNetwork: number
  mismatched: number
  devices: number
  newDevices: number
  gapDevices: number
  regularDevices: number
  installTimes: readonly number[]
  /** Events by hour of the UTC day; empty if the window is too short for a shape. */
  hours: readonly number[]
}

export interface Thresholds {
  zMin: number
  eventsMin: number
}

/** A unit with fewer events says little about what is usual. */
const groupEventsMin = 50
const groupUnitsMin = 5
/** Of the units of a group that a signal can be computed for. */
const valuesMin = 3

/** Of every kind, invalid ones included. */
const eventsOf = (unit: UnitWindow): number =>
  unit.impressions + unit.clicks + unit.watches + unit.installs + unit.actions + unit.invalid

/** Undefined if there is too little to compare. */
const share = (part: number, whole: number, wholeMin: number): number | undefined =>
  whole < wholeMin ? undefined : part / whole

const summed = (lists: readonly (readonly number[])[]): number[] => {
  const sums: number[] = []
  for (const list of lists) {
    for (const [index, value] of list.entries()) sums[index] = (sums[index] ?? 0) + value
  }
  return sums
}

/** Only the hours in which the unit has been seen, so that a new unit is not unusual for its missing past. */
function shapeOf(unit: UnitWindow, group: readonly UnitWindow[]): number | undefined {
  const first = unit.hours.findIndex((count) => count > 0)
  const last = unit.hours.findLastIndex((count) => count > 0)
  if (first < 0 || last - first < 11) return undefined
  const others = summed(group.filter((other) => other !== unit).map((other) => other.hours))
  return distance(unit.hours.slice(first, last + 1), others.slice(first, last + 1))
}

function installShapeOf(unit: UnitWindow, group: readonly UnitWindow[]): number | undefined {
  if (unit.installs < 10) return undefined
  const others = summed(group.filter((other) => other !== unit).map((other) => other.installTimes))
  return distance(unit.installTimes, others)
}

type Measure = (unit: UnitWindow, group: readonly UnitWindow[]) => number | undefined

/** Several measures of one signal: the strongest counts. */
const measures: Readonly<Record<CaseSignal, readonly Measure[]>> = {
  click_rate: [(unit) => share(unit.clicks, unit.impressions, 20)],
  watch_rate: [(unit) => share(unit.watches, unit.impressions, 20)],
  install_rate: [(unit) => share(unit.installs, unit.clicks, 10)],
  address_share: [
    (unit) => share(unit.topAddress, unit.addressed, 20),
    (unit) => share(unit.topNetwork, unit.addressed, 20),
  ],
  new_devices: [(unit) => share(unit.newDevices, unit.devices, 5)],
  country_mismatch: [(unit) => share(unit.mismatched, unit.reported, 20)],
  time_of_day: [shapeOf],
  regular_gaps: [(unit) => share(unit.regularDevices, unit.gapDevices, 3)],
  click_to_install: [installShapeOf],
  invalid_share: [(unit) => share(unit.invalid, eventsOf(unit), 20)],
}
const signals = Object.entries(measures) as [CaseSignal, readonly Measure[]][]

/** The values that a measure has in a group. */
interface Norm {
  values: ReadonlyMap<UnitWindow, number>
  all: readonly number[]
}

class Group {
  readonly #units: readonly UnitWindow[]
  readonly #norms = new Map<Measure, Norm>()

  constructor(units: readonly UnitWindow[]) {
    this.#units = units
  }

  get isLargeEnough(): boolean {
    return this.#units.length >= groupUnitsMin
  }

  /** Of a unit that may or may not be in the group. */
  signalOf(unit: UnitWindow, measure: Measure): Omit<SignalFound, 'signal'> | undefined {
    const norm = this.#normOf(measure)
    const value = norm.values.get(unit) ?? measure(unit, this.#units)
    if (value === undefined || norm.all.length < valuesMin) return undefined
    return { value, norm: median(norm.all), z: robustZ(value, norm.all) }
  }

  #normOf(measure: Measure): Norm {
    const known = this.#norms.get(measure)
    if (known) return known
    const values = new Map<UnitWindow, number>()
    for (const unit of this.#units) {
      const value = measure(unit, this.#units)
      if (value !== undefined) values.set(unit, value)
    }
    const norm = { values, all: [...values.values()] }
    this.#norms.set(measure, norm)
    return norm
  }
}

/**
 * The signals of each unit with enough events. A unit is compared with the units of its product and country; if those are
 * too few, with those of its product in all countries; if those are too few, with none.
 */
export function signalsOf(
  units: readonly UnitWindow[],
  { zMin, eventsMin }: { zMin: number; eventsMin: (unit: UnitWindow) => number },
): Map<MediumId, SignalFound[]> {
  const comparable = units.filter((unit) => eventsOf(unit) >= groupEventsMin)
  const groupsBy = (keyOf: (unit: UnitWindow) => string) =>
    new Map([...Map.groupBy(comparable, keyOf)].map(([key, ofGroup]) => [key, new Group(ofGroup)]))
  const countryKey = ({ product, country }: UnitWindow) => `${product} ${country}`
  const local = groupsBy(countryKey)
  const global = groupsBy(({ product }) => product)
  const found = new Map<MediumId, SignalFound[]>()
  for (const unit of units) {
    if (eventsOf(unit) < eventsMin(unit)) continue
    const group = [local.get(countryKey(unit)), global.get(unit.product)].find((one) => one?.isLargeEnough)
    if (!group) continue
    const beyond = signals.flatMap(([signal, ofSignal]) => {
      const [strongest] = ofSignal
        .flatMap((measure) => group.signalOf(unit, measure) ?? [])
        .sort((a, b) => b.z - a.z)
      return strongest && strongest.z >= zMin ? [{ signal, ...strongest }] : []
    })
    if (beyond.length > 0) found.set(unit.mediumId, beyond)
  }
  return found
}
