import { assert } from '@voltline/kernel'
import { type Bidder, compareRank, type RankedAd } from './ranked-ad.ts'

/** Equal ranks are ordered by id, so that an entry can be found again. The auction rotates between them. */
const compare = (a: RankedAd, b: RankedAd): number => compareRank(a, b) || a.ad.id - b.ad.id

const blockRowsMax = 256

/**
 * Ads in rank order, best first, stored in blocks: a change moves the entries of one block, so it costs the same few
 * microseconds with a hundred ads and with a hundred thousand.
 */
export class RankedList<Ad extends Bidder = Bidder> {
  #blocks: RankedAd<Ad>[][] = []
  #size = 0
  /** Properties of the head of the list, recomputed after a change that affects it. */
  #ties = 0
  #firstOfAnother: RankedAd<Ad> | undefined
  #isHeadCurrent = false

  get size(): number {
    return this.#size
  }

  get first(): RankedAd<Ad> | undefined {
    return this.#blocks[0]?.[0]
  }

  /** How many ads share the first rank. */
  get ties(): number {
    if (!this.#isHeadCurrent) this.#readHead()
    return this.#ties
  }

  /** The best ad of an advertiser other than the first ad's. */
  get firstOfAnother(): RankedAd<Ad> | undefined {
    if (!this.#isHeadCurrent) this.#readHead()
    return this.#firstOfAnother
  }

  at(index: number): RankedAd<Ad> | undefined {
    let offset = index
    for (const block of this.#blocks) {
      if (offset < block.length) return block[offset]
      offset -= block.length
    }
    return undefined
  }

  *[Symbol.iterator](): Generator<RankedAd<Ad>> {
    for (const block of this.#blocks) yield* block
  }

  add(ranked: RankedAd<Ad>): void {
    const blockIndex = this.#blockFor(ranked)
    const block = this.#blocks[blockIndex]
    this.#size++
    this.#invalidateHead(ranked)
    if (!block) {
      this.#blocks.push([ranked])
      return
    }
    block.splice(indexIn(block, ranked), 0, ranked)
    if (block.length > blockRowsMax) this.#blocks.splice(blockIndex + 1, 0, block.splice(blockRowsMax >> 1))
  }

  remove(ranked: RankedAd<Ad>): void {
    const blockIndex = this.#blockFor(ranked)
    const block = this.#blocks[blockIndex]
    const index = block ? indexIn(block, ranked) : -1
    assert(block?.[index] === ranked, 'an ad is removed from the list that holds it')
    block.splice(index, 1)
    if (block.length === 0) this.#blocks.splice(blockIndex, 1)
    this.#size--
    this.#invalidateHead(ranked)
  }

  /** The last block whose first entry does not come after this one. */
  #blockFor(ranked: RankedAd<Ad>): number {
    let low = 0
    let high = this.#blocks.length
    while (high - low > 1) {
      const middle = (low + high) >> 1
      const first = this.#blocks[middle]?.[0]
      if (first && compare(first, ranked) <= 0) low = middle
      else high = middle
    }
    return low
  }

  // Most changes are far down the list; only one at or above the best ad of another advertiser changes the head.
  #invalidateHead(changed: RankedAd<Ad>): void {
    if (!this.#isHeadCurrent) return
    if (!this.#firstOfAnother || compareRank(changed, this.#firstOfAnother) <= 0) this.#isHeadCurrent = false
  }

  #readHead(): void {
    const first = this.first
    this.#ties = 0
    this.#firstOfAnother = undefined
    this.#isHeadCurrent = true
    if (!first) return
    let isTied = true
    for (const ranked of this) {
      if (isTied && compareRank(first, ranked) === 0) this.#ties++
      else isTied = false
      if (!this.#firstOfAnother && ranked.ad.advertiser.id !== first.ad.advertiser.id) {
        this.#firstOfAnother = ranked
      }
      if (!isTied && this.#firstOfAnother) return
    }
  }
}

/** The index of an entry in a block, or where it would be inserted. */
function indexIn(block: readonly RankedAd[], ranked: RankedAd): number {
  let low = 0
  let high = block.length
  while (low < high) {
    const middle = (low + high) >> 1
    const other = block[middle]
    if (other && compare(other, ranked) < 0) low = middle + 1
    else high = middle
  }
  return low
}
