import type { Platform, Product } from '@voltline/contract'
import { RankedList } from './ranked-list.ts'
import type { Bidder } from './standing.ts'

/** Whom an ad is for. */
export interface Audience {
  product: Product
  platforms: readonly Platform[]
  countries: readonly string[] | 'Global'
  adult: boolean
}

/** The ads for one product, platform and country, and how many requests they have met. */
export class Shelf<Ad extends Bidder> {
  readonly clean = new RankedList<Ad>()
  readonly adult = new RankedList<Ad>()
  asked = 0
  /** Those of them from apps that allow adult ads. */
  askedWithAdult = 0
}

/** All shelves of one product and platform. */
export class Aisle<Ad extends Bidder> {
  asked = 0
  /** Global ads have a list of their own, merged at the head of every country's. */
  readonly global = new Shelf<Ad>()
  readonly countries = new Map<string, Shelf<Ad>>()

  /** '' is the country that is not known: only Global ads go there. */
  shelf(country: string): Shelf<Ad> {
    const known = this.countries.get(country)
    if (known) return known
    const made = new Shelf<Ad>()
    this.countries.set(country, made)
    return made
  }
}

/** Every ad that can serve now, where a request finds it without meeting any other. */
export class Market<Ad extends Bidder = Bidder> {
  readonly #aisles = {
    BANNER: { IOS: new Aisle<Ad>(), AOS: new Aisle<Ad>() },
    INTERSTITIAL: { IOS: new Aisle<Ad>(), AOS: new Aisle<Ad>() },
    VIDEO: { IOS: new Aisle<Ad>(), AOS: new Aisle<Ad>() },
  }

  aisle(product: Product, platform: Platform): Aisle<Ad> {
    return this.#aisles[product][platform]
  }

  aisles(): Aisle<Ad>[] {
    return Object.values(this.#aisles).flatMap((one) => [one.IOS, one.AOS])
  }

  /** The lists that an ad for this audience belongs to. */
  listsFor(audience: Audience): RankedList<Ad>[] {
    const shelves = audience.platforms.flatMap((platform) => {
      const aisle = this.aisle(audience.product, platform)
      return audience.countries === 'Global'
        ? [aisle.global]
        : audience.countries.map((country) => aisle.shelf(country))
    })
    return shelves.map((shelf) => (audience.adult ? shelf.adult : shelf.clean))
  }
}
