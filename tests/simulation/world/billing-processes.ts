import type { Clock, Millionths } from '@voltline/kernel'
import { type Billing, createBilling } from '../../../server/src/billing/billing.ts'
import type { Random } from '../../../server/src/demo/random.ts'
import type { EventReader } from '../../../server/src/domain/events/event-reader.ts'
import { PostgresEventReader } from '../../../server/src/domain/events/postgres/postgres-event-reader.ts'
import type { DatabaseOptions } from '../../../server/src/platform/database/database.ts'
import { makeLog } from '../../../server/src/platform/log.ts'
import { FragileDatabase, type Meddler } from './fragile-database.ts'

export interface BillingProcess {
  db: FragileDatabase
  billing: Billing
  reader: EventReader
}

/** Reads one partition after the other, so that which batch begins first is no race. */
function inOrder(reader: EventReader): EventReader {
  let last: Promise<unknown> = Promise.resolve()
  return {
    partitions: reader.partitions,
    read(...input) {
      const next = last.then(() => reader.read(...input))
      last = next.catch(() => {})
      return next
    },
    poll: (positions) => reader.poll(positions),
    last: (partition) => reader.last(partition),
    oldestAfter: (...input) => reader.oldestAfter(...input),
    release: (...input) => reader.release(...input),
    close: () => reader.close(),
  }
}

export interface BillingOptions {
  database: DatabaseOptions
  clock: Clock
  random: Random
  partitions: number
  networkShare: Millionths
  /** Set on JetStream, where one reader serves all. */
  reader: () => EventReader | undefined
  meddler: () => Meddler | undefined
}

/** Two billing processes that share the partitions. They beat when the simulation says so, never by themselves. */
export class BillingProcesses {
  readonly #options: BillingOptions
  readonly #processes: (BillingProcess | undefined)[] = [undefined, undefined]
  /** The monotonic clock of both. */
  #monotonicMs = 0

  constructor(options: BillingOptions) {
    this.#options = options
  }

  any(): BillingProcess {
    return this.#at(this.#options.random.whole(0, this.#processes.length - 1))
  }

  get running(): BillingProcess[] {
    return this.#processes.filter((process) => process !== undefined)
  }

  otherThan(process: BillingProcess): BillingProcess {
    return this.#at(this.#processes.findIndex((other) => other !== process))
  }

  #at(number: number): BillingProcess {
    const process = this.#processes[number] ?? this.#start()
    this.#processes[number] = process
    return process
  }

  #start(): BillingProcess {
    const { database, clock, random, partitions, networkShare } = this.#options
    const db = new FragileDatabase(database, this.#options.meddler())
    const reader = this.#options.reader() ?? new PostgresEventReader({ db, clock, partitions })
    const billing = createBilling({
      ...{ db, clock, eventReader: inOrder(reader), log: makeLog('silent') },
      settings: {
        networkShare,
        batchRowsMax: random.pick([3, 10, 40, 400]),
        steppedSharing: { process: random.uuid(), nowMs: () => this.#monotonicMs },
      },
    })
    return { db, billing, reader }
  }

  /** A second passes, and every process that is not paused gives a sign of life. */
  async beat(): Promise<void> {
    this.#monotonicMs += 1_000
    for (const { billing, db } of this.running) if (!db.paused) await billing.beat()
  }

  /** As long as it takes until the partitions of a silent process are taken over. */
  async takeOver(): Promise<void> {
    for (let beats = 0; beats < 6; beats++) await this.beat()
  }

  /** The process has died; the others take over, and a new one takes its place. */
  async kill(process: BillingProcess): Promise<void> {
    this.#processes[this.#processes.indexOf(process)] = undefined
    // Without its database it can neither beat nor give up what it holds.
    await process.db.close()
    await process.billing.stop().catch(() => {})
  }

  async close(): Promise<void> {
    for (const { billing, db } of this.running) {
      await billing.stop()
      await db.close()
    }
  }
}
