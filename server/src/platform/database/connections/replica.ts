import { second } from '@voltline/kernel'
import { DatabaseAway } from '../faults.ts'
import type { ConnectionOptions } from './connection.ts'
import { Pool } from './pool.ts'

const sampleMs = 1 * second
/** Beyond it the replica is hours behind, and the oldest sample says so anyway. */
const samplesMax = 10_000

interface Sample {
  /** The end of the primary's write-ahead log. */
  walBytes: bigint
  atMs: number
}

const replayed = {
  text: `select pg_wal_lsn_diff(case when pg_is_in_recovery() then pg_last_wal_replay_lsn()
                                     else pg_current_wal_lsn() end, '0/0')::bigint as wal_bytes`,
}

/**
 * A standby that is read from. Its lag is the age of the oldest state of the primary's log that it has not replayed,
 * measured by this process's own clock: an idle primary and a wrong clock on the standby do not look like a lag.
 */
export class Replica {
  readonly pool: Pool
  readonly #primaryWal: () => Promise<bigint>
  #samples: Sample[] = []
  #timer: NodeJS.Timeout | undefined
  #lagMs: number | undefined
  #isClosed = false

  constructor(
    options: ConnectionOptions & { connectionsMax: number },
    /** Reads the end of the primary's log. */
    primaryWal: () => Promise<bigint>,
  ) {
    this.pool = new Pool({ ...options, role: 'reader', acceptsStandby: true })
    this.#primaryWal = primaryWal
    void this.#measure()
  }

  /** Undefined while the replica is away. */
  get lagMs(): number | undefined {
    return this.#lagMs
  }

  /** It failed; it is not used until a measurement has reached it again. */
  markAway(): void {
    this.#lagMs = undefined
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    await this.pool.close()
  }

  async #measure(): Promise<void> {
    try {
      await this.#sample()
    } catch {
      this.#lagMs = undefined
    }
    if (this.#isClosed) return
    this.#timer = setTimeout(() => void this.#measure(), sampleMs)
    this.#timer.unref()
  }

  async #sample(): Promise<void> {
    const atMs = performance.now()
    // While the primary is away nothing new is known to be missing; what was missing before still counts.
    const walBytes = await this.#primaryWal().catch(() => undefined)
    if (walBytes !== undefined && this.#samples.length < samplesMax) this.#samples.push({ walBytes, atMs })
    const connection = await this.pool.connect()
    try {
      const { rows } = await connection.query<{ wal_bytes: bigint | null }>(replayed)
      const done = rows[0]?.wal_bytes
      if (done === undefined || done === null)
        throw new DatabaseAway('The replica has not replayed anything yet.')
      this.#samples = this.#samples.filter((sample) => sample.walBytes > done)
      this.#lagMs = this.#samples[0] ? performance.now() - this.#samples[0].atMs : 0
    } finally {
      this.pool.release(connection)
    }
  }
}
