import type { CustomerId } from '@voltline/kernel'
import type { QuarterNumber } from '../../reports/rollup/quarter.ts'
import type { Bidder, RankedAd } from '../ranked-ad.ts'
import { bucketOf, noBucket } from './bucket.ts'

/** The auctions that one advertiser won at one rank, against one rank of the runner-up. */
export interface RankCell {
  advertiserId: CustomerId
  rankBucket: number
  runnerUpBucket: number
  count: number
}

// An advertiser's id has 31 bits, and a bucket fewer than 11.
const bucketRange = 2 ** 11
const keyOf = (advertiserId: number, rankBucket: number, runnerUpBucket: number): number =>
  (advertiserId * 2 ** 10 + rankBucket) * bucketRange + runnerUpBucket + 1

/** The auctions of one market segment since the last drain, all in the same quarter-hour. */
export class AuctionTally {
  quarter = 0 as QuarterNumber
  #cells = new Map<number, RankCell>()
  /** Most auctions have the same winner and runner-up as the one before. */
  #winner: RankedAd | undefined
  #runnerUp: RankedAd | undefined
  #cell: RankCell | undefined

  get size(): number {
    return this.#cells.size
  }

  /** Returns whether the auction needed a new cell; undefined if it was not counted because there is no room. */
  add(
    winner: RankedAd<Bidder>,
    runnerUp: RankedAd<Bidder> | undefined,
    hasRoom: boolean,
  ): boolean | undefined {
    if (this.#cell && winner === this.#winner && runnerUp === this.#runnerUp) {
      this.#cell.count++
      return false
    }
    const advertiserId = winner.ad.advertiser.id
    const rankBucket = bucketOf(winner.rank)
    const runnerUpBucket = runnerUp ? bucketOf(runnerUp.rank) : noBucket
    const key = keyOf(advertiserId, rankBucket, runnerUpBucket)
    let cell = this.#cells.get(key)
    const isNew = cell === undefined
    if (!cell) {
      if (!hasRoom) return undefined
      cell = { advertiserId, rankBucket, runnerUpBucket, count: 0 }
      this.#cells.set(key, cell)
    }
    cell.count++
    this.#winner = winner
    this.#runnerUp = runnerUp
    this.#cell = cell
    return isNew
  }

  /** Removes all cells, and holds on to no ad. */
  drain(): IterableIterator<RankCell> {
    const cells = this.#cells
    this.#cells = new Map()
    this.#cell = undefined
    this.#winner = undefined
    this.#runnerUp = undefined
    return cells.values()
  }
}
