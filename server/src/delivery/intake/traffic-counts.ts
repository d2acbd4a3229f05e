import type { ErrorCode } from '@voltline/contract'
import { type Day, type Instant, type MediumId, utcDay } from '@voltline/kernel'
import { addRequestCounts } from '../../domain/auction/request-store.ts'
import { addInvalidCounts, type InvalidReason } from '../../domain/quality/invalid-traffic.ts'
import { addSignalCounts, type Signal } from '../../domain/quality/signals.ts'
import { quarterMs, quarterOf } from '../../domain/reports/rollup/quarter.ts'
import type { Database } from '../../platform/database/database.ts'

interface Count<Label> {
  label: Label
  mediumId: MediumId | 0
  utcDay: Day
  /** Of the UTC day, 1 to 96. */
  quarter: number
  count: number
}

const countsMax = 100_000
const rowsMax = 5_000

/** Counts by label, medium and quarter-hour, kept until they are written. */
class QuarterCounts<Label extends string> {
  /** Of the running quarter-hour, to which nearly all are added. */
  #running = new Map<Label, Map<number, Count<Label>>>()
  #quarterNumber = Number.NaN
  #utcDay = '' as Day
  #quarter = 0
  /** By key: a clock that is set back returns to a quarter that has ended, and a row is written once at a time. */
  readonly #pending = new Map<string, Count<Label>>()
  #size = 0
  lost = 0

  add(label: Label, mediumId: MediumId | 0, now: Instant): void {
    const quarterNumber = Math.floor(now / quarterMs)
    if (quarterNumber !== this.#quarterNumber) {
      this.#closeQuarter()
      this.#quarterNumber = quarterNumber
      this.#utcDay = utcDay(now)
      this.#quarter = quarterOf(now)
    }
    const known = this.#running.get(label)?.get(mediumId)
    if (known) known.count++
    else this.#begin({ label, mediumId, utcDay: this.#utcDay, quarter: this.#quarter, count: 1 })
  }

  #begin(count: Count<Label>): void {
    if (this.#size + this.#pending.size >= countsMax) {
      this.lost += count.count
      return
    }
    const ofLabel = this.#running.get(count.label)
    if (ofLabel) ofLabel.set(count.mediumId, count)
    else this.#running.set(count.label, new Map([[count.mediumId, count]]))
    this.#size++
  }

  #closeQuarter(): void {
    for (const ofLabel of this.#running.values()) {
      for (const count of ofLabel.values()) {
        const key = `${count.label}/${count.mediumId}/${count.utcDay}/${count.quarter}`
        const known = this.#pending.get(key)
        if (known) known.count += count.count
        else this.#pending.set(key, count)
      }
    }
    this.#running = new Map()
    this.#size = 0
  }

  /** Counts that cannot be written are kept for the next call. */
  async flush(write: (counts: readonly Count<Label>[]) => Promise<unknown>): Promise<void> {
    this.#closeQuarter()
    const rows = [...this.#pending]
    for (let start = 0; start < rows.length; start += rowsMax) {
      const written = rows.slice(start, start + rowsMax)
      // Removed first: a count that is added meanwhile is another one.
      for (const [key] of written) this.#pending.delete(key)
      try {
        await write(written.map(([, count]) => count))
      } catch (fault) {
        this.#putBack(written)
        throw fault
      }
    }
  }

  #putBack(rows: readonly [string, Count<Label>][]): void {
    for (const [key, count] of rows) {
      const known = this.#pending.get(key)
      if (known) known.count += count.count
      else this.#pending.set(key, count)
    }
  }
}

/** Replies to ad requests and invalid reports, by medium and quarter-hour. Medium 0 if none is known. */
export class TrafficCounts {
  readonly #requests = new QuarterCounts<ErrorCode>()
  readonly #invalid = new QuarterCounts<InvalidReason>()
  readonly #signals = new QuarterCounts<Signal>()

  get lost(): number {
    return this.#requests.lost + this.#invalid.lost + this.#signals.lost
  }

  countRequest(errorCode: ErrorCode, mediumId: MediumId | 0, now: Instant): void {
    this.#requests.add(errorCode, mediumId, now)
  }

  countInvalid(reason: InvalidReason, mediumId: MediumId | 0, now: Instant): void {
    this.#invalid.add(reason, mediumId, now)
  }

  /** What may be a reason to look at a unit, but not to refuse anything. */
  countSignal(signal: Signal, mediumId: MediumId, now: Instant): void {
    this.#signals.add(signal, mediumId, now)
  }

  async flush(db: Database, now: Instant): Promise<void> {
    await this.#requests.flush((counts) => {
      const rows = counts.map(({ label, ...count }) => ({ ...count, errorCode: label }))
      return db.transaction((tx) => addRequestCounts(tx, rows))
    })
    await this.#signals.flush((counts) => {
      const rows = counts.map(({ label, ...count }) => ({ ...count, signal: label }))
      return db.transaction((tx) => addSignalCounts(tx, rows))
    })
    await this.#invalid.flush((counts) => {
      const rows = counts.map(({ label, ...count }) => ({ ...count, reason: label }))
      return db.transaction((tx) => addInvalidCounts(tx, rows, now))
    })
  }
}
