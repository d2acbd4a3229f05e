import { isGood, proveBooks } from '../../server/src/domain/ledger/proof.ts'
import type { Database } from '../../server/src/platform/database/database.ts'
import type { AdRow, ChargeRow } from '../../server/src/platform/database/rows.ts'
import { sql } from '../../server/src/platform/database/sql.ts'
import type { Journal, Reported } from './journal.ts'
import type { Ad, World } from './world.ts'

/** What a fault did to the books; all 0 in a sound run. */
export interface Damage {
  /** Acknowledged events that were not counted. */
  lost: number
  /** Events that were counted twice, or never sent. */
  twice: number
  /** Charged beyond what an advertiser has. */
  overspentMicros: bigint
}

type CountedAd = Pick<AdRow, 'ad_id' | 'impressions' | 'clicks' | 'spent_micros'>
type Charged = Pick<ChargeRow, 'ad_id' | 'action' | 'device_id' | 'price_micros'>

export interface Books {
  ads: Map<number, CountedAd>
  charges: Charged[]
}

export const readBooks = (db: Database): Promise<Books> =>
  db.transaction(async (tx) => ({
    ads: new Map(
      (await tx.rows(sql<CountedAd>`select ad_id, impressions, clicks, spent_micros from ad`)).map((ad) => [
        ad.ad_id,
        ad,
      ]),
    ),
    charges: await tx.rows(sql<Charged>`select ad_id, action, device_id, price_micros from charge`),
  }))

/** True if the proof of the books finds nothing; also during a flood. */
export const areBooksRight = (db: Database): Promise<boolean> =>
  db.transaction(async (tx) => isGood(await proveBooks(tx)))

const keyOf = (adId: number | null, device: string | null, action: string) => `${adId} ${device} ${action}`
const none = (): Damage => ({ lost: 0, twice: 0, overspentMicros: 0n })

/** Compares the journal with the books, event by event where events are charged and by sums for all. */
export class Verdict {
  readonly #journal: Journal
  readonly #world: World
  readonly #books: Books
  readonly #byPhase = new Map<number, Damage>()
  /** What only the sums show, so that it belongs to no fault. */
  readonly rest = none()
  /** Ads whose spent sum is not the sum of their charges, or charges at another price than the ad's. */
  wrongSums = 0

  constructor(services: { journal: Journal; world: World; books: Books }) {
    this.#journal = services.journal
    this.#world = services.world
    this.#books = services.books
    this.#compareCharges()
    this.#compareSums()
    this.#compareLimits()
  }

  of(phase: number): Damage {
    const damage = this.#byPhase.get(phase) ?? none()
    this.#byPhase.set(phase, damage)
    return damage
  }

  get total(): Damage {
    const all = [...this.#byPhase.values(), this.rest]
    return all.reduce(
      (sum, { lost, twice, overspentMicros }) => ({
        lost: sum.lost + lost,
        twice: sum.twice + twice,
        overspentMicros: sum.overspentMicros + overspentMicros,
      }),
      none(),
    )
  }

  /** An ad with money enough is charged once for each event that it pays for. */
  #compareCharges(): void {
    const charges = new Map<string, number>()
    for (const { ad_id, device_id, action } of this.#books.charges) {
      const key = keyOf(ad_id, device_id, action)
      charges.set(key, (charges.get(key) ?? 0) + 1)
    }
    const paid = new Map(this.#world.ads.map((ad) => [`${ad.id} ${ad.paidAction}`, ad]))
    for (const { adId, device, action, phase } of this.#journal.reported) {
      const key = keyOf(adId, device, action)
      const count = charges.get(key) ?? 0
      charges.delete(key)
      const isLost = phase !== undefined && count === 0 && paid.has(`${adId} ${action}`)
      if (isLost) this.of(phase).lost += 1
      if (count > 1) this.#damageOf(phase).twice += count - 1
    }
    for (const count of charges.values()) this.rest.twice += count
  }

  #damageOf(phase: number | undefined): Damage {
    return phase === undefined ? this.rest : this.of(phase)
  }

  /** Each ad's events are at least those acknowledged and at most those sent. */
  #compareSums(): void {
    const known = this.total
    const missing = { lost: 0, twice: 0 }
    for (const [action, column] of [
      ['IMPRESSION', 'impressions'],
      ['CLICK', 'clicks'],
    ] as const) {
      for (const { ad_id, ...counted } of this.#books.ads.values()) {
        const sent = this.#journal.reported.filter((event) => event.adId === ad_id && event.action === action)
        const acknowledged = sent.filter(({ phase }: Reported) => phase !== undefined)
        missing.lost += Math.max(0, acknowledged.length - Number(counted[column]))
        missing.twice += Math.max(0, Number(counted[column]) - sent.length)
      }
    }
    this.rest.lost += Math.max(0, missing.lost - known.lost)
    this.rest.twice += Math.max(0, missing.twice - known.twice)
  }

  #compareLimits(): void {
    const spent = new Map<number | null, bigint>()
    for (const { ad_id, price_micros } of this.#books.charges) {
      spent.set(ad_id, (spent.get(ad_id) ?? 0n) + price_micros)
    }
    const all: Ad[] = [...this.#world.ads, ...this.#world.scarceAds]
    for (const { id, priceMicros } of all) {
      const sum = spent.get(id) ?? 0n
      if (sum !== this.#books.ads.get(id)?.spent_micros || sum % priceMicros !== 0n) this.wrongSums += 1
    }
    for (const { id, phase, limitMicros } of this.#world.scarceAds) {
      const sum = spent.get(id) ?? 0n
      if (sum > limitMicros) this.of(phase).overspentMicros += sum - limitMicros
    }
  }
}
