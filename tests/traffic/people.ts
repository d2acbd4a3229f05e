import type { Product } from '@voltline/contract'
import type { Random } from '../../server/src/demo/random.ts'

export interface Phone {
  deviceID: string
  country: string | undefined
  /** Ads it was shown. Nobody sees hundreds in a day: that is a rule against floods. */
  visits: number
}

const visitsMax = 200

/** A unit that can serve ads, with the key of its app. */
export interface Unit {
  medID: number
  appID: number
  product: Product
  apiKey: string
}

const countries: readonly [string | undefined, number][] = [
  ['KR', 76],
  ['US', 10],
  ['JP', 8],
  ['VN', 4],
  [undefined, 2],
]

/** The traffic in each hour of the day in Seoul, relative to the mean. */
const hourWeights = [4, 2, 1, 1, 1, 2, 4, 7, 8, 6, 5, 6, 9, 8, 6, 6, 7, 8, 9, 10, 11, 12, 9, 6]
const mean = hourWeights.reduce((sum, weight) => sum + weight, 0) / hourWeights.length
export const busyness = (hour: number): number => (hourWeights[hour] ?? mean) / mean

/** Phones of users: a few are used often, most of them rarely. */
export class Phones {
  readonly #random: Random
  readonly #run: string
  readonly #phones: Phone[] = []

  constructor(random: Random, run: string) {
    this.#random = random
    this.#run = run
  }

  /** A known phone or a new one. */
  next(): { phone: Phone; isNew: boolean } {
    const known = this.#phones.length
    if (known > 0 && !this.#random.chance(0.25)) {
      const skewed = Math.floor(this.#random.next() ** 2 * known)
      const phone = this.#phones[skewed]
      if (phone && phone.visits < visitsMax) {
        phone.visits += 1
        return { phone, isNew: false }
      }
    }
    const phone = { deviceID: `${this.#run}-${known}`, country: this.#country(), visits: 1 }
    this.#phones.push(phone)
    return { phone, isNew: true }
  }

  #country(): string | undefined {
    let place = this.#random.next() * 100
    for (const [country, weight] of countries) {
      place -= weight
      if (place < 0) return country
    }
    return 'KR'
  }
}
