import { setTimeout as wait } from 'node:timers/promises'
import type { Clock, Millionths } from '@voltline/kernel'
import { billedPosition } from '../domain/events/billing-position.ts'
import { isBefore, type LogPosition, logStart } from '../domain/events/event-reader.ts'
import { hasEvents, lastEvent } from '../domain/events/postgres-event-reader.ts'
import type { BillingMark } from '../domain/events/progress.ts'
import type { Database } from '../platform/database/database.ts'
import type { Log } from '../platform/log.ts'
import { Alarm } from '../platform/sync/alarm.ts'
import { type BatchOutcome, billBatch, Fenced } from './batch.ts'
import { type Lease, takeLease } from './lease.ts'

export interface BillingServices {
  db: Database
  clock: Clock
  log: Pick<Log, 'info' | 'error'>
  settings: {
    networkShare: Millionths
    /** Events in one transaction. */
    batchRowsMax?: number
  }
}

export interface Billing {
  /** Bills in the background until `stop`; waits while another process bills. */
  start(): void
  stop(): Promise<void>
  /**
   * Resolves once every event durable at the time of the call has been billed, by this process or another. Does not
   * wait for clicks that wait for their impression.
   */
  drain(): Promise<void>
  /** Bills one batch now. */
  runBatch(): Promise<BatchOutcome>
}

const batchRowsDefault = 10_000
/** Between polls of the log. A notification from the intake would cost it a commit of its own and save less than this. */
const pollMs = 250
/** After a batch that left no events behind, so that a trickle is billed in few batches. */
const restMs = 100
/** Between batches without events, which only move `billed_until` and expire waiting events. */
const idleBatchMs = 2_000
const retryMs = 500
const drainPollMs = 20

class BillingProcess implements Billing {
  readonly #services: BillingServices
  readonly #alarm = new Alarm()
  readonly #stopping = new AbortController()
  #lease: Lease | undefined
  #mark: BillingMark | undefined
  #position: LogPosition = logStart
  #lastBatchMs = 0
  #running: Promise<void> | undefined
  #lastBatch: Promise<unknown> = Promise.resolve()
  #drains = 0

  constructor(services: BillingServices) {
    this.#services = services
  }

  start(): void {
    this.#running ??= this.#run()
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    this.#alarm.close()
    await this.#running
    await this.#lastBatch.catch(() => {})
    await this.#dropLease()
  }

  async drain(): Promise<void> {
    const { db } = this.#services
    const target = await db.read(lastEvent)
    this.#drains += 1
    try {
      while (isBefore(await db.read(billedPosition), target)) {
        if (this.#stopping.signal.aborted) throw new Error('Billing was stopped during a drain.')
        if (this.#running) this.#alarm.ring()
        else if ((await this.runBatch()).events > 0) continue
        await wait(drainPollMs)
      }
    } finally {
      this.#drains -= 1
    }
  }

  /** Batches run one after the other, also if a caller requests one while another runs. */
  runBatch(): Promise<BatchOutcome> {
    const batch = this.#lastBatch.catch(() => {}).then(() => this.#batch())
    this.#lastBatch = batch
    return batch
  }

  async #run(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      try {
        await this.#step()
      } catch (fault) {
        if (this.#stopping.signal.aborted) return
        if (fault instanceof Fenced) this.#services.log.info('Another process has taken over billing.')
        else this.#services.log.error({ err: fault }, 'A billing batch failed and will be repeated.')
        await this.#alarm.wait(retryMs)
      }
    }
  }

  async #step(): Promise<void> {
    const idleMs = performance.now() - this.#lastBatchMs
    const isDue = !this.#lease || this.#lease.isLost || idleMs >= idleBatchMs
    if (!isDue && !(await this.#services.db.read((session) => hasEvents(session, this.#position)))) {
      await this.#alarm.wait(pollMs)
      return
    }
    const { hasMore } = await this.runBatch()
    if (!hasMore && this.#drains === 0 && !this.#stopping.signal.aborted) await wait(restMs)
  }

  async #batch(): Promise<BatchOutcome> {
    const { db, clock, settings } = this.#services
    const lease = await this.#holdLease()
    try {
      const now = clock.now()
      const outcome = await db.transaction((tx) =>
        billBatch(tx, {
          fence: lease.fence,
          now,
          mark: this.#mark,
          rowsMax: settings.batchRowsMax ?? batchRowsDefault,
          networkShare: settings.networkShare,
        }),
      )
      this.#mark = outcome.mark
      this.#position = outcome.position
      this.#lastBatchMs = performance.now()
      return outcome
    } catch (fault) {
      if (fault instanceof Fenced || lease.isLost) await this.#dropLease()
      throw fault
    }
  }

  async #holdLease(): Promise<Lease> {
    if (this.#lease && !this.#lease.isLost) return this.#lease
    await this.#dropLease()
    this.#lease = await takeLease({ db: this.#services.db, signal: this.#stopping.signal })
    return this.#lease
  }

  async #dropLease(): Promise<void> {
    const lease = this.#lease
    this.#lease = undefined
    this.#mark = undefined
    await lease?.release()
  }
}

/** The only code that charges for events. */
export const createBilling = (services: BillingServices): Billing => new BillingProcess(services)
