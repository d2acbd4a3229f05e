import { addDays, second, utcDay } from '@voltline/kernel'
import type { EventLog } from '../domain/events/event-log.ts'
import { sql } from '../platform/database/sql.ts'
import type { Serving } from './http/serving.ts'
import type { LiveAd } from './snapshot/records.ts'

const flushMs = 1 * second
const noServeFlushMs = 10 * second
const noServeRowsMax = 2_000
const partitionDaysAhead = 2

/** What is written beside the events: counts, daily users, and the next days' partitions. */
export class Chores {
  readonly #serving: Serving
  readonly #eventLog: EventLog
  #timer: NodeJS.Timeout | undefined
  #isStopped = false
  #work: Promise<void> = Promise.resolve()
  /** Where the round of settling stands. */
  #unsettled: Iterator<LiveAd> | undefined
  #noServeAtMs = Number.NEGATIVE_INFINITY
  #madeUntil = ''

  constructor(serving: Serving, eventLog: EventLog) {
    this.#serving = serving
    this.#eventLog = eventLog
  }

  start(): void {
    this.#timer = setTimeout(() => void this.#round(), flushMs)
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    clearTimeout(this.#timer)
    this.#noServeAtMs = Number.NEGATIVE_INFINITY
    await this.flush().catch((fault: unknown) => this.#complain(fault))
  }

  async #round(): Promise<void> {
    try {
      await this.makePartitions()
      await this.flush()
    } catch (fault) {
      this.#complain(fault)
    }
    if (!this.#isStopped) this.start()
  }

  #complain(fault: unknown): void {
    this.#serving.log.warn({ err: fault }, 'counts are kept in memory: the database could not be written')
  }

  /** One after the other: what a first call has taken, a second one waits for. */
  flush(): Promise<void> {
    const next = this.#work.catch(() => {}).then(() => this.#flushNow())
    this.#work = next
    return next
  }

  async #flushNow(): Promise<void> {
    const { db, tallies, visits } = this.#serving
    await visits.flush(db)
    await tallies.flush(db)
    if (performance.now() - this.#noServeAtMs < noServeFlushMs) return
    this.#noServeAtMs = performance.now()
    this.#settleSome()
    await this.#writeNoServe()
  }

  /** Ads take turns: with very many of them a round takes some minutes, and nothing is lost meanwhile. */
  #settleSome(): void {
    const { snapshot } = this.#serving
    for (let done = 0; done < noServeRowsMax; done++) {
      this.#unsettled ??= snapshot.ads.values()
      const next = this.#unsettled.next()
      if (next.done) {
        this.#unsettled = undefined
        return
      }
      snapshot.noServe.settle(next.value)
    }
  }

  async #writeNoServe(): Promise<void> {
    const { db, snapshot, clock } = this.#serving
    const counts = snapshot.noServe.take(clock.now(), 2 * noServeRowsMax)
    if (counts.length === 0) return
    try {
      await db.transaction(async (tx) => {
        await tx.run(sql`
          insert into no_serve_rollup as known (reason, ad_id, utc_day, count)
          select * from unnest(${counts.map((one) => one.reason)}::text[], ${counts.map((one) => one.adId)}::int[],
                               ${counts.map((one) => one.utcDay)}::date[], ${counts.map((one) => one.count)}::bigint[])
           order by 1, 2, 3
              on conflict (reason, ad_id, utc_day) do update set count = known.count + excluded.count`)
      })
    } catch (fault) {
      snapshot.noServe.putBack(counts)
      throw fault
    }
  }

  /** Ahead of time, so that no event waits for one at midnight. */
  async makePartitions(): Promise<void> {
    const today = utcDay(this.#serving.clock.now())
    const until = addDays(today, partitionDaysAhead)
    if (until === this.#madeUntil) return
    const days = Array.from({ length: partitionDaysAhead + 2 }, (_, index) => addDays(today, index - 1))
    await this.#eventLog.makePartitions(days)
    this.#madeUntil = until
  }
}
