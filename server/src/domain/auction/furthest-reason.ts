import { type NoServeReason, noServeReasons } from '@voltline/contract'
import type { AdRequest, Decision } from './auction.ts'
import type { Market } from './market.ts'
import type { Bidder } from './ranked-ad.ts'

/** The reasons that do not depend on the request, from the last check to the first. */
const ownReasons = noServeReasons
  .filter((reason) => reason !== 'country' && reason !== 'adult' && reason !== 'capped')
  .reverse()

/** Why a request was not filled: the reason of the ad that came furthest. No request visits the ads for it. */
export function furthestReason<Ad extends Bidder>(
  market: Market<Ad>,
  request: AdRequest,
  refusal: Extract<Decision<Ad>, { winner: undefined }>['refusal'],
): NoServeReason {
  if (refusal === 'EXCEEDED_IMPRESSION') return 'capped'
  const segment = market.segment(request.product, request.platform)
  const country = segment.countries.get(request.country)
  // Ads that serve, but whose money was promised faster than they could be placed again.
  if (segment.global.general.size > 0 || (country && country.general.size > 0)) return 'cash'
  if (segment.global.adult.size > 0 || (country && country.adult.size > 0)) return 'adult'
  if ((segment.adsBy.get('serving') ?? 0) > 0) return 'country'
  return ownReasons.find((reason) => (segment.adsBy.get(reason) ?? 0) > 0) ?? 'country'
}

/** How many advertisers have an ad that could serve the request, with those already `found`, counted up to `most`. */
export function advertisersIn<Ad extends Bidder>(
  market: Market<Ad>,
  request: Pick<AdRequest, 'product' | 'platform' | 'country' | 'allowsAdult'>,
  { most, found }: { most: number; found: Set<number> },
): number {
  const { global, countries } = market.segment(request.product, request.platform)
  const own = countries.get(request.country)
  for (const segment of own ? [global, own] : [global]) {
    for (const list of request.allowsAdult ? [segment.general, segment.adult] : [segment.general]) {
      let visited = 0
      for (const { ad } of list) {
        found.add(ad.advertiser.id)
        if (found.size >= most) return most
        if (++visited >= visitedMax) break
      }
    }
  }
  return found.size
}

/** Of one list: beyond it there may be more advertisers, and the count is too low, which hides more than needed. */
const visitedMax = 2_000
