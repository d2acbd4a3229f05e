import type { AdId } from '@voltline/kernel'
import type { Shelf } from '../../domain/auction/market.ts'
import type { RankedList } from '../../domain/auction/ranked-list.ts'
import { compareRank, type Standing } from '../../domain/auction/standing.ts'
import type { Database } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { LiveAd } from './records.ts'
import type { Snapshot } from './snapshot.ts'

const writeMsMin = 1_000
const rowsMax = 5_000

/** The ads that share the first rank of a shelf and the Global one merged. */
function addFirst(winners: Set<AdId>, lists: readonly RankedList<LiveAd>[]): void {
  let best: Standing<LiveAd> | undefined
  for (const { first } of lists) if (first && (!best || compareRank(first, best) < 0)) best = first
  if (!best) return
  for (const list of lists) {
    for (const standing of list) {
      if (compareRank(standing, best) !== 0) break
      winners.add(standing.ad.id)
    }
  }
}

const listsOf = (shelf: Shelf<LiveAd>) => [shelf.clean, shelf.adult].filter((list) => list.size > 0)

/** First in rank for its product and platform in at least one of its countries; equal ranks are all first. */
function winnersOf(snapshot: Snapshot): Set<AdId> {
  const winners = new Set<AdId>()
  for (const aisle of snapshot.market.aisles()) {
    const global = listsOf(aisle.global)
    // Somewhere no ad of a country's own competes with the Global ones.
    addFirst(winners, global)
    for (const shelf of aisle.countries.values()) {
      const own = listsOf(shelf)
      if (own.length > 0) addFirst(winners, [...own, ...global])
    }
  }
  return winners
}

/** Tells the consoles which ads are winning: changes only, at most once a second. */
export class Winning {
  readonly #db: Database
  readonly #snapshot: Snapshot
  #written: Set<AdId> = new Set()
  #changesSeen = -1
  #writtenAtMs = Number.NEGATIVE_INFINITY

  constructor(services: { db: Database; snapshot: Snapshot }) {
    this.#db = services.db
    this.#snapshot = services.snapshot
  }

  /** What the database says, which another process or an earlier life may have written. */
  correct(ids: readonly AdId[]): void {
    this.#written = new Set(ids)
    this.#changesSeen = -1
  }

  async write(): Promise<void> {
    const { changes } = this.#snapshot
    if (changes === this.#changesSeen || performance.now() - this.#writtenAtMs < writeMsMin) return
    this.#writtenAtMs = performance.now()
    const winners = winnersOf(this.#snapshot)
    const on = [...winners].filter((id) => !this.#written.has(id)).slice(0, rowsMax)
    const off = [...this.#written].filter((id) => !winners.has(id)).slice(0, rowsMax)
    const done = [...(await this.#set(on, true)), ...(await this.#set(off, false))]
    for (const id of done) {
      if (winners.has(id)) this.#written.add(id)
      else this.#written.delete(id)
    }
    if (done.length === on.length + off.length && on.length < rowsMax && off.length < rowsMax) {
      this.#changesSeen = changes
    }
  }

  /** Rows that billing holds are left for the next second: nobody waits for a badge. Answers those that are right now. */
  #set(ids: readonly AdId[], winning: boolean): Promise<AdId[]> {
    if (ids.length === 0) return Promise.resolve([])
    return this.#db.transaction(async (session) => {
      await session.run(sql`
        update ad set winning = ${winning}
          from (select ad_id from ad where ad_id = any(${ids}::int[]) and winning <> ${winning}
                 order by ad_id for no key update skip locked) as free
         where ad.ad_id = free.ad_id`)
      return session.many(
        (row) => row.ad_id as AdId,
        sql`select ad_id from ad where ad_id = any(${ids}::int[]) and winning = ${winning}`,
      )
    })
  }
}
