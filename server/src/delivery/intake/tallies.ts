import type { ErrorCode } from '@voltline/contract'
import { type Day, day as dayMs, type Instant, type MediumId, utcDay } from '@voltline/kernel'
import type { Database } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'

/** Why something that was reported counts as invalid traffic. */
export type InvalidReason =
  | 'forged_offer'
  | 'expired_offer'
  | 'wrong_app'
  | 'wrong_device'
  | 'blocked_device'
  | 'forged_click'
  | 'expired_click'
  | 'bad_signature'

interface Tally {
  what: string
  mediumId: number
  utcDay: Day
  count: number
}

const keysMax = 100_000
const rowsMax = 5_000

/** Sums by a word, a medium and a UTC day, kept until they are written. */
class Sums {
  /** Those of the running day, where nearly all are added. */
  #today = new Map<string, Map<number, Tally>>()
  #day = Number.NaN
  #utcDay = '' as Day
  #pending: Tally[] = []
  #size = 0
  lost = 0

  add(what: string, mediumId: number, now: Instant): void {
    const today = Math.floor(now / dayMs)
    if (today !== this.#day) {
      this.#close()
      this.#day = today
      this.#utcDay = utcDay(now)
    }
    const tally = this.#today.get(what)?.get(mediumId)
    if (tally) tally.count++
    else this.#begin({ what, mediumId, utcDay: this.#utcDay, count: 1 })
  }

  #begin(tally: Tally): void {
    if (this.#size + this.#pending.length >= keysMax) {
      this.lost += tally.count
      return
    }
    const ofWord = this.#today.get(tally.what)
    if (ofWord) ofWord.set(tally.mediumId, tally)
    else this.#today.set(tally.what, new Map([[tally.mediumId, tally]]))
    this.#size++
  }

  #close(): void {
    for (const ofWord of this.#today.values()) this.#pending.push(...ofWord.values())
    this.#today = new Map()
    this.#size = 0
  }

  /** What cannot be written is kept for the next time. */
  async flush(write: (rows: readonly Tally[]) => Promise<void>): Promise<void> {
    this.#close()
    while (this.#pending.length > 0) {
      await write(this.#pending.slice(0, rowsMax))
      this.#pending = this.#pending.slice(rowsMax)
    }
  }
}

const columns = (rows: readonly Tally[]) =>
  sql`unnest(${rows.map((one) => one.what)}::text[], ${rows.map((one) => one.mediumId)}::int[],
             ${rows.map((one) => one.utcDay)}::date[], ${rows.map((one) => one.count)}::bigint[])
      as sent(what, medium_id, utc_day, count)`

/** How requests were answered and what was invalid, by medium and UTC day. Medium 0 where none is known. */
export class Tallies {
  readonly #requests = new Sums()
  readonly #invalid = new Sums()

  get lost(): number {
    return this.#requests.lost + this.#invalid.lost
  }

  answered(answer: ErrorCode, mediumId: MediumId | 0, now: Instant): void {
    this.#requests.add(answer, mediumId, now)
  }

  invalid(reason: InvalidReason, mediumId: MediumId | 0, now: Instant): void {
    this.#invalid.add(reason, mediumId, now)
  }

  /** In key order, as billing writes them too, so that neither waits for the other in a ring. */
  async flush(db: Database): Promise<void> {
    await this.#requests.flush((rows) =>
      db.transaction(async (tx) => {
        await tx.run(sql`
          insert into request_rollup as known (medium_id, utc_day, answer, count)
          select medium_id, utc_day, what, count from ${columns(rows)} order by 1, 2, 3
              on conflict (medium_id, utc_day, answer) do update set count = known.count + excluded.count`)
      }),
    )
    await this.#invalid.flush((rows) =>
      db.transaction(async (tx) => {
        await tx.run(sql`
          insert into invalid_rollup as known (reason, medium_id, utc_day, count)
          select what, medium_id, utc_day, count from ${columns(rows)} order by 1, 2, 3
              on conflict (reason, medium_id, utc_day) do update set count = known.count + excluded.count`)
      }),
    )
  }
}
