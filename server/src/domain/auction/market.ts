import type { Platform, Product } from '@voltline/contract'
import type { Bidder } from './ranked-ad.ts'
import { RankedList } from './ranked-list.ts'

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
}

/** The ads for one product and platform. */
export class Segment<Ad extends Bidder> {
  requests = 0
  /** Ads for every country. Each request considers these and its own country's. */
  readonly global = new CountrySegment<Ad>()
  readonly countries = new Map<string, CountrySegment<Ad>>()

  /** '' is the unknown country: only Global ads serve there. */
  country(code: string): CountrySegment<Ad> {
    const known = this.countries.get(code)
    if (known) return known
    const created = new CountrySegment<Ad>()
    this.countries.set(code, created)
    return created
  }
}

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
