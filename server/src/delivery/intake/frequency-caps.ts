import { type AdId, day, type Instant } from '@voltline/kernel'

const devicesMax = 300_000

interface DeviceImpressions {
  counts: Map<AdId, number>
  capped: Set<AdId> | undefined
}

/**
 * How often a device has seen an ad this UTC day, in any process: the processes tell each other, and one that starts
 * reads the day's impressions. In memory and bounded: of very many devices the oldest are forgotten.
 */
export class FrequencyCaps {
  readonly #cap: number
  readonly #devicesMax: number
  #dayNumber = Number.NaN
  #byDevice = new Map<string, DeviceImpressions>()

  constructor(cap: number, limits = { devicesMax }) {
    this.#cap = cap
    this.#devicesMax = limits.devicesMax
  }

  get devices(): number {
    return this.#byDevice.size
  }

  clear(): void {
    this.#byDevice = new Map()
  }

  /** Counts an accepted impression. */
  count(deviceId: string, adId: AdId, now: Instant): void {
    this.#startDay(now)
    let device = this.#byDevice.get(deviceId)
    if (!device) {
      if (this.#byDevice.size >= this.#devicesMax) this.#forgetOldest()
      device = { counts: new Map(), capped: undefined }
      this.#byDevice.set(deviceId, device)
    }
    const count = (device.counts.get(adId) ?? 0) + 1
    device.counts.set(adId, count)
    if (count >= this.#cap) {
      device.capped ??= new Set()
      device.capped.add(adId)
    }
  }

  /** The ads that have reached the device's cap today. */
  cappedFor(deviceId: string, now: Instant): ReadonlySet<AdId> | undefined {
    this.#startDay(now)
    return this.#byDevice.get(deviceId)?.capped
  }

  #startDay(now: Instant): void {
    const dayNumber = Math.floor(now / day)
    if (dayNumber === this.#dayNumber) return
    this.#dayNumber = dayNumber
    this.#byDevice = new Map()
  }

  #forgetOldest(): void {
    const oldest = this.#byDevice.keys().next()
    if (!oldest.done) this.#byDevice.delete(oldest.value)
  }
}
