import type { AdId } from '@voltline/kernel'
import type { CountrySegment, Market } from './market.ts'
import { type Bidder, compareRank, type RankedAd } from './ranked-ad.ts'
import type { RankedList } from './ranked-list.ts'

/** Adds the ads that share the first rank of these lists merged. */
function addFirst<Ad extends Bidder>(winners: Set<AdId>, lists: readonly RankedList<Ad>[]): void {
  let best: RankedAd<Ad> | undefined
  for (const { first } of lists) if (first && (!best || compareRank(first, best) < 0)) best = first
  if (!best) return
  for (const list of lists) {
    for (const ranked of list) {
      if (compareRank(ranked, best) !== 0) break
      winners.add(ranked.ad.id)
    }
  }
}

const listsOf = <Ad extends Bidder>(segment: CountrySegment<Ad>) =>
  [segment.general, segment.adult].filter((list) => list.size > 0)

/** Ads that rank first for their product and platform in at least one of their countries; ties all count as first. */
export function winnersOf<Ad extends Bidder>(market: Market<Ad>): Set<AdId> {
  const winners = new Set<AdId>()
  for (const segment of market.segments()) {
    const global = listsOf(segment.global)
    // There is always a country without ads of its own, where the Global ads compete alone.
    addFirst(winners, global)
    for (const country of segment.countries.values()) {
      const own = listsOf(country)
      if (own.length > 0) addFirst(winners, [...own, ...global])
    }
  }
  return winners
}
