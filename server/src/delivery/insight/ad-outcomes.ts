import { type Instant, instant } from '@voltline/kernel'
import type { Market } from '../../domain/auction/market.ts'
import {
  missedRequests,
  type RequestCounts,
  requestsFor,
  servedOutcomes,
} from '../../domain/auction/missed-requests.ts'
import { PendingCounts } from '../../domain/insight/pending-counts.ts'
import { type AdOutcome, addAdOutcomes } from '../../domain/insight/rollup-store.ts'
import { type QuarterNumber, quarterNumber } from '../../domain/reports/rollup/quarter.ts'
import type { Database } from '../../platform/database/database.ts'
import type { NoServeCounts } from '../snapshot/no-serve.ts'
import type { SnapshotAd } from '../snapshot/records.ts'

const rowsMax = 200_000
const sliceMax = 2_000

/**
 * What became of every request in each ad's market. No request visits the ads that do not win: requests are counted per
 * segment, and an ad's share is computed when its reason changes or the counts are written. Counts are by quarter-hour:
 * the segments remember what they had counted when it began, so ads can be settled later.
 */
export class AdOutcomes {
  readonly #noServe: NoServeCounts
  readonly #pending = new PendingCounts<AdOutcome>(({ adId, outcome }) => `${adId}/${outcome}`, rowsMax)
  /** Counts quarter-hours, also if the clock is set back. */
  #period = 0
  quarter: QuarterNumber = quarterNumber(instant(0))
  #before: QuarterNumber = quarterNumber(instant(0))

  constructor(noServe: NoServeCounts) {
    this.#noServe = noServe
  }

  get lost(): number {
    return this.#pending.lost
  }

  /** Another quarter-hour begins. An ad that was not settled in the last one would lose track of the one before. */
  startQuarter(now: Instant, markets: readonly Market<SnapshotAd>[], ads: Iterable<SnapshotAd>): void {
    for (const ad of ads) if (ad.period !== this.#period) this.settle(ad)
    for (const market of markets) for (const segment of market.segments()) segment.startQuarter()
    this.#before = this.quarter
    this.quarter = quarterNumber(now)
    this.#period++
  }

  /** Starts counting for a new ad, or for one whose audience has changed. */
  restart(ad: SnapshotAd): void {
    ad.counted = requestsFor(ad.advertiser.market, ad.state)
    ad.period = this.#period
    ad.won = 0
    ad.capped = 0
  }

  /** Before the ad's own counts change: they belong to one quarter-hour. */
  touch(ad: SnapshotAd): void {
    if (ad.period !== this.#period) this.settle(ad)
  }

  /** Counts the requests since the last call, under the reason that applied meanwhile. */
  settle(ad: SnapshotAd): void {
    const { market } = ad.advertiser
    if (ad.period !== this.#period) {
      this.#count(ad, requestsFor(market, ad.state, 'quarter'), this.#before)
      ad.period = this.#period
    }
    this.#count(ad, requestsFor(market, ad.state), this.quarter)
  }

  #count(ad: SnapshotAd, now: RequestCounts, quarter: QuarterNumber): void {
    const { counted: before, reason, won, capped } = ad
    ad.counted = now
    ad.won = 0
    ad.capped = 0
    if (now.all === before.all) return
    for (const [missed, count] of missedRequests(before, now, reason)) this.#noServe.add(missed, ad.id, count)
    if (capped > 0) this.#noServe.add('capped', ad.id, capped)
    // An ad that is not in progress has no funnel.
    if (reason === 'stopped' || reason === 'complete') return
    const outcomes = reason
      ? missedRequests(before, now, reason)
      : servedOutcomes(before, now, { won, capped })
    for (const [outcome, count] of outcomes) this.#pending.add({ adId: ad.id, outcome }, quarter, count)
  }

  flush(db: Database): Promise<void> {
    return this.#pending.flush(sliceMax, (rows) => db.transaction((tx) => addAdOutcomes(tx, rows)))
  }
}
