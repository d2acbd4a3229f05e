import { setTimeout as wait } from 'node:timers/promises'
import type { Clock, Instant, Millionths } from '@voltline/kernel'
import type { Registry } from 'prom-client'
import { type EventReader, isBefore, type LogPosition } from '../domain/events/event-reader.ts'
import { moveBilledUntil, readPartitions } from '../domain/events/partitions/partition-store.ts'
import { billedUntilAfter } from '../domain/events/progress.ts'
import { partitionsToExpire } from '../domain/events/waiting-store.ts'
import type { Database } from '../platform/database/database.ts'
import { isIdleInTransaction } from '../platform/database/faults.ts'
import type { Log } from '../platform/log.ts'
import { Alarm } from '../platform/sync/alarm.ts'
import type { Tracer } from '../platform/telemetry/tracer.ts'
import { billBatch, Fenced } from './batch.ts'
import { type HeldPartition, moveTo, PartitionLeases, type SteppedSharing } from './lease.ts'
import { LockWatch } from './lock-watch.ts'
import { BillingCounts, makeBillingMetrics } from './metrics.ts'
import { traceBatch } from './trace.ts'

export interface BillingServices {
  db: Database
  eventReader: EventReader
  clock: Clock
  log: Pick<Log, 'info' | 'error'>
  tracer?: Tracer | undefined
  settings: {
    networkShare: Millionths
    /** False turns the rules on traffic off; only outside production. */
    trafficRules?: boolean
    /** Events in one transaction. */
    batchRowsMax?: number
    /** Between the signs of life that billing processes give each other. */
    beatMs?: number
    /** For a test that decides when time passes. */
    steppedSharing?: SteppedSharing
  }
}

/** What one round of batches did, over all its partitions. */
export interface RoundOutcome {
  events: number
  charged: number
  /** There may be more events to read. */
  hasMore: boolean
}

export interface Billing {
  /** Names this process among those that share the partitions. */
  readonly id: string
  /** Bills this process's share of the partitions in the background until `stop`. */
  start(): void
  stop(): Promise<void>
  /**
   * Resolves once every event durable at the time of the call has been billed, by this process or another. Does not
   * wait for clicks that wait for their impression.
   */
  drain(): Promise<void>
  /** Gives a sign of life and moves towards an even share of the partitions. Only with stepped sharing. */
  beat(): Promise<void>
  /** Bills one batch of every partition that this process has now. */
  runBatch(): Promise<RoundOutcome>
  metrics: Registry
}

const batchRowsDefault = 10_000
/** After a batch that took too long, see `#shrinkBatches`. */
const batchRowsMin = 100
/** Batches of different partitions at the same time. */
const batchesAtOnceMax = 2
/** Between polls of the log. A notification from the intake would cost it a commit of its own and save less than this. */
const pollMs = 250
/** After batches that left no events behind, so that a trickle is billed in few batches. */
const restMs = 100
/** Between the moves of `billed_until` of partitions without events. */
const idleMoveMs = 2_000
const retryMs = 500
const drainPollMs = 20

class BillingProcess implements Billing {
  readonly id: string
  readonly metrics: Registry
  readonly #services: BillingServices
  readonly #leases: PartitionLeases
  readonly #lockWatch: LockWatch
  readonly #counts = new BillingCounts()
  readonly #alarm = new Alarm()
  readonly #stopping = new AbortController()
  #idleMovedMs = Number.NEGATIVE_INFINITY
  #running: Promise<void> | undefined
  #lastRound: Promise<unknown> = Promise.resolve()
  #drains = 0
  #batchRowsMax: number

  constructor(services: BillingServices) {
    const { db, eventReader, settings } = services
    this.#services = services
    this.#batchRowsMax = this.#batchRowsLimit
    const { beatMs, steppedSharing: stepped } = settings
    this.#leases = new PartitionLeases({ db, partitions: eventReader.partitions, beatMs, stepped })
    this.id = this.#leases.process
    this.#lockWatch = new LockWatch(db)
    this.metrics = makeBillingMetrics(services, { counts: this.#counts, lockWatch: this.#lockWatch })
  }

  start(): void {
    this.#running ??= this.#run()
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    this.#alarm.close()
    await this.#running
    await this.#lastRound.catch(() => {})
    this.#lockWatch.close()
    await this.#leases.leave()
  }

  async drain(): Promise<void> {
    const targets = await this.#lastEvents()
    this.#drains += 1
    try {
      while (!(await this.#haveBilled(targets))) {
        if (this.#stopping.signal.aborted) throw new Error('Billing was stopped during a drain.')
        if (this.#running) this.#alarm.ring()
        else if ((await this.#next(() => this.#dueRound())).events > 0) continue
        await wait(drainPollMs)
      }
      if (!this.#running) await this.#next(() => this.#dueRound())
    } finally {
      this.#drains -= 1
    }
  }

  async #lastEvents(): Promise<LogPosition[]> {
    const { eventReader } = this.#services
    const targets: LogPosition[] = []
    for (let partition = 0; partition < eventReader.partitions; partition++) {
      targets.push(await eventReader.last(partition))
    }
    return targets
  }

  async #haveBilled(targets: readonly LogPosition[]): Promise<boolean> {
    const states = await this.#services.db.read(readPartitions)
    return targets.every((target, partition) => {
      const state = states[partition]
      return state && !isBefore(state, target)
    })
  }

  beat(): Promise<void> {
    return this.#leases.beat()
  }

  runBatch(): Promise<RoundOutcome> {
    return this.#next(async () => {
      await this.#leases.join()
      return this.#batches(this.#leases.available)
    })
  }

  /** Rounds run one after the other, also if a caller requests one while another runs. */
  #next(round: () => Promise<RoundOutcome>): Promise<RoundOutcome> {
    const next = this.#lastRound.catch(() => {}).then(round)
    this.#lastRound = next
    return next
  }

  async #run(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      try {
        const { events, hasMore } = await this.#next(() => this.#dueRound())
        if (events === 0) await this.#alarm.wait(pollMs)
        else if (!hasMore && this.#drains === 0 && !this.#stopping.signal.aborted) await wait(restMs)
      } catch (fault) {
        if (this.#stopping.signal.aborted) return
        if (fault instanceof Fenced) this.#services.log.info({ partition: fault.partition }, fault.message)
        else this.#services.log.error({ err: fault }, 'A billing batch failed and will be repeated.')
        await this.#alarm.wait(retryMs)
      }
    }
  }

  /** A batch of every partition that has something to do. */
  async #dueRound(): Promise<RoundOutcome> {
    await this.#leases.join()
    const available = this.#leases.available
    const now = this.#services.clock.now()
    const positions = new Map(available.map((held) => [held.partition, held]))
    const poll = await this.#services.eventReader.poll(positions)
    const withEvents = new Set(poll.withEvents)
    const idle = available.filter(({ partition }) => !withEvents.has(partition))
    const expiring = await this.#moveIdle(idle, { now, completeUntil: poll.completeUntil })
    return this.#batches(
      available.filter(({ partition }) => withEvents.has(partition) || expiring.has(partition)),
    )
  }

  /** Moves the time of partitions without events. Returns those in which the wait of an event ends. */
  async #moveIdle(
    idle: readonly HeldPartition[],
    poll: { now: Instant; completeUntil: Instant | undefined },
  ): Promise<ReadonlySet<number>> {
    if (this.#running && performance.now() - this.#idleMovedMs < idleMoveMs) return new Set()
    this.#idleMovedMs = performance.now()
    const moved = idle
      .map((held) => ({ held, billedUntil: billedUntilAfter({ ...poll, billedUntil: held.billedUntil }) }))
      .filter(({ held, billedUntil }) => billedUntil !== held.billedUntil)
    if (moved.length === 0) return new Set()
    const { db } = this.#services
    const states = moved.map(({ held, billedUntil }) => ({ ...held, billedUntil }))
    await db.transaction((tx) => moveBilledUntil(tx, states))
    for (const { held, billedUntil } of moved) held.billedUntil = billedUntil
    return new Set(await db.read((session) => partitionsToExpire(session, states)))
  }

  async #batches(partitions: readonly HeldPartition[]): Promise<RoundOutcome> {
    const total: RoundOutcome = { events: 0, charged: 0, hasMore: false }
    const faults: unknown[] = []
    const waiting = [...partitions]
    const work = async () => {
      for (let held = waiting.shift(); held; held = waiting.shift()) {
        try {
          const outcome = await this.#batch(held)
          total.events += outcome.events
          total.charged += outcome.charged
          total.hasMore ||= outcome.hasMore
        } catch (fault) {
          faults.push(fault)
        }
      }
    }
    await Promise.all(Array.from({ length: batchesAtOnceMax }, work))
    if (faults.length > 0) throw faults[0]
    return total
  }

  async #batch(held: HeldPartition): Promise<RoundOutcome> {
    const { db, clock, eventReader, settings, tracer } = this.#services
    held.isBusy = true
    try {
      const now = clock.now()
      const sinceMs = performance.now()
      const read = await eventReader.read(held.partition, held, this.#batchRowsMax)
      const { networkShare, trafficRules: hasRules = true } = settings
      const outcome = await db.transaction((tx) =>
        this.#lockWatch.during(tx, () =>
          billBatch(tx, { partition: held, read, now, networkShare, hasRules }),
        ),
      )
      if (tracer) traceBatch(tracer, read.events, { ...outcome, partition: held.partition, sinceMs })
      moveTo(held, outcome.state)
      this.#counts.add(outcome)
      this.#batchRowsMax = Math.min(this.#batchRowsLimit, this.#batchRowsMax * 2)
      return outcome
    } catch (fault) {
      this.#leases.drop(held)
      if (!isIdleInTransaction(fault) || this.#batchRowsMax <= batchRowsMin) throw fault
      this.#shrinkBatches()
      return { events: 0, charged: 0, hasMore: true }
    } finally {
      held.isBusy = false
    }
  }

  get #batchRowsLimit(): number {
    return this.#services.settings.batchRowsMax ?? batchRowsDefault
  }

  /**
   * On a machine that is short of processor time the work between two statements of a large batch can take longer than
   * the partition may be held idle. The same batch would fail again, a smaller one does not.
   */
  #shrinkBatches(): void {
    this.#batchRowsMax = Math.max(batchRowsMin, Math.floor(this.#batchRowsMax / 4))
    const { log } = this.#services
    log.info({ rows: this.#batchRowsMax }, 'A billing batch took too long and is repeated with fewer events.')
  }
}

/** The only code that charges for events. */
export const createBilling = (services: BillingServices): Billing => new BillingProcess(services)
