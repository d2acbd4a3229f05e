import type { NoServeReason } from '@voltline/contract'
import { type AdId, type Day, type Instant, utcDay } from '@voltline/kernel'
import type { Asked, LiveAd } from './records.ts'

export interface NoServeCount {
  reason: NoServeReason
  adId: AdId
  utcDay: Day
  count: number
}

const pendingMax = 100_000

/**
 * How often each ad missed a request of its product and platform, and why. No request walks the ads that do not serve:
 * requests are counted where they arrive, and an ad's share of them is worked out when its reason changes, or when the
 * counts are written.
 */
export class NoServeCounts {
  #pending = new Map<string, { reason: NoServeReason; adId: AdId; count: number }>()
  /** Counts for which there was no room. */
  lost = 0

  askedOf(ad: LiveAd): Asked {
    const { market } = ad.advertiser
    const asked = { all: 0, ofItsCountries: 0, thatAllowIt: 0 }
    for (const platform of ad.platforms) {
      const aisle = market.aisle(ad.product, platform)
      asked.all += aisle.asked
      const isGlobal = ad.countries === 'Global'
      const shelves =
        ad.countries === 'Global' ? aisle.countries.values() : ad.countries.map((one) => aisle.shelf(one))
      if (isGlobal && !ad.adult) {
        asked.ofItsCountries += aisle.asked
        asked.thatAllowIt += aisle.asked
        continue
      }
      for (const shelf of shelves) {
        asked.ofItsCountries += shelf.asked
        asked.thatAllowIt += ad.adult ? shelf.askedWithAdult : shelf.asked
      }
    }
    return asked
  }

  /** Counts what the ad has missed since it was last settled, under the reason that held since. */
  settle(ad: LiveAd): void {
    const before = ad.counted
    const now = this.askedOf(ad)
    ad.counted = now
    if (ad.reason) {
      this.add(ad.reason, ad.id, now.all - before.all)
      return
    }
    const fitted = now.ofItsCountries - before.ofItsCountries
    this.add('country', ad.id, now.all - before.all - fitted)
    this.add('adult', ad.id, fitted - (now.thatAllowIt - before.thatAllowIt))
  }

  add(reason: NoServeReason, adId: AdId, count: number): void {
    if (count <= 0) return
    const key = `${reason}/${adId}`
    const known = this.#pending.get(key)
    if (known) known.count += count
    else if (this.#pending.size < pendingMax) this.#pending.set(key, { reason, adId, count })
    else this.lost += count
  }

  /** Takes out at most so many counts, to be written. */
  take(now: Instant, rowsMax: number): NoServeCount[] {
    const day = utcDay(now)
    const taken: NoServeCount[] = []
    for (const [key, one] of this.#pending) {
      if (taken.length === rowsMax) break
      taken.push({ ...one, utcDay: day })
      this.#pending.delete(key)
    }
    return taken
  }

  /** Puts back what could not be written. */
  putBack(counts: readonly NoServeCount[]): void {
    for (const one of counts) this.add(one.reason, one.adId, one.count)
  }
}
