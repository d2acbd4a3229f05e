import type { NoServeReason, Platform, Product } from '@voltline/contract'
import type { Bidder } from './ranked-ad.ts'
import { RankedList } from './ranked-list.ts'
import { AuctionTally } from './tally/auction-tally.ts'

/** Which requests an ad is for. */
export interface Audience {
  readonly product: Product
  readonly platforms: readonly Platform[]
  readonly countries: readonly string[] | 'Global'
  readonly adult: boolean
}

export const sameAudience = (a: Audience, b: Audience): boolean =>
  a.adult === b.adult &&
  a.product === b.product &&
  String(a.platforms) === String(b.platforms) &&
  String(a.countries) === String(b.countries)

/** The ads for one product, platform and country, and how many requests came from there. */
export class CountrySegment<Ad extends Bidder> {
  readonly general = new RankedList<Ad>()
  readonly adult = new RankedList<Ad>()
  requests = 0
  /** Those from apps that allow adult ads. */
  adultRequests = 0
  /** Both as they were when the quarter-hour began. */
  readonly atStart = { requests: 0, adultRequests: 0 }
  /** Auctions for apps that allow no adult ads, and for those that do. */
  readonly tallies = { general: new AuctionTally(), adult: new AuctionTally() }

  startQuarter(): void {
    this.atStart.requests = this.requests
    this.atStart.adultRequests = this.adultRequests
  }
}

/** The ads for one product and platform. */
export class Segment<Ad extends Bidder> {
  requests = 0
  /** As it was when the quarter-hour began. */
  readonly atStart = { requests: 0 }
  /** How many ads of this product and platform do not serve for each reason; 'serving' are those that do. */
  readonly adsBy = new Map<NoServeReason | 'serving', number>()
  /** Ads for every country. Each request considers these and its own country's. */
  readonly global = new CountrySegment<Ad>()
  readonly countries = new Map<string, CountrySegment<Ad>>()

  startQuarter(): void {
    this.atStart.requests = this.requests
    for (const country of this.countries.values()) country.startQuarter()
  }

  countAd(reason: NoServeReason | undefined, change: 1 | -1): void {
    const key = reason ?? 'serving'
    this.adsBy.set(key, (this.adsBy.get(key) ?? 0) + change)
  }

  /** '' is the unknown country: only Global ads serve there. */
  country(code: string): CountrySegment<Ad> {
    const known = this.countries.get(code)
    if (known) return known
    const created = new CountrySegment<Ad>()
    this.countries.set(code, created)
    return created
  }
}

/** Whether a request is for an audience. */
export const isFor = (
  audience: Audience,
  request: { product: Product; platform: Platform; country: string; allowsAdult: boolean },
): boolean =>
  audience.product === request.product &&
  audience.platforms.includes(request.platform) &&
  (audience.countries === 'Global' || audience.countries.includes(request.country)) &&
  (!audience.adult || request.allowsAdult)

/** Every ad that can serve now, grouped so that a request looks only at ads it may get. */
export class Market<Ad extends Bidder = Bidder> {
  readonly #segments = {
    BANNER: { IOS: new Segment<Ad>(), AOS: new Segment<Ad>() },
    INTERSTITIAL: { IOS: new Segment<Ad>(), AOS: new Segment<Ad>() },
    VIDEO: { IOS: new Segment<Ad>(), AOS: new Segment<Ad>() },
  }

  segment(product: Product, platform: Platform): Segment<Ad> {
    return this.#segments[product][platform]
  }

  segments(): Segment<Ad>[] {
    return Object.values(this.#segments).flatMap((platforms) => [platforms.IOS, platforms.AOS])
  }

  /** The lists that an ad for this audience belongs to. */
  listsFor(audience: Audience): RankedList<Ad>[] {
    const segments = audience.platforms.flatMap((platform) => {
      const segment = this.segment(audience.product, platform)
      return audience.countries === 'Global'
        ? [segment.global]
        : audience.countries.map((code) => segment.country(code))
    })
    return segments.map((segment) => (audience.adult ? segment.adult : segment.general))
  }
}
