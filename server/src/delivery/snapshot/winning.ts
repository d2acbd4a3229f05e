import type { AdId } from '@voltline/kernel'
import { winnersOf } from '../../domain/auction/winners.ts'
import { saveWinning } from '../../domain/auction/winning-store.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Snapshot } from './snapshot.ts'

const writeMsMin = 1_000
const rowsMax = 5_000

/** Stores which ads are winning, for the consoles: only changes, at most once a second. */
export class Winning {
  readonly #db: Database
  readonly #snapshot: Snapshot
  #stored: Set<AdId> = new Set()
  #changesSeen = -1
  #writtenAtMs = Number.NEGATIVE_INFINITY

  constructor(services: { db: Database; snapshot: Snapshot }) {
    this.#db = services.db
    this.#snapshot = services.snapshot
  }

  /** Takes what the database holds, which another process or an earlier run may have written. */
  correct(ids: readonly AdId[]): void {
    this.#stored = new Set(ids)
    this.#changesSeen = -1
  }

  async write(): Promise<void> {
    const { changes } = this.#snapshot
    if (changes === this.#changesSeen || performance.now() - this.#writtenAtMs < writeMsMin) return
    this.#writtenAtMs = performance.now()
    const winners = winnersOf(this.#snapshot.market)
    const on = [...winners].filter((id) => !this.#stored.has(id)).slice(0, rowsMax)
    const off = [...this.#stored].filter((id) => !winners.has(id)).slice(0, rowsMax)
    const written = [...(await this.#save(on, true)), ...(await this.#save(off, false))]
    for (const id of written) {
      if (winners.has(id)) this.#stored.add(id)
      else this.#stored.delete(id)
    }
    if (written.length === on.length + off.length && on.length < rowsMax && off.length < rowsMax) {
      this.#changesSeen = changes
    }
  }

  #save(ids: readonly AdId[], winning: boolean): Promise<AdId[]> {
    if (ids.length === 0) return Promise.resolve([])
    return this.#db.transaction((tx) => saveWinning(tx, ids, winning))
  }
}
