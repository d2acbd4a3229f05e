import type { NoServeReason } from '@voltline/contract'
import { type AdId, type Instant, utcDay } from '@voltline/kernel'
import type { NoServeCount } from '../../domain/auction/no-serve-store.ts'
import type { RequestCounts, SnapshotAd } from './records.ts'

const pendingMax = 100_000

/**
 * How often each ad missed a request of its product and platform, and why. No request visits the ads that do not serve:
 * requests are counted per segment, and an ad's share is computed when its reason changes or the counts are written.
 */
export class NoServeCounts {
  #pending = new Map<string, { reason: NoServeReason; adId: AdId; count: number }>()
  /** Counts dropped because the memory limit was reached. */
  lost = 0

  /** The requests that the ad could have had up to now. */
  requestsFor(ad: SnapshotAd): RequestCounts {
    const { market } = ad.advertiser
    const { product, platforms, countries, adult } = ad.state
    const counts = { all: 0, inItsCountries: 0, matching: 0 }
    for (const platform of platforms) {
      const segment = market.segment(product, platform)
      counts.all += segment.requests
      if (countries === 'Global' && !adult) {
        counts.inItsCountries += segment.requests
        counts.matching += segment.requests
        continue
      }
      const ownSegments =
        countries === 'Global' ? segment.countries.values() : countries.map((code) => segment.country(code))
      for (const country of ownSegments) {
        counts.inItsCountries += country.requests
        counts.matching += adult ? country.adultRequests : country.requests
      }
    }
    return counts
  }

  /** Counts the requests that the ad missed since the last call, under the reason that applied meanwhile. */
  settle(ad: SnapshotAd): void {
    const before = ad.counted
    const now = this.requestsFor(ad)
    ad.counted = now
    const all = now.all - before.all
    if (ad.reason) {
      this.add(ad.reason, ad.id, all)
      return
    }
    const inItsCountries = now.inItsCountries - before.inItsCountries
    this.add('country', ad.id, all - inItsCountries)
    this.add('adult', ad.id, inItsCountries - (now.matching - before.matching))
  }

  add(reason: NoServeReason, adId: AdId, count: number): void {
    if (count <= 0) return
    const key = `${reason}/${adId}`
    const known = this.#pending.get(key)
    if (known) known.count += count
    else if (this.#pending.size < pendingMax) this.#pending.set(key, { reason, adId, count })
    else this.lost += count
  }

  /** Removes at most `rowsMax` counts, to be written. */
  take(now: Instant, rowsMax: number): NoServeCount[] {
    const day = utcDay(now)
    const taken: NoServeCount[] = []
    for (const [key, pending] of this.#pending) {
      if (taken.length === rowsMax) break
      taken.push({ ...pending, utcDay: day })
      this.#pending.delete(key)
    }
    return taken
  }

  /** Returns counts that could not be written. */
  putBack(counts: readonly NoServeCount[]): void {
    for (const { reason, adId, count } of counts) this.add(reason, adId, count)
  }
}
