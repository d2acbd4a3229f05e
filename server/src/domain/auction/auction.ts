import type { Platform, Product } from '@voltline/contract'
import type { AdId } from '@voltline/kernel'
import type { Aisle, Market } from './market.ts'
import type { RankedList } from './ranked-list.ts'
import { type Bidder, compareRank, type Standing, secondPrice } from './standing.ts'

export interface AdRequest {
  product: Product
  platform: Platform
  /** '' when it is not known. */
  country: string
  allowsAdult: boolean
  /** Ads that this device has seen as often as it may today. */
  capped: ReadonlySet<AdId> | undefined
}

export type Decision<Ad extends Bidder> =
  | {
      winner: Standing<Ad>
      /** Whose rank sets the price. */
      runnerUp: Standing<Ad> | undefined
      priceMicros: number
      capped: readonly Standing<Ad>[]
    }
  | { winner: undefined; refusal: 'AD_NOTFOUND' | 'EXCEEDED_IMPRESSION'; capped: readonly Standing<Ad>[] }

const none: readonly never[] = []

/**
 * Who wins the request and at what price. `turn` is any whole number, another for every request: it says whose turn it
 * is among equal ranks.
 */
export function decide<Ad extends Bidder>(
  market: Market<Ad>,
  request: AdRequest,
  turn: number,
): Decision<Ad> {
  const lists = listsOf(market.aisle(request.product, request.platform), request)
  const winner = pickFirst(lists, turn)
  if (!winner) return { winner: undefined, refusal: 'AD_NOTFOUND', capped: none }
  const runnerUp = bestOfAnother(lists, winner)
  const { capped } = request
  if (capped && (capped.has(winner.ad.id) || (runnerUp && capped.has(runnerUp.ad.id)))) {
    return decideAmongUncapped(lists, capped, turn)
  }
  return { winner, runnerUp, priceMicros: secondPrice(winner, runnerUp), capped: none }
}

function listsOf<Ad extends Bidder>(aisle: Aisle<Ad>, request: AdRequest): RankedList<Ad>[] {
  const lists: RankedList<Ad>[] = []
  const shelf = aisle.countries.get(request.country)
  if (aisle.global.clean.size > 0) lists.push(aisle.global.clean)
  if (shelf && shelf.clean.size > 0) lists.push(shelf.clean)
  if (request.allowsAdult) {
    if (aisle.global.adult.size > 0) lists.push(aisle.global.adult)
    if (shelf && shelf.adult.size > 0) lists.push(shelf.adult)
  }
  return lists
}

const better = <Ad extends Bidder>(best: Standing<Ad> | undefined, other: Standing<Ad> | undefined) =>
  !best || (other && compareRank(other, best) < 0) ? other : best

/** The first in rank, or one of those that share the first rank. */
function pickFirst<Ad extends Bidder>(lists: readonly RankedList<Ad>[], turn: number) {
  let best: Standing<Ad> | undefined
  let ties = 0
  for (const list of lists) {
    const { first } = list
    if (!first) continue
    const order = best ? compareRank(first, best) : -1
    if (order < 0) {
      best = first
      ties = list.ties
    } else if (order === 0) ties += list.ties
  }
  return best && ties > 1 ? pickTied(lists, best, turn % ties) : best
}

/** Those that share the first rank, list by list: whoever stands at the place. */
function pickTied<Ad extends Bidder>(lists: readonly RankedList<Ad>[], best: Standing<Ad>, turn: number) {
  let place = turn
  for (const list of lists) {
    if (!list.first || compareRank(list.first, best) !== 0) continue
    if (place < list.ties) return list.at(place)
    place -= list.ties
  }
  return best
}

/** The best-ranked ad of another advertiser: an advertiser's own ads do not raise each other's price. */
function bestOfAnother<Ad extends Bidder>(lists: readonly RankedList<Ad>[], winner: Standing<Ad>) {
  let best: Standing<Ad> | undefined
  for (const list of lists) {
    const isOwn = list.first?.ad.advertiser.id === winner.ad.advertiser.id
    best = better(best, isOwn ? list.firstOfAnother : list.first)
  }
  return best
}

/** All of the lists as one, the best rank first. */
function* merged<Ad extends Bidder>(lists: readonly RankedList<Ad>[]): Generator<Standing<Ad>> {
  const heads = lists.map((list) => {
    const walk = list[Symbol.iterator]()
    return { walk, next: walk.next() }
  })
  for (;;) {
    let best: (typeof heads)[number] | undefined
    for (const head of heads) {
      if (head.next.done) continue
      if (!best || best.next.done || compareRank(head.next.value, best.next.value) < 0) best = head
    }
    if (!best || best.next.done) return
    yield best.next.value
    best.next = best.walk.next()
  }
}

/** The same decision for a device that has seen enough of some of the ads. Walks on past those. */
function decideAmongUncapped<Ad extends Bidder>(
  lists: readonly RankedList<Ad>[],
  capped: ReadonlySet<AdId>,
  turn: number,
): Decision<Ad> {
  const walk = merged(lists)
  const passed: Standing<Ad>[] = []
  function next(): Standing<Ad> | undefined {
    for (;;) {
      const step = walk.next()
      if (step.done) return undefined
      if (!capped.has(step.value.ad.id)) return step.value
      passed.push(step.value)
    }
  }
  let standing = next()
  const tied: Standing<Ad>[] = []
  while (standing && (!tied[0] || compareRank(tied[0], standing) === 0)) {
    tied.push(standing)
    standing = next()
  }
  const winner = tied[turn % tied.length]
  if (!winner) return { winner: undefined, refusal: 'EXCEEDED_IMPRESSION', capped: passed }
  const isRival = (one: Standing<Ad>) => one.ad.advertiser.id !== winner.ad.advertiser.id
  let runnerUp = tied.find(isRival)
  while (!runnerUp && standing) {
    if (isRival(standing)) runnerUp = standing
    else standing = next()
  }
  return { winner, runnerUp, priceMicros: secondPrice(winner, runnerUp), capped: passed }
}
