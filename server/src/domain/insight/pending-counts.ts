import { type Day, instant, utcDay } from '@voltline/kernel'
import { type QuarterNumber, quarterMs, quartersPerDay } from '../reports/rollup/quarter.ts'

/** Counts of one key on one UTC day, by quarter-hour. */
export interface DayCounts<Key> {
  key: Key
  utcDay: Day
  counts: number[]
}

interface Pending<Key> extends DayCounts<Key> {
  day: number
}

/** Counts that wait to be written. Bounded: what does not fit is counted as lost. */
export class PendingCounts<Key> {
  readonly #rowsMax: number
  readonly #textOf: (key: Key) => string
  readonly #rows = new Map<string, Pending<Key>>()
  lost = 0

  constructor(textOf: (key: Key) => string, rowsMax: number) {
    this.#textOf = textOf
    this.#rowsMax = rowsMax
  }

  get size(): number {
    return this.#rows.size
  }

  add(key: Key, quarter: QuarterNumber, count: number): void {
    if (count === 0) return
    const row = this.#row(key, Math.floor(quarter / quartersPerDay))
    if (!row) {
      this.lost += count
      return
    }
    const index = quarter - row.day * quartersPerDay
    row.counts[index] = (row.counts[index] ?? 0) + count
  }

  #row(key: Key, day: number): Pending<Key> | undefined {
    const text = `${day}/${this.#textOf(key)}`
    const known = this.#rows.get(text)
    if (known) return known
    if (this.#rows.size >= this.#rowsMax) return undefined
    const date = utcDay(instant(day * quartersPerDay * quarterMs))
    const row = { key, day, utcDay: date, counts: new Array<number>(quartersPerDay).fill(0) }
    this.#rows.set(text, row)
    return row
  }

  /** Passes everything on, in slices. What cannot be written is kept for the next call. */
  async flush(sliceMax: number, write: (rows: readonly DayCounts<Key>[]) => Promise<unknown>): Promise<void> {
    const all = [...this.#rows]
    for (let start = 0; start < all.length; start += sliceMax) {
      const slice = all.slice(start, start + sliceMax)
      // Removed first: what is added meanwhile is another row.
      for (const [text] of slice) this.#rows.delete(text)
      try {
        await write(slice.map(([, row]) => row))
      } catch (fault) {
        for (const [, row] of slice) this.#putBack(row)
        throw fault
      }
    }
  }

  #putBack(row: Pending<Key>): void {
    row.counts.forEach((count, index) => {
      this.add(row.key, (row.day * quartersPerDay + index) as QuarterNumber, count)
    })
  }
}
