import type { NoServeReason } from '@voltline/contract'
import type { Audience, Market } from './market.ts'
import type { Bidder } from './ranked-ad.ts'

/** Requests of an audience's product and platforms up to some moment, and how many of them matched it. */
export interface RequestCounts {
  all: number
  inItsCountries: number
  /** In its countries, and from apps that allow it if it is an adult ad. */
  matching: number
}

export const noRequests: RequestCounts = { all: 0, inItsCountries: 0, matching: 0 }

export function requestsFor(market: Market<Bidder>, audience: Audience): RequestCounts {
  const { product, platforms, countries, adult } = audience
  const counts = { ...noRequests }
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

/** The requests that an ad missed between two counts, by the reason that applied meanwhile; undefined if it served. */
export function missedRequests(
  before: RequestCounts,
  now: RequestCounts,
  reason: NoServeReason | undefined,
): [NoServeReason, number][] {
  const all = now.all - before.all
  if (reason) return [[reason, all]]
  const inItsCountries = now.inItsCountries - before.inItsCountries
  return [
    ['country', all - inItsCountries],
    ['adult', inItsCountries - (now.matching - before.matching)],
  ]
}
