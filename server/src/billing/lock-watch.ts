import type { Database, Tx } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'

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
    const backend = await tx.one((row) => row.pid, sql<{ pid: number }>`select pg_backend_pid() as pid`)
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

  /** 0 while the database cannot be asked. */
  async #countWaiting(backends: readonly number[]): Promise<number> {
    const counted = this.#db.read((session) =>
      session.one(
        (row) => Number(row.count),
        sql<{ count: bigint }>`
        select count(distinct pid) as count from pg_locks where not granted and pid = any(${backends}::int[])`,
      ),
    )
    return counted.catch(() => 0)
  }
}
