import { second } from '@voltline/kernel'
import type { EventLog, OfferEvent } from '../../domain/events/event-log.ts'

/** The log cannot take the event now; the sender may try again. */
export class LogBusy extends Error {}

export interface IntakeLimits {
  /** Events that wait to be written; beyond them new ones are refused. */
  queueRowsMax: number
  batchRowsMax: number
  /** Batches under way at once. */
  writersMax: number
  /** An event that has waited longer is refused, not written: it would arrive in the wrong minute. */
  queueMsMax: number
}

const usualLimits: IntakeLimits = {
  queueRowsMax: 20_000,
  batchRowsMax: 2_000,
  writersMax: 2,
  queueMsMax: 3 * second,
}

interface Waiting {
  event: OfferEvent
  sinceMs: number
  settle: (fresh: boolean) => void
  refuse: (fault: unknown) => void
}

/**
 * Gathers what arrives while the writers are busy into the next batch: one insert and one commit for all of it. Nobody
 * is answered before the commit; when it is late or fails, nobody is told that it happened.
 */
export class Intake {
  readonly #log: EventLog
  readonly #limits: IntakeLimits
  #queue: Waiting[] = []
  #writers = 0
  #isScheduled = false
  #idle: (() => void)[] = []
  /** For the metrics. */
  accepted = 0
  repeated = 0
  refused = 0
  batches = 0

  constructor(log: EventLog, limits: IntakeLimits = usualLimits) {
    this.#log = log
    this.#limits = limits
  }

  get waiting(): number {
    return this.#queue.length
  }

  /** Resolves once the event is on disk: true when it is new, false when it repeats one. Rejects when that is not so. */
  accept(event: OfferEvent): Promise<boolean> {
    return new Promise((settle, refuse) => {
      if (this.#queue.length >= this.#limits.queueRowsMax) {
        this.refused++
        refuse(new LogBusy('The queue of events is full.'))
        return
      }
      this.#queue.push({ event, sinceMs: performance.now(), settle, refuse })
      this.#schedule()
    })
  }

  /** Resolves when everything that was accepted before is on disk or refused. */
  drain(): Promise<void> {
    if (this.#queue.length === 0 && this.#writers === 0) return Promise.resolve()
    return new Promise((resolve) => this.#idle.push(resolve))
  }

  // After this turn of the loop, so that what arrived together is written together.
  #schedule(): void {
    if (this.#isScheduled || this.#writers >= this.#limits.writersMax) return
    this.#isScheduled = true
    setImmediate(() => {
      this.#isScheduled = false
      void this.#write()
    })
  }

  async #write(): Promise<void> {
    const batch = this.#takeBatch()
    if (batch.length > 0) {
      this.#writers++
      this.batches++
      try {
        const fresh = await this.#log.append(batch.map((one) => one.event))
        batch.forEach((one, index) => {
          const isFresh = fresh[index] === true
          if (isFresh) this.accepted++
          else this.repeated++
          one.settle(isFresh)
        })
      } catch (fault) {
        this.refused += batch.length
        for (const one of batch) one.refuse(fault)
      }
      this.#writers--
    }
    if (this.#queue.length > 0) this.#schedule()
    else if (this.#writers === 0) for (const resolve of this.#idle.splice(0)) resolve()
  }

  #takeBatch(): Waiting[] {
    const taken = this.#queue.splice(0, this.#limits.batchRowsMax)
    const oldestMs = performance.now() - this.#limits.queueMsMax
    if ((taken[0]?.sinceMs ?? oldestMs) >= oldestMs) return taken
    const tooOld = taken.filter((one) => one.sinceMs < oldestMs)
    this.refused += tooOld.length
    for (const one of tooOld) one.refuse(new LogBusy('The event log is too slow.'))
    return taken.filter((one) => one.sinceMs >= oldestMs)
  }
}
