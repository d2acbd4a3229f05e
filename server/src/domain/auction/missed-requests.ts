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

/** Up to now, or up to the start of the running quarter-hour. */
export function requestsFor(
  market: Market<Bidder>,
  audience: Audience,
  upTo: 'now' | 'quarter' = 'now',
): RequestCounts {
  const { product, platforms, countries, adult } = audience
  const counts = { ...noRequests }
  for (const platform of platforms) {
    const segment = market.segment(product, platform)
    const { requests } = upTo === 'now' ? segment : segment.atStart
    counts.all += requests
    if (countries === 'Global' && !adult) {
      counts.inItsCountries += requests
      counts.matching += requests
      continue
    }
    const ownSegments =
      countries === 'Global' ? segment.countries.values() : countries.map((code) => segment.country(code))
    for (const country of ownSegments) {
      const counted = upTo === 'now' ? country : country.atStart
      counts.inItsCountries += counted.requests
      counts.matching += adult ? counted.adultRequests : counted.requests
    }
  }
  return counts
}

/** What became of the requests between two counts, for an ad that served meanwhile. They add up to all of them. */
export function servedOutcomes(
  before: RequestCounts,
  now: RequestCounts,
  own: { won: number; capped: number },
): [NoServeReason | 'outbid' | 'won', number][] {
  const matching = now.matching - before.matching
  return [
    ...missedRequests(before, now, undefined),
    ['capped', own.capped],
    ['won', own.won],
    ['outbid', matching - own.capped - own.won],
  ]
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
