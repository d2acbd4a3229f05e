import { setTimeout as wait } from 'node:timers/promises'
import type { Clock, Millionths } from '@voltline/kernel'
import {
  hasEvents,
  isBefore,
  type LogPosition,
  lastEvent,
  logStart,
  toPosition,
} from '../domain/events/event-reader.ts'
import type { Database } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import type { Log } from '../platform/log.ts'
import { Alarm } from '../platform/sync/alarm.ts'
import { type BatchOutcome, billBatch, Fenced, type Mark } from './batch.ts'
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
  /** Bills in the background until `stop`; waits as long as another process does. */
  start(): void
  stop(): Promise<void>
  /**
   * Answers once every event durable at the time of the call has been billed, by this process or another. Does not
   * wait for clicks that wait for their impression.
   */
  drain(): Promise<void>
  /** Bills one batch now. */
  runBatch(): Promise<BatchOutcome>
}

const batchRowsDefault = 10_000
/** Between looks at the log. A notification from the intake would cost it a commit of its own and save less than this. */
const lookMs = 250
/** After a batch that left nothing behind: so that a trickle is billed in few batches. */
const restMs = 100
/** Between batches without events, which only move `billed_until` and end waits. */
const idleBatchMs = 2_000
const retryMs = 500
const drainLookMs = 20

class BillingProcess implements Billing {
  readonly #services: BillingServices
  readonly #alarm = new Alarm()
  readonly #ending = new AbortController()
  #lease: Lease | undefined
  #mark: Mark | undefined
  #position: LogPosition = logStart
  #batchAtMs = 0
  #running: Promise<void> | undefined
  #lastBatch: Promise<unknown> = Promise.resolve()
  #hurry = 0

  constructor(services: BillingServices) {
    this.#services = services
  }

  start(): void {
    this.#running ??= this.#run()
  }

  async stop(): Promise<void> {
    this.#ending.abort()
    this.#alarm.close()
    await this.#running
    await this.#lastBatch.catch(() => {})
    await this.#dropLease()
  }

  async drain(): Promise<void> {
    const target = await this.#services.db.read(lastEvent)
    this.#hurry += 1
    try {
      while (isBefore(await this.#billedPosition(), target)) {
        if (this.#ending.signal.aborted) throw new Error('Billing stopped while it was being waited for.')
        if (this.#running) this.#alarm.ring()
        else if ((await this.runBatch()).events > 0) continue
        await wait(drainLookMs)
      }
    } finally {
      this.#hurry -= 1
    }
  }

  /** Batches follow one another, also when a caller asks for one while another runs. */
  runBatch(): Promise<BatchOutcome> {
    const batch = this.#lastBatch.catch(() => {}).then(() => this.#batch())
    this.#lastBatch = batch
    return batch
  }

  async #run(): Promise<void> {
    while (!this.#ending.signal.aborted) {
      try {
        await this.#step()
      } catch (fault) {
        if (this.#ending.signal.aborted) return
        if (fault instanceof Fenced) this.#services.log.info('Billing was taken over by another process.')
        else this.#services.log.error({ err: fault }, 'A billing batch failed and will be repeated.')
        await this.#alarm.wait(retryMs)
      }
    }
  }

  async #step(): Promise<void> {
    const idleMs = performance.now() - this.#batchAtMs
    const due = !this.#lease || this.#lease.lost || idleMs >= idleBatchMs
    if (!due && !(await this.#services.db.read((session) => hasEvents(session, this.#position)))) {
      await this.#alarm.wait(lookMs)
      return
    }
    const { more } = await this.runBatch()
    if (!more && !this.#hurry && !this.#ending.signal.aborted) await wait(restMs)
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
      this.#batchAtMs = performance.now()
      return outcome
    } catch (fault) {
      if (fault instanceof Fenced || lease.lost) await this.#dropLease()
      throw fault
    }
  }

  async #holdLease(): Promise<Lease> {
    if (this.#lease && !this.#lease.lost) return this.#lease
    await this.#dropLease()
    this.#lease = await takeLease({
      url: this.#services.db.url,
      signal: this.#ending.signal,
    })
    return this.#lease
  }

  async #dropLease(): Promise<void> {
    const lease = this.#lease
    this.#lease = undefined
    this.#mark = undefined
    await lease?.release()
  }

  async #billedPosition(): Promise<LogPosition> {
    const found = await this.#services.db.read((session) =>
      session.maybeOne(toPosition, sql`select tx, seq from billing_position`),
    )
    return found ?? logStart
  }
}

/** The only code that charges for events. */
export const createBilling = (services: BillingServices): Billing => new BillingProcess(services)
