import { addDays, second, utcDay } from '@voltline/kernel'
import { addNoServeCounts } from '../domain/auction/no-serve-store.ts'
import { savePromisedFigures } from '../domain/auction/promised/figures.ts'
import { utilisationOf } from '../domain/auction/promised/utilisation.ts'
import type { CallServices } from './http/services.ts'
import type { SnapshotAd } from './snapshot/records.ts'

const flushMs = 1 * second
const noServeFlushMs = 10 * second
const noServeRowsMax = 2_000
const figuresMs = 5 * second
const daysAhead = 2

/** Periodic writes besides the events: counts, daily users, and room for the events of the next days. */
export class Chores {
  readonly #services: CallServices
  #timer: NodeJS.Timeout | undefined
  #isStopped = false
  #work: Promise<void> = Promise.resolve()
  /** The ads not settled yet in the current round. */
  #unsettled: Iterator<SnapshotAd> | undefined
  #noServeAtMs = Number.NEGATIVE_INFINITY
  #figuresAtMs = Number.NEGATIVE_INFINITY
  #preparedUntil = ''

  constructor(services: CallServices) {
    this.#services = services
  }

  start(): void {
    this.#timer = setTimeout(() => void this.#round(), flushMs)
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    clearTimeout(this.#timer)
    await this.flush({ isComplete: true }).catch((fault: unknown) => this.#warn(fault))
  }

  async #round(): Promise<void> {
    try {
      await this.prepareDays()
      await this.refreshRules()
      await this.flush()
    } catch (fault) {
      this.#warn(fault)
    }
    if (!this.#isStopped) this.start()
  }

  #warn(fault: unknown): void {
    this.#services.log.warn({ err: fault }, 'the database could not be written; counts are kept in memory')
  }

  /** Calls run one after the other: a second call resolves only when the first call's rows are written too. */
  flush(how: { isComplete: boolean } = { isComplete: false }): Promise<void> {
    const next = this.#work.catch(() => {}).then(() => this.#flushNow(how))
    this.#work = next
    return next
  }

  async #flushNow({ isComplete }: { isComplete: boolean }): Promise<void> {
    const { db, traffic, visits, shown, clock, snapshot, outcomes } = this.#services
    await visits.flush(db)
    await traffic.flush(db, clock.now())
    await shown.flush(db)
    await this.#writeFigures()
    if (!isComplete && performance.now() - this.#noServeAtMs < noServeFlushMs) return
    this.#noServeAtMs = performance.now()
    if (isComplete) for (const ad of snapshot.ads.values()) snapshot.outcomes.settle(ad)
    else this.#settleSome()
    await this.#writeNoServe()
    await snapshot.outcomes.flush(db)
    await outcomes.flush(db)
  }

  async #writeFigures(): Promise<void> {
    const { db, snapshot, clock } = this.#services
    if (performance.now() - this.#figuresAtMs < figuresMs) return
    this.#figuresAtMs = performance.now()
    const figures = {
      promisedMicros: snapshot.promised.totalMicros,
      utilisation: utilisationOf(snapshot.ads.values()),
    }
    await db.transaction((tx) => savePromisedFigures(tx, figures, clock.now()))
  }

  /** Settles a limited number of ads per call; with very many ads a round takes minutes, and no count is lost. */
  #settleSome(): void {
    const { snapshot } = this.#services
    for (let done = 0; done < noServeRowsMax; done++) {
      this.#unsettled ??= snapshot.ads.values()
      const next = this.#unsettled.next()
      if (next.done) {
        this.#unsettled = undefined
        return
      }
      snapshot.outcomes.settle(next.value)
    }
  }

  async #writeNoServe(): Promise<void> {
    const { db, snapshot, clock } = this.#services
    const counts = snapshot.noServe.take(clock.now(), 2 * noServeRowsMax)
    if (counts.length === 0) return
    try {
      await db.transaction((tx) => addNoServeCounts(tx, counts))
    } catch (fault) {
      snapshot.noServe.putBack(counts)
      throw fault
    }
  }

  /** What events are judged by may have changed. */
  async refreshRules(): Promise<void> {
    const { rules, dataCenters, db } = this.#services
    await dataCenters.refresh()
    await rules.refresh(db)
  }

  /** Ahead of time, so that no event waits for it at midnight. */
  async prepareDays(): Promise<void> {
    const today = utcDay(this.#services.clock.now())
    const until = addDays(today, daysAhead)
    if (until === this.#preparedUntil) return
    const days = Array.from({ length: daysAhead + 2 }, (_, index) => addDays(today, index - 1))
    await this.#services.eventLog.prepareDays(days)
    await this.#services.hasher.prepare(this.#services.clock.now())
    this.#preparedUntil = until
  }
}
