import type { Platform, Product } from '@voltline/contract'
import type { AdId, MicrosNumber } from '@voltline/kernel'
import type { Market, Segment } from './market.ts'
import { type Bidder, compareRank, type RankedAd, secondPrice } from './ranked-ad.ts'
import type { RankedList } from './ranked-list.ts'

export interface AdRequest {
  product: Product
  platform: Platform
  /** '' if it is unknown. */
  country: string
  allowsAdult: boolean
  /** Ads that have reached this device's frequency cap today. */
  capped: ReadonlySet<AdId> | undefined
}

export type Decision<Ad extends Bidder> =
  | {
      winner: RankedAd<Ad>
      /** Sets the price. */
      runnerUp: RankedAd<Ad> | undefined
      priceMicros: MicrosNumber
      capped: readonly RankedAd<Ad>[]
    }
  | { winner: undefined; refusal: 'AD_NOTFOUND' | 'EXCEEDED_IMPRESSION'; capped: readonly RankedAd<Ad>[] }

const none: readonly never[] = []

/** The winner of a request and its price. `turn` is a counter that advances with every request and rotates ties. */
export function decide<Ad extends Bidder>(
  market: Market<Ad>,
  request: AdRequest,
  turn: number,
): Decision<Ad> {
  const lists = listsOf(market.segment(request.product, request.platform), request)
  const winner = pickFirst(lists, turn)
  if (!winner) return { winner: undefined, refusal: 'AD_NOTFOUND', capped: none }
  const runnerUp = bestOfAnother(lists, winner)
  const { capped } = request
  if (capped && (capped.has(winner.ad.id) || (runnerUp && capped.has(runnerUp.ad.id)))) {
    return decideAmongUncapped(lists, capped, turn)
  }
  return { winner, runnerUp, priceMicros: secondPrice(winner, runnerUp), capped: none }
}

function listsOf<Ad extends Bidder>(segment: Segment<Ad>, request: AdRequest): RankedList<Ad>[] {
  const lists: RankedList<Ad>[] = []
  const country = segment.countries.get(request.country)
  if (segment.global.general.size > 0) lists.push(segment.global.general)
  if (country && country.general.size > 0) lists.push(country.general)
  if (request.allowsAdult) {
    if (segment.global.adult.size > 0) lists.push(segment.global.adult)
    if (country && country.adult.size > 0) lists.push(country.adult)
  }
  return lists
}

const better = <Ad extends Bidder>(best: RankedAd<Ad> | undefined, other: RankedAd<Ad> | undefined) =>
  !best || (other && compareRank(other, best) < 0) ? other : best

/** The ad with the best rank; if several share it, the one whose turn it is. */
function pickFirst<Ad extends Bidder>(lists: readonly RankedList<Ad>[], turn: number) {
  let best: RankedAd<Ad> | undefined
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

/** The ad at this index among those that share the first rank, counted list by list. */
function pickTied<Ad extends Bidder>(lists: readonly RankedList<Ad>[], best: RankedAd<Ad>, index: number) {
  let offset = index
  for (const list of lists) {
    if (!list.first || compareRank(list.first, best) !== 0) continue
    if (offset < list.ties) return list.at(offset)
    offset -= list.ties
  }
  return best
}

/** The best-ranked ad of another advertiser: an advertiser's own ads do not raise each other's price. */
function bestOfAnother<Ad extends Bidder>(lists: readonly RankedList<Ad>[], winner: RankedAd<Ad>) {
  let best: RankedAd<Ad> | undefined
  for (const list of lists) {
    const isOwn = list.first?.ad.advertiser.id === winner.ad.advertiser.id
    best = better(best, isOwn ? list.firstOfAnother : list.first)
  }
  return best
}

/** All lists merged, best rank first. */
function* merged<Ad extends Bidder>(lists: readonly RankedList<Ad>[]): Generator<RankedAd<Ad>> {
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

/** The same decision for a device with capped ads, which are skipped. */
function decideAmongUncapped<Ad extends Bidder>(
  lists: readonly RankedList<Ad>[],
  capped: ReadonlySet<AdId>,
  turn: number,
): Decision<Ad> {
  const walk = merged(lists)
  const skipped: RankedAd<Ad>[] = []
  function next(): RankedAd<Ad> | undefined {
    for (;;) {
      const step = walk.next()
      if (step.done) return undefined
      if (!capped.has(step.value.ad.id)) return step.value
      skipped.push(step.value)
    }
  }
  let ranked = next()
  const tied: RankedAd<Ad>[] = []
  while (ranked && (!tied[0] || compareRank(tied[0], ranked) === 0)) {
    tied.push(ranked)
    ranked = next()
  }
  const winner = tied[turn % tied.length]
  if (!winner) return { winner: undefined, refusal: 'EXCEEDED_IMPRESSION', capped: skipped }
  const isRival = (other: RankedAd<Ad>) => other.ad.advertiser.id !== winner.ad.advertiser.id
  let runnerUp = tied.find(isRival)
  while (!runnerUp && ranked) {
    if (isRival(ranked)) runnerUp = ranked
    else ranked = next()
  }
  return { winner, runnerUp, priceMicros: secondPrice(winner, runnerUp), capped: skipped }
}
