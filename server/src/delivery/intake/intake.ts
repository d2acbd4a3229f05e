import { second } from '@voltline/kernel'
import type { EventLog, OfferEvent } from '../../domain/events/event-log.ts'

/** The log cannot accept the event now; the sender may retry. */
export class LogBusy extends Error {}

export interface IntakeLimits {
  /** Events waiting to be written; further events are refused. */
  queueRowsMax: number
  batchRowsMax: number
  /** An event that has waited longer is refused, because it would be stored too late. */
  queueMsMax: number
}

/** With the time that the log takes at most, an event is answered within 5 s. */
const defaultLimits: IntakeLimits = {
  queueRowsMax: 20_000,
  batchRowsMax: 2_000,
  queueMsMax: 2 * second,
}

interface QueuedEvent {
  event: OfferEvent
  sinceMs: number
  resolve: (isFresh: boolean) => void
  refuse: (fault: unknown) => void
}

/** Events that are written in order of arrival, independently of those in other lanes. */
class Lane {
  queue: QueuedEvent[] = []
  writers = 0
  isScheduled = false
}

/**
 * Collects the events that arrive while the writers are busy into the next batch: one append for all of them. An event
 * is acknowledged only after it is durable. The log says which events are in one lane; a lane that is stuck does not hold
 * up the others.
 */
export class Intake {
  readonly #log: EventLog
  readonly #limits: IntakeLimits
  readonly #lanes = new Map<number, Lane>()
  #waiting = 0
  #writers = 0
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
    return this.#waiting
  }

  /** Resolves once the event is durable: true if it is new, false if it repeats one. Rejects if it may not be stored. */
  accept(event: OfferEvent): Promise<boolean> {
    return new Promise((resolve, refuse) => {
      if (this.#waiting >= this.#limits.queueRowsMax) {
        this.refused++
        refuse(new LogBusy('The event queue is full.'))
        return
      }
      const lane = this.#laneOf(event)
      lane.queue.push({ event, sinceMs: performance.now(), resolve, refuse })
      this.#waiting++
      this.#schedule(lane)
    })
  }

  /** Resolves when every event queued before is durable or refused. */
  drain(): Promise<void> {
    if (this.#waiting === 0 && this.#writers === 0) return Promise.resolve()
    return new Promise((resolve) => this.#idle.push(resolve))
  }

  #laneOf(event: OfferEvent): Lane {
    const number = this.#log.laneOf(event)
    let lane = this.#lanes.get(number)
    if (!lane) {
      lane = new Lane()
      this.#lanes.set(number, lane)
    }
    return lane
  }

  #schedule(lane: Lane): void {
    const { ms, appendsMax } = this.#log.gathering
    if (lane.isScheduled || lane.writers >= appendsMax) return
    lane.isScheduled = true
    const write = () => {
      lane.isScheduled = false
      void this.#write(lane)
    }
    // At the earliest after this turn of the event loop, so that events that arrived together are written together.
    if (ms > 0) setTimeout(write, ms)
    else setImmediate(write)
  }

  async #write(lane: Lane): Promise<void> {
    const batch = this.#takeBatch(lane)
    if (batch.length > 0) {
      lane.writers++
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
      lane.writers--
      this.#writers--
    }
    if (lane.queue.length > 0) this.#schedule(lane)
    else if (this.#waiting === 0 && this.#writers === 0) for (const resolve of this.#idle.splice(0)) resolve()
  }

  #takeBatch(lane: Lane): QueuedEvent[] {
    const taken = lane.queue.splice(0, this.#limits.batchRowsMax)
    this.#waiting -= taken.length
    const oldestMs = performance.now() - this.#limits.queueMsMax
    if ((taken[0]?.sinceMs ?? oldestMs) >= oldestMs) return taken
    const tooOld = taken.filter((queued) => queued.sinceMs < oldestMs)
    this.refused += tooOld.length
    for (const queued of tooOld) queued.refuse(new LogBusy('The event log is too slow.'))
    return taken.filter((queued) => queued.sinceMs >= oldestMs)
  }
}
