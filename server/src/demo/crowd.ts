import type { Product } from '@voltline/contract'
import { day, hour, type Instant, instant, type MediumId } from '@voltline/kernel'
import type { AddedApp } from './apps.ts'
import type { Random } from './random.ts'

/** A user's phone. */
interface Device {
  id: string
  country: string
}

export interface AdRequest {
  at: Instant
  app: AddedApp
  mediumId: MediumId
  product: Product
  device: Device
}

/** Traffic by hour of the day in Seoul. */
const hourWeights = [4, 2, 1, 1, 1, 2, 4, 7, 8, 6, 5, 6, 9, 8, 6, 6, 7, 8, 9, 10, 11, 12, 9, 6]
/** Sunday first. */
const weekdayPercent = [118, 92, 90, 94, 96, 104, 122]
const countries: readonly [string, number][] = [
  ['KR', 78],
  ['US', 9],
  ['JP', 8],
  ['VN', 3],
  ['', 2],
]
const productWeights: Record<Product, number> = { BANNER: 5, INTERSTITIAL: 3, VIDEO: 2 }
const firstUsers = 60
const newUsersPerDay = 3

const pickWeighted = <T>(random: Random, choices: readonly (readonly [T, number])[]): T => {
  let place = random.next() * choices.reduce((sum, [, weight]) => sum + weight, 0)
  for (const [choice, weight] of choices) {
    place -= weight
    if (place < 0) return choice
  }
  throw new Error('The weights are not positive.')
}

/** The users of an app: some return, and a few are new every day. */
export class Crowd {
  readonly #random: Random
  readonly #app: AddedApp
  readonly #devices: Device[] = []

  constructor(random: Random, app: AddedApp) {
    this.#random = random
    this.#app = app
    this.#grow(firstUsers)
  }

  #grow(count: number): void {
    for (let grown = 0; grown < count; grown++) {
      this.#devices.push({ id: this.#random.uuid(), country: pickWeighted(this.#random, countries) })
    }
  }

  /** The ad requests of one day in Seoul, unordered. */
  requests(startsAt: Instant, weekday: number): AdRequest[] {
    const random = this.#random
    const fresh = random.whole(newUsersPerDay - 2, newUsersPerDay + 2)
    this.#grow(fresh)
    // New users are always active; of the others, recent users are active most often.
    const active = this.#devices.filter((_, place) => {
      const age = this.#devices.length - place
      return age <= fresh || random.chance(0.06 + 12 / (age + 30))
    })
    return active.flatMap((device) => {
      const wanted = (random.whole(1, 4) * (weekdayPercent[weekday] ?? 100)) / 100
      return Array.from({ length: Math.max(1, Math.round(wanted)) }, () => this.#request(device, startsAt))
    })
  }

  #request(device: Device, startsAt: Instant): AdRequest {
    const random = this.#random
    const hourOfDay = pickWeighted(
      random,
      hourWeights.map((weight, number) => [number, weight] as const),
    )
    const at = instant(Math.min(startsAt + hourOfDay * hour + random.whole(0, hour - 1), startsAt + day - 1))
    const medium = pickWeighted(
      random,
      this.#app.media.map((unit) => [unit, productWeights[unit.product]] as const),
    )
    return { at, app: this.#app, mediumId: medium.id, product: medium.product, device }
  }
}
