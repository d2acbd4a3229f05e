import { billedOn } from '@voltline/contract'
import type { AdId, Instant } from '@voltline/kernel'
import { type Arrivals, secondOf } from '../../domain/auction/promised/unbilled-events.ts'
import type { LoggedEvent } from '../../domain/events/event-reader.ts'
import type { Snapshot } from './snapshot.ts'

/** Collects the unbilled events of the log, by ad and second. */
export class UnbilledLoad {
  readonly #snapshot: Snapshot
  readonly #byAd = new Map<AdId, Map<Instant, Arrivals>>()

  constructor(snapshot: Snapshot) {
    this.#snapshot = snapshot
  }

  add(events: readonly LoggedEvent[]): void {
    for (const { adId, action, receivedAt, priceMicros } of events) {
      const ad = this.#snapshot.ads.get(adId)
      if (!ad || billedOn[ad.state.billingType] !== action) continue
      const bySecond = this.#byAd.get(adId) ?? new Map<Instant, Arrivals>()
      this.#byAd.set(adId, bySecond)
      const second = secondOf(receivedAt)
      const arrivals = bySecond.get(second) ?? { second, count: 0, micros: 0 }
      arrivals.count++
      arrivals.micros += Number(priceMicros)
      bySecond.set(second, arrivals)
    }
  }

  /** Replaces what every ad has unbilled from before the instant. */
  apply(before: Instant): void {
    const { ads, promised } = this.#snapshot
    const active = [...promised.active()].map((ad) => ad.id)
    for (const id of new Set([...active, ...this.#byAd.keys()])) {
      const ad = ads.get(id)
      if (ad) promised.load(ad, before, [...(this.#byAd.get(id)?.values() ?? [])])
    }
  }
}
