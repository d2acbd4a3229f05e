import { second } from '@voltline/kernel'
import type { EventLog, OfferEvent } from '../../domain/events/event-log.ts'

/** The log cannot accept the event now; the sender may retry. */
export class LogBusy extends Error {}

export interface IntakeLimits {
  /** Events waiting to be written; further events are refused. */
  queueRowsMax: number
  batchRowsMax: number
  /** Batches written at the same time. */
  writersMax: number
  /** An event that has waited longer is refused, because it would be stored too late. */
  queueMsMax: number
}

const defaultLimits: IntakeLimits = {
  queueRowsMax: 20_000,
  batchRowsMax: 2_000,
  writersMax: 2,
  queueMsMax: 3 * second,
}

interface QueuedEvent {
  event: OfferEvent
  sinceMs: number
  resolve: (isFresh: boolean) => void
  refuse: (fault: unknown) => void
}

/**
 * Collects the events that arrive while the writers are busy into the next batch: one insert and one commit for all of
 * them. An event is acknowledged only after its commit.
 */
export class Intake {
  readonly #log: EventLog
  readonly #limits: IntakeLimits
  #queue: QueuedEvent[] = []
  #writers = 0
  #isScheduled = false
  #idle: (() => void)[] = []
  /** For the metrics. */
  accepted = 0
  repeated = 0
  refused = 0
  batches = 0

  constructor(log: EventLog, limits: IntakeLimits = defaultLimits) {
    this.#log = log
    this.#limits = limits
  }

  get waiting(): number {
    return this.#queue.length
  }

  /** Resolves once the event is on disk: true if it is new, false if it repeats one. Rejects if it may not be stored. */
  accept(event: OfferEvent): Promise<boolean> {
    return new Promise((resolve, refuse) => {
      if (this.#queue.length >= this.#limits.queueRowsMax) {
        this.refused++
        refuse(new LogBusy('The event queue is full.'))
        return
      }
      this.#queue.push({ event, sinceMs: performance.now(), resolve, refuse })
      this.#schedule()
    })
  }

  /** Resolves when every event queued before is on disk or refused. */
  drain(): Promise<void> {
    if (this.#queue.length === 0 && this.#writers === 0) return Promise.resolve()
    return new Promise((resolve) => this.#idle.push(resolve))
  }

  // After this turn of the event loop, so that events that arrived together are written together.
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
        const fresh = await this.#log.append(batch.map((queued) => queued.event))
        batch.forEach((queued, index) => {
          const isFresh = fresh[index] === true
          if (isFresh) this.accepted++
          else this.repeated++
          queued.resolve(isFresh)
        })
      } catch (fault) {
        this.refused += batch.length
        for (const queued of batch) queued.refuse(fault)
      }
      this.#writers--
    }
    if (this.#queue.length > 0) this.#schedule()
    else if (this.#writers === 0) for (const resolve of this.#idle.splice(0)) resolve()
  }

  #takeBatch(): QueuedEvent[] {
    const taken = this.#queue.splice(0, this.#limits.batchRowsMax)
    const oldestMs = performance.now() - this.#limits.queueMsMax
    if ((taken[0]?.sinceMs ?? oldestMs) >= oldestMs) return taken
    const tooOld = taken.filter((queued) => queued.sinceMs < oldestMs)
    this.refused += tooOld.length
    for (const queued of tooOld) queued.refuse(new LogBusy('The event log is too slow.'))
    return taken.filter((queued) => queued.sinceMs >= oldestMs)
  }
}
