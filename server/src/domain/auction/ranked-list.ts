import { assert } from '@voltline/kernel'
import { type Bidder, compareRank, type Standing } from './standing.ts'

/** Equal ranks stand by id only so that a standing can be found again; who of them serves is the auction's rotation. */
const compare = (a: Standing, b: Standing): number => compareRank(a, b) || a.ad.id - b.ad.id

const blockMax = 256

/**
 * Standings, the best rank first, in blocks: a change moves at most one block's entries, so it costs the same few
 * microseconds with a hundred ads as with a hundred thousand.
 */
export class RankedList<Ad extends Bidder = Bidder> {
  #blocks: Standing<Ad>[][] = []
  #size = 0
  /** What the head looks like; worked out again when a change touches it. */
  #ties = 0
  #second: Standing<Ad> | undefined
  #headKnown = false

  get size(): number {
    return this.#size
  }

  get first(): Standing<Ad> | undefined {
    return this.#blocks[0]?.[0]
  }

  /** How many share the first rank. */
  get ties(): number {
    if (!this.#headKnown) this.#lookAtHead()
    return this.#ties
  }

  /** The best one that is not of the first one's advertiser. */
  get firstOfAnother(): Standing<Ad> | undefined {
    if (!this.#headKnown) this.#lookAtHead()
    return this.#second
  }

  at(index: number): Standing<Ad> | undefined {
    let left = index
    for (const block of this.#blocks) {
      if (left < block.length) return block[left]
      left -= block.length
    }
    return undefined
  }

  *[Symbol.iterator](): Generator<Standing<Ad>> {
    for (const block of this.#blocks) yield* block
  }

  add(standing: Standing<Ad>): void {
    const place = this.#blockFor(standing)
    const block = this.#blocks[place]
    this.#size++
    this.#noteChange(standing)
    if (!block) {
      this.#blocks.push([standing])
      return
    }
    block.splice(placeIn(block, standing), 0, standing)
    if (block.length > blockMax) this.#blocks.splice(place + 1, 0, block.splice(blockMax >> 1))
  }

  remove(standing: Standing<Ad>): void {
    const place = this.#blockFor(standing)
    const block = this.#blocks[place]
    const index = block ? placeIn(block, standing) : -1
    assert(block?.[index] === standing, 'a standing is removed from the list that holds it')
    block.splice(index, 1)
    if (block.length === 0) this.#blocks.splice(place, 1)
    this.#size--
    this.#noteChange(standing)
  }

  /** The last block whose first entry does not come after the standing. */
  #blockFor(standing: Standing<Ad>): number {
    let low = 0
    let high = this.#blocks.length
    while (high - low > 1) {
      const middle = (low + high) >> 1
      const first = this.#blocks[middle]?.[0]
      if (first && compare(first, standing) <= 0) low = middle
      else high = middle
    }
    return low
  }

  // Nearly every change is far down; only one at or above the best of another advertiser changes the head.
  #noteChange(standing: Standing<Ad>): void {
    if (this.#headKnown && (!this.#second || compareRank(standing, this.#second) <= 0))
      this.#headKnown = false
  }

  #lookAtHead(): void {
    const first = this.first
    this.#ties = 0
    this.#second = undefined
    this.#headKnown = true
    if (!first) return
    let tied = true
    for (const standing of this) {
      if (tied && compareRank(first, standing) === 0) this.#ties++
      else tied = false
      if (!this.#second && standing.ad.advertiser.id !== first.ad.advertiser.id) this.#second = standing
      if (!tied && this.#second) return
    }
  }
}

/** Where it stands in a block, or would. */
function placeIn(block: readonly Standing[], standing: Standing): number {
  let low = 0
  let high = block.length
  while (low < high) {
    const middle = (low + high) >> 1
    const other = block[middle]
    if (other && compare(other, standing) < 0) low = middle + 1
    else high = middle
  }
  return low
}
