import { after, assert, type Clock, minute, second } from '@voltline/kernel'
import type { Database, Tx } from '../database/database.ts'
import type { Log } from '../log.ts'
import { Alarm } from '../sync/alarm.ts'
import { Listener } from '../sync/listener.ts'
import { finish, jobChannel, type LeasedJob, lease, putBack } from './queue.ts'

/** Thrown by a handler when another attempt cannot succeed. */
export class HopelessJob extends Error {}

/** Runs in the transaction that finishes the job, so both commit or neither does. */
export type Completion = (tx: Tx) => Promise<void>

export interface JobHandler {
  kind: string
  /** Longer than the work can take: after it, another runner may take the job. */
  leaseMs: number
  /** How many of this kind one process runs at a time. */
  concurrencyMax: number
  /** False while this process cannot do such jobs; they wait for one that can. */
  isReady?(): Promise<boolean>
  /** The slow work, outside any transaction; may run twice. What must happen once goes into the completion. */
  run(job: LeasedJob): Promise<Completion>
  /** Runs in the transaction that ends a job whose every attempt has failed. */
  giveUp?(tx: Tx, job: LeasedJob, reason: string): Promise<void>
}

export interface JobRunnerServices {
  db: Database
  clock: Clock
  log: Log
  handlers: readonly JobHandler[]
  /** How long a job can wait if its notification was missed. */
  pollMs?: number
  backOffMs?: (attempt: number) => number
}

const pollMsDefault = second
const errorCharsMax = 500
/** 2 s, 4 s, 8 s and so on to ten minutes. */
const backOffMsDefault = (attempt: number): number =>
  Math.min(second * 2 ** Math.min(attempt, 20), 10 * minute)
const reasonOf = (fault: unknown): string =>
  (fault instanceof Error ? fault.message : String(fault)).slice(0, errorCharsMax)

/** Runs queued jobs, each kind with its own limit, until it is stopped. */
export class JobRunner {
  readonly #services: JobRunnerServices
  readonly #running = new Map<bigint, { kind: string; done: Promise<void> }>()
  readonly #alarm = new Alarm()
  readonly #listener: Listener
  #loop: Promise<void> | undefined
  #stopping = false

  constructor(services: JobRunnerServices) {
    const kinds = services.handlers.map((handler) => handler.kind)
    assert(new Set(kinds).size === kinds.length, 'each kind of job has one handler')
    this.#services = services
    this.#listener = new Listener({
      url: services.db.url,
      channels: [jobChannel],
      onNotification: this.#alarm.ring,
      onListening: this.#alarm.ring,
      onLost: (fault) =>
        services.log.warn({ err: fault }, 'job notifications are interrupted; jobs are polled for'),
    })
  }

  start(): void {
    assert(!this.#loop, 'a runner is started once')
    void this.#listener.start()
    this.#loop = this.#work()
  }

  /** Takes no new jobs and waits for those that run. */
  async stop(): Promise<void> {
    this.#stopping = true
    this.#alarm.close()
    await this.#listener.stop()
    await this.#loop
    await Promise.all([...this.#running.values()].map((running) => running.done))
  }

  async #work(): Promise<void> {
    while (!this.#stopping) {
      try {
        for (const handler of this.#services.handlers) await this.#fill(handler)
      } catch (fault) {
        // The database is unreachable; the next poll tries again.
        this.#services.log.error({ err: fault }, 'jobs cannot be leased')
      }
      await this.#alarm.wait(this.#services.pollMs ?? pollMsDefault)
    }
  }

  async #fill(handler: JobHandler): Promise<void> {
    const { db, clock } = this.#services
    if (handler.isReady && !(await handler.isReady())) return
    const busy = () => [...this.#running.values()].filter((running) => running.kind === handler.kind).length
    while (!this.#stopping && busy() < handler.concurrencyMax) {
      const except = [...this.#running.keys()]
      const job = await db.transaction((tx) => lease(tx, { ...handler, except }, clock.now()))
      if (!job) return
      const done = this.#do(handler, job).finally(() => {
        this.#running.delete(job.id)
        this.#alarm.ring()
      })
      this.#running.set(job.id, { kind: job.kind, done })
    }
  }

  /** Never rejects: a failure is recorded in the job. */
  async #do(handler: JobHandler, job: LeasedJob): Promise<void> {
    const { db, log } = this.#services
    try {
      // A process died during the last attempt, so its failure was never recorded.
      if (job.attempt > job.attemptsMax) throw new HopelessJob('The process died during the last attempt.')
      const complete = await handler.run(job)
      await db.transaction(async (tx) => {
        if (await finish(tx, job, { error: '', at: this.#services.clock.now() })) await complete(tx)
        else
          log.warn(
            { job: String(job.id), kind: job.kind },
            'job was taken over by another runner; this attempt is discarded',
          )
      })
    } catch (fault) {
      await this.#failed(handler, job, fault).catch((worse: unknown) => {
        // The lease expires and the job is tried again.
        log.error({ job: String(job.id), kind: job.kind, err: worse }, 'job failure could not be recorded')
      })
    }
  }

  async #failed(handler: JobHandler, job: LeasedJob, fault: unknown): Promise<void> {
    const { db, clock, log } = this.#services
    const error = reasonOf(fault)
    const hopeless = fault instanceof HopelessJob
    const over = hopeless || job.attempt >= job.attemptsMax
    // A file that is not a video is the sender's mistake; a job whose every attempt failed is ours.
    log[over && !hopeless ? 'error' : 'warn'](
      { job: String(job.id), kind: job.kind, attempt: job.attempt, error },
      over ? 'job given up' : 'job failed, will be tried again',
    )
    if (over) {
      await db.transaction(async (tx) => {
        if (await finish(tx, job, { error, at: clock.now() })) await handler.giveUp?.(tx, job, error)
      })
      return
    }
    const waitMs = (this.#services.backOffMs ?? backOffMsDefault)(job.attempt)
    await db.transaction((tx) => putBack(tx, job, { runAt: after(clock.now(), waitMs), error }))
  }
}
