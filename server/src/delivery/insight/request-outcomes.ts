import type { InsightReason } from '@voltline/contract'
import type { AdRequest, Decision } from '../../domain/auction/auction.ts'
import { advertisersIn, furthestReason } from '../../domain/auction/furthest-reason.ts'
import { isFor } from '../../domain/auction/market.ts'
import type { AuctionTally } from '../../domain/auction/tally/auction-tally.ts'
import { PendingCounts } from '../../domain/insight/pending-counts.ts'
import {
  type AuctionRanks,
  addAuctionRanks,
  addFillOutcomes,
  addMarketOutcomes,
  type FillOutcome,
  filled,
  type MarketOutcome,
  type MarketSegment,
} from '../../domain/insight/rollup-store.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Medium, SnapshotAd } from '../snapshot/records.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'

const cellsMax = 200_000
const rowsMax = 200_000
const sliceMax = 2_000
/** An advertiser and three others: with fewer, a rank could be assigned to one of them. */
const sharedMin = 4

const segmentText = ({ product, platform, country, adult }: MarketSegment): string =>
  `${product}/${platform}/${country}/${adult}`

/**
 * What became of each request of an app: by unit and country, and by market segment with the ranks that won. A request
 * that is filled only raises a few numbers; the rest is done when they are written. Bounded: what does not fit is
 * counted as lost.
 */
export class RequestOutcomes {
  readonly #snapshot: Snapshot
  readonly #fill = new PendingCounts<FillOutcome>(
    ({ mediumId, country, outcome }) => `${mediumId}/${country}/${outcome}`,
    rowsMax,
  )
  readonly #markets = new PendingCounts<MarketOutcome>((key) => `${segmentText(key)}/${key.outcome}`, rowsMax)
  readonly #ranks = new PendingCounts<AuctionRanks>(
    (key) => `${segmentText(key)}/${key.advertiserId}/${key.rankBucket}/${key.runnerUpBucket}/${key.shared}`,
    rowsMax,
  )
  /** With counts that are not yet among the pending ones. */
  readonly #tallies = new Map<AuctionTally, MarketSegment>()
  readonly #media = new Set<Medium>()
  #cells = 0
  #lost = 0

  constructor(snapshot: Snapshot) {
    this.#snapshot = snapshot
  }

  get lost(): number {
    return this.#lost + this.#fill.lost + this.#markets.lost + this.#ranks.lost
  }

  /** A request that reached the auction. Counted after the decision, which may still change why an ad does not serve. */
  countAuction(medium: Medium, request: AdRequest, decision: Decision<SnapshotAd>): void {
    const { outcomes } = this.#snapshot
    const { market } = medium.app.owner
    const segment = market.segment(request.product, request.platform)
    const country = segment.country(request.country)
    const capped = request.capped ? this.#cappedFor(request) : undefined
    if (decision.winner) outcomes.touch(decision.winner.ad)
    segment.requests++
    country.requests++
    if (request.allowsAdult) country.adultRequests++
    if (capped) for (const ad of capped) ad.capped++
    if (!decision.winner) {
      const reason = furthestReason(market, request, decision.refusal)
      this.countUnfilled(medium, request.country, reason)
      if (market === this.#snapshot.market) this.#countMarket(request, reason, 1)
      return
    }
    decision.winner.ad.won++
    this.#countFilled(medium, request.country)
    // The playground's market is one of its own.
    if (market !== this.#snapshot.market) return
    const tally = request.allowsAdult ? country.tallies.adult : country.tallies.general
    if (tally.quarter !== outcomes.quarter) this.#drainTally(tally)
    if (tally.size === 0) this.#open(tally, request)
    const isNew = tally.add(decision.winner, decision.runnerUp, this.#cells < cellsMax)
    if (isNew) this.#cells++
    else if (isNew === undefined) this.#lost++
  }

  /** The ads that serve, are for the request, and that its device has seen often enough. */
  #cappedFor(request: AdRequest): SnapshotAd[] {
    const { ads, outcomes } = this.#snapshot
    const capped: SnapshotAd[] = []
    for (const id of request.capped ?? []) {
      const ad = ads.get(id)
      if (!ad?.ranked || !isFor(ad.state, request)) continue
      outcomes.touch(ad)
      capped.push(ad)
    }
    return capped
  }

  countUnfilled(medium: Medium, country: string, reason: InsightReason): void {
    this.#fill.add({ mediumId: medium.id, country, outcome: reason }, this.#snapshot.outcomes.quarter, 1)
  }

  #countFilled(medium: Medium, country: string): void {
    const { quarter } = this.#snapshot.outcomes
    const known = medium.filled.get(country)
    if (known?.quarter === quarter) {
      known.count++
      return
    }
    if (known) this.#drainMedium(medium)
    medium.filled.set(country, { quarter, count: 1 })
    this.#media.add(medium)
  }

  #drainMedium(medium: Medium): void {
    for (const [country, { quarter, count }] of medium.filled) {
      this.#fill.add({ mediumId: medium.id, country, outcome: filled }, quarter, count)
    }
    medium.filled.clear()
    this.#media.delete(medium)
  }

  #open(tally: AuctionTally, { product, platform, country, allowsAdult }: AdRequest): void {
    tally.quarter = this.#snapshot.outcomes.quarter
    this.#tallies.set(tally, { product, platform, country, adult: allowsAdult })
  }

  #drainTally(tally: AuctionTally): void {
    const segment = this.#tallies.get(tally)
    if (!segment) return
    const request = { ...segment, allowsAdult: segment.adult }
    this.#cells -= tally.size
    const cells = [...tally.drain()]
    const found = new Set(cells.map(({ advertiserId }) => advertiserId))
    const shared = advertisersIn(this.#snapshot.market, request, { most: sharedMin, found }) >= sharedMin
    let auctions = 0
    for (const { count, ...ranks } of cells) {
      this.#ranks.add({ ...segment, ...ranks, shared }, tally.quarter, count)
      auctions += count
    }
    this.#countMarket(request, filled, auctions, tally.quarter)
    this.#tallies.delete(tally)
  }

  #countMarket(
    {
      product,
      platform,
      country,
      allowsAdult,
    }: Pick<AdRequest, 'product' | 'platform' | 'country' | 'allowsAdult'>,
    outcome: MarketOutcome['outcome'],
    count: number,
    quarter = this.#snapshot.outcomes.quarter,
  ): void {
    this.#markets.add({ product, platform, country, adult: allowsAdult, outcome }, quarter, count)
  }

  async flush(db: Database): Promise<void> {
    for (const tally of [...this.#tallies.keys()]) this.#drainTally(tally)
    for (const medium of [...this.#media]) this.#drainMedium(medium)
    await this.#fill.flush(sliceMax, (rows) => db.transaction((tx) => addFillOutcomes(tx, rows)))
    await this.#markets.flush(sliceMax, (rows) => db.transaction((tx) => addMarketOutcomes(tx, rows)))
    await this.#ranks.flush(sliceMax, (rows) => db.transaction((tx) => addAuctionRanks(tx, rows)))
  }
}
