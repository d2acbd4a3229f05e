import type { Database, Tx } from '../platform/database/database.ts'
import { backendOf, countWaitingForLocks } from '../platform/database/lock-waits.ts'

const sampleMs = 200

/** Estimates how long batches wait for locks: looks a few times a second which of them wait. */
export class LockWatch {
  /** For the metrics. */
  waitedSeconds = 0
  readonly #db: Database
  readonly #backends = new Set<number>()
  #timer: NodeJS.Timeout | undefined
  #sampledMs = 0

  constructor(db: Database) {
    this.#db = db
  }

  async during<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
    const backend = await backendOf(tx)
    this.#backends.add(backend)
    this.#schedule()
    try {
      return await work()
    } finally {
      this.#backends.delete(backend)
    }
  }

  close(): void {
    this.#backends.clear()
    clearTimeout(this.#timer)
  }

  #schedule(): void {
    if (this.#timer) return
    this.#sampledMs = performance.now()
    this.#timer = setTimeout(() => void this.#sample(), sampleMs)
    this.#timer.unref()
  }

  async #sample(): Promise<void> {
    const backends = [...this.#backends]
    const waiting = backends.length > 0 ? await this.#countWaiting(backends) : 0
    this.waitedSeconds += (waiting * (performance.now() - this.#sampledMs)) / 1_000
    this.#timer = undefined
    if (this.#backends.size > 0) this.#schedule()
  }

  /** 0 while the database cannot be reached. */
  #countWaiting(backends: readonly number[]): Promise<number> {
    return this.#db.read((session) => countWaitingForLocks(session, backends)).catch(() => 0)
  }
}
