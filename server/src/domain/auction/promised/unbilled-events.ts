import { type Instant, instant, second } from '@voltline/kernel'

/** Billed events of an ad that arrived within one second. */
export interface Arrivals {
  second: Instant
  count: number
  micros: number
}

export const secondOf = (at: Instant): Instant => instant(at - (at % second))

/** A count from the database may overtake the message about the event by this much. */
const overtakingMsMax = 2 * second

/**
 * Accepted events of an ad that its row does not show yet. The row counts the billable events that billing has decided,
 * so each count takes away the oldest event here. Events that never count, such as a click without an impression, go when
 * billing has passed their time.
 */
export class UnbilledEvents {
  #arrivals: Arrivals[] = []
  #micros = 0
  #decided: number
  /** Counts that came before their events. */
  #overtook = { count: 0, at: instant(0) }

  constructor(decided: number) {
    this.#decided = decided
  }

  get micros(): number {
    return this.#micros
  }

  get isEmpty(): boolean {
    return this.#arrivals.length === 0
  }

  /** Those that arrived at or after this instant. */
  microsSince(start: Instant): number {
    if ((this.#arrivals[0]?.second ?? start) >= start) return this.#micros
    return this.#arrivals.reduce((sum, { second: at, micros }) => (at >= start ? sum + micros : sum), 0)
  }

  add(arrivals: Arrivals): void {
    const overtaken = Math.min(this.#overtook.count, arrivals.count)
    this.#overtook.count -= overtaken
    const count = arrivals.count - overtaken
    if (count === 0) return
    this.#put({ ...arrivals, count, micros: Math.round((arrivals.micros * count) / arrivals.count) })
  }

  /** `decided` is the ad's number of billable events that billing has decided, charged or not. */
  decide(decided: number, now: Instant): void {
    let count = Math.max(0, decided - this.#decided)
    this.#decided = decided
    while (count > 0) {
      const [oldest] = this.#arrivals
      if (!oldest) break
      const taken = Math.min(count, oldest.count)
      const micros =
        taken === oldest.count ? oldest.micros : Math.round((oldest.micros * taken) / oldest.count)
      oldest.count -= taken
      oldest.micros -= micros
      this.#micros -= micros
      count -= taken
      if (oldest.count === 0) this.#arrivals.shift()
    }
    if (count > 0) this.#overtook = { count, at: now }
  }

  /** Everything that arrived before `billedUntil` has been billed. */
  pass(billedUntil: Instant, now: Instant): void {
    if (Math.abs(now - this.#overtook.at) > overtakingMsMax) this.#overtook.count = 0
    this.#drop((arrivals) => arrivals.second + second <= billedUntil)
  }

  /** Replaces what arrived before an instant by what the log holds. */
  load(before: Instant, loaded: readonly Arrivals[]): void {
    this.#drop((arrivals) => arrivals.second < before)
    for (const arrivals of loaded) if (arrivals.second < before) this.#put({ ...arrivals })
  }

  #drop(isOver: (arrivals: Arrivals) => boolean): void {
    if (!this.#arrivals.some(isOver)) return
    this.#arrivals = this.#arrivals.filter((arrivals) => !isOver(arrivals))
    this.#micros = this.#arrivals.reduce((sum, { micros }) => sum + micros, 0)
  }

  #put(arrivals: Arrivals): void {
    this.#micros += arrivals.micros
    let index = this.#arrivals.length
    while (index > 0 && (this.#arrivals[index - 1]?.second ?? 0) > arrivals.second) index--
    const before = this.#arrivals[index - 1]
    if (before?.second === arrivals.second) {
      before.count += arrivals.count
      before.micros += arrivals.micros
    } else this.#arrivals.splice(index, 0, arrivals)
  }
}
