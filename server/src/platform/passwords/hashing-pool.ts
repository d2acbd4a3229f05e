import { availableParallelism } from 'node:os'
import { assert } from '@voltline/kernel'
import { Piscina } from 'piscina'
import type { Release } from '../sync/semaphore.ts'
import type { HashResult, HashTask } from './hash-thread.ts'

/** What may wait for a thread, in processor time. */
const queuedWorkMsMax = 1_000
/** Assumed before the first hash has been measured. */
const firstWorkMs = 100
/** How much the newest hash changes the average. */
const newestWeight = 0.2
const idleMsMax = 60_000
/** Other calls come first: beside them a hashing thread gets about a third of a core. Only where the system can. */
const niceness = 5

/** Half the cores, at least one: the other half is for every other call. */
export const hashingThreads = (cores: number): number => Math.max(1, Math.floor(cores / 2))

/** How many hashes may run and wait at once. */
export const hashesMax = (threads: number, workMs: number): number =>
  threads + Math.floor((threads * queuedWorkMsMax) / workMs)

/**
 * Hashes in threads of its own, never in libuv's pool: that one also resolves names and reads files, and is full with
 * four hashes. Callers from outside ask `admit` first, which bounds what they can make wait.
 */
export class HashingPool {
  readonly #threads = hashingThreads(availableParallelism())
  readonly #pool = new Piscina<HashTask, HashResult>({
    filename: new URL('./hash-thread.ts', import.meta.url).href,
    minThreads: 0,
    maxThreads: this.#threads,
    concurrentTasksPerWorker: 1,
    idleTimeout: idleMsMax,
    niceIncrement: niceness,
  })
  #workMs = firstWorkMs
  #admitted = 0

  /** Undefined, at once, if that many hashes would wait too long. The caller releases what it was given. */
  admit(hashes: number): Release | undefined {
    if (this.#admitted + hashes > hashesMax(this.#threads, this.#workMs)) return undefined
    this.#admitted += hashes
    let released = false
    return () => {
      if (!released) this.#admitted -= hashes
      released = true
    }
  }

  async hash(password: string): Promise<string> {
    const value = await this.#run({ password })
    assert(typeof value === 'string', 'hashing returns text')
    return value
  }

  async verify(storedHash: string, password: string): Promise<boolean> {
    return (await this.#run({ password, storedHash })) === true
  }

  async #run(task: HashTask): Promise<string | boolean> {
    const { value, workMs } = await this.#pool.run(task)
    this.#workMs += (workMs - this.#workMs) * newestWeight
    return value
  }
}
