import { type AdId, day, type Instant } from '@voltline/kernel'

const devicesMax = 300_000

interface Seen {
  times: Map<AdId, number>
  capped: Set<AdId> | undefined
}

/**
 * How often a device has seen an ad this UTC day. In memory and per process: after a restart a device may see an ad
 * some times more, which costs nobody anything that was not delivered.
 */
export class FrequencyCaps {
  readonly #cap: number
  readonly #devicesMax: number
  #day = Number.NaN
  #seen = new Map<string, Seen>()

  constructor(cap: number, limits = { devicesMax }) {
    this.#cap = cap
    this.#devicesMax = limits.devicesMax
  }

  get devices(): number {
    return this.#seen.size
  }

  /** Counted at the accepted impression. */
  count(deviceId: string, adId: AdId, now: Instant): void {
    this.#follow(now)
    let seen = this.#seen.get(deviceId)
    if (!seen) {
      if (this.#seen.size >= this.#devicesMax) this.#forgetOldest()
      seen = { times: new Map(), capped: undefined }
      this.#seen.set(deviceId, seen)
    }
    const times = (seen.times.get(adId) ?? 0) + 1
    seen.times.set(adId, times)
    if (times >= this.#cap) {
      seen.capped ??= new Set()
      seen.capped.add(adId)
    }
  }

  /** The ads that the device has seen as often as it may. */
  cappedFor(deviceId: string, now: Instant): ReadonlySet<AdId> | undefined {
    this.#follow(now)
    return this.#seen.get(deviceId)?.capped
  }

  #follow(now: Instant): void {
    const today = Math.floor(now / day)
    if (today === this.#day) return
    this.#day = today
    this.#seen = new Map()
  }

  #forgetOldest(): void {
    const oldest = this.#seen.keys().next()
    if (!oldest.done) this.#seen.delete(oldest.value)
  }
}
