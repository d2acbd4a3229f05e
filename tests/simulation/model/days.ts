/**
 * Days in time zones for the model, computed the slow way: Intl's date at every quarter-hour. It shares no code with the
 * program.
 */
const quarter = 15 * 60_000
const formats = new Map<string, Intl.DateTimeFormat>()
const known = new Map<string, string>()

/** The local date at an instant, such as 2026-11-01. */
export function dateAt(at: number, zone: string): string {
  const key = `${zone} ${Math.floor(at / quarter)}`
  const found = known.get(key)
  if (found !== undefined) return found
  let format = formats.get(zone)
  if (!format) {
    format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short' })
    formats.set(zone, format)
  }
  const date = format.format(at)
  if (known.size > 500_000) known.clear()
  known.set(key, date)
  return date
}

/** Every zone's midnight lies on a quarter-hour. */
export function nextMidnight(after: number, zone: string): number {
  const date = dateAt(after, zone)
  let at = Math.floor(after / quarter) * quarter
  while (dateAt(at, zone) === date) at += quarter
  return at
}

export function midnightBefore(at: number, zone: string): number {
  const date = dateAt(at, zone)
  let start = Math.floor(at / quarter) * quarter
  while (dateAt(start - quarter, zone) === date) start -= quarter
  return start
}

interface ModelDay {
  from: number
  to: number
}

/** An advertiser's spending days, consecutive and without gaps. */
export class SpendingDays {
  #days: ModelDay[]
  #zone: string

  constructor(zone: string, start: number) {
    this.#zone = zone
    const from = midnightBefore(start - 4 * 86_400_000, zone)
    this.#days = [{ from, to: nextMidnight(from, zone) }]
  }

  at(moment: number): ModelDay {
    for (;;) {
      const found = this.#days.find(({ from, to }) => from <= moment && moment < to)
      if (found) return found
      const last = this.#days.at(-1)
      if (!last || moment < last.from) throw new Error('The model has no day for a moment before it began.')
      this.#days.push({ from: last.to, to: nextMidnight(last.to, this.#zone) })
    }
  }

  /** The current day ends at the first midnight of the new zone at or after its old end. */
  change(zone: string, moment: number): void {
    const running = this.at(moment)
    const isMidnight = dateAt(running.to, zone) !== dateAt(running.to - 1, zone)
    running.to = isMidnight ? running.to : nextMidnight(running.to, zone)
    this.#days = this.#days.slice(0, this.#days.indexOf(running) + 1)
    this.#zone = zone
  }
}
