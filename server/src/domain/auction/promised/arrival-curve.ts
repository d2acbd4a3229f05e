import type { ActionType } from '@voltline/contract'
import { day, second } from '@voltline/kernel'

/** Half of the events are assumed to have arrived by this age, until enough of them have been seen. */
const usualMs: Readonly<Record<ActionType, number>> = {
  IMPRESSION: 2 * second,
  WATCH: 30 * second,
  CLICK: 30 * second,
  INSTALL: day / 2,
  ACTION: day,
}

/** How many events the assumption weighs. */
const assumedEvents = 20
/** Beyond this number old events weigh half, so that the curve follows a change. */
const eventsMax = 20_000
const firstStepMs = 125
/** The last step ends after twelve days. */
const steps = 24

const stepOf = (ageMs: number): number =>
  ageMs <= firstStepMs ? 0 : Math.min(steps - 1, Math.ceil(Math.log2(ageMs / firstStepMs)))

/** How soon the billed event of an offer arrives, learned from those that have arrived. */
export class ArrivalCurve {
  readonly #usualMs: number
  /** Events by age. Each step is twice as long as the one before. */
  readonly #counts = new Array<number>(steps).fill(0)
  #total = 0

  constructor(action: ActionType) {
    this.#usualMs = usualMs[action]
  }

  learn(ageMs: number, count: number): void {
    const step = stepOf(ageMs)
    this.#counts[step] = (this.#counts[step] ?? 0) + count
    this.#total += count
    if (this.#total <= eventsMax) return
    this.#counts.forEach((events, index) => {
      this.#counts[index] = events / 2
    })
    this.#total /= 2
  }

  /** The share of the events that have arrived by this age; always below 1. */
  shareBy(ageMs: number): number {
    if (ageMs <= 0) return 0
    let arrived = assumedEvents * (ageMs / (ageMs + this.#usualMs))
    for (let step = 0; step < steps && firstStepMs * 2 ** step <= ageMs; step++) {
      arrived += this.#counts[step] ?? 0
    }
    return arrived / (assumedEvents + this.#total)
  }
}
