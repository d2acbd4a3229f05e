import type { OfferEvent } from '../event-log.ts'
import type { LoggedEvent, LogPosition } from '../event-reader.ts'

/** Messages fetched at the same time. */
const messagesMax = 64

/** Collects the events after a position, from messages in order, until there are enough. */
export class BatchEvents {
  readonly events: LoggedEvent[] = []
  readonly #after: LogPosition
  readonly #origin: bigint
  readonly #rowsMax: number
  #messages = 0

  constructor(batch: { after: LogPosition; origin: bigint; rowsMax: number }) {
    this.#after = batch.after
    this.#origin = batch.origin
    this.#rowsMax = batch.rowsMax
  }

  get isFull(): boolean {
    return this.events.length >= this.#rowsMax
  }

  /** How many messages to fetch next: about as many as are still needed, judged by those read so far. */
  messagesWanted(): number {
    if (this.#messages === 0) return 1
    const rowsPerMessage = Math.max(1, this.events.length / this.#messages)
    const wanted = Math.ceil((this.#rowsMax - this.events.length) / rowsPerMessage)
    return Math.min(messagesMax, wanted)
  }

  add(events: readonly OfferEvent[], sequence: number): void {
    this.#messages += 1
    const major = this.#origin + BigInt(sequence)
    const first = major === this.#after.major ? Number(this.#after.minor) + 1 : 0
    for (let index = first; index < events.length && !this.isFull; index++) {
      const event = events[index]
      if (event) this.events.push({ ...event, major, minor: BigInt(index) })
    }
  }
}
