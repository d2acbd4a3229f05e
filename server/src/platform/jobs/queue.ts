import { after, type Instant } from '@voltline/kernel'
import { z } from 'zod'
import type { Tx } from '../database/database.ts'
import type { JobRow } from '../database/rows.ts'
import { at, prepared, sql } from '../database/sql.ts'

/** The channel on which a committed job wakes the runners of every process. */
export const jobChannel = 'voltline_job'

export type JobPayload = Readonly<Record<string, unknown>>

export interface NewJob {
  kind: string
  /** JSON only. */
  payload: JobPayload
  runAt: Instant
  /** At most one unfinished job of a kind has this key; enqueuing a second has no effect. */
  uniqueKey?: string
  attemptsMax?: number
}

const attemptsMaxDefault = 10

/** Enqueues a job in the caller's transaction, so that both commit or neither does. */
export async function enqueue(tx: Tx, job: NewJob): Promise<void> {
  await tx.run(
    prepared(
      'job-enqueue',
      sql`
      insert into job (kind, payload, unique_key, run_at, attempts_max)
      values (${job.kind}, ${JSON.stringify(job.payload)}, ${job.uniqueKey ?? null}, ${at(job.runAt)},
              ${job.attemptsMax ?? attemptsMaxDefault})
          on conflict (kind, unique_key) where finished_at is null and unique_key is not null do nothing`,
    ),
  )
  await tx.run(sql`select pg_notify(${jobChannel}, ${job.kind})`)
}

export interface LeasedJob {
  id: bigint
  kind: string
  payload: JobPayload
  /** Counts this attempt. It is also the fence: a runner with an older number has lost the job. */
  attempt: number
  attemptsMax: number
}

const Payload = z.record(z.string(), z.unknown())
type LeasedJobRow = Pick<JobRow, 'job_id' | 'kind' | 'payload' | 'attempts' | 'attempts_max'>

const toLeasedJob = (row: LeasedJobRow): LeasedJob => ({
  id: row.job_id,
  kind: row.kind,
  payload: Payload.parse(row.payload),
  attempt: row.attempts,
  attemptsMax: row.attempts_max,
})

/** Leases the oldest due job of the kind that no other runner holds a lease on. */
export const lease = (
  tx: Tx,
  wanted: { kind: string; leaseMs: number; except: readonly bigint[] },
  now: Instant,
): Promise<LeasedJob | undefined> =>
  tx.maybeOne(
    toLeasedJob,
    prepared(
      'job-lease',
      sql<LeasedJobRow>`
      update job set leased_until = ${at(after(now, wanted.leaseMs))}, attempts = attempts + 1
       where job_id = (
         select job_id from job
          where finished_at is null and kind = ${wanted.kind} and run_at <= ${at(now)}
            and (leased_until is null or leased_until <= ${at(now)})
            and job_id <> all (${wanted.except.map(String)}::bigint[])
          order by run_at, job_id
          limit 1
            for update skip locked)
      returning job_id, kind, payload, attempts, attempts_max`,
    ),
  )

/** False if another runner has taken the job over; the caller must then roll back its work. */
export async function finish(
  tx: Tx,
  job: LeasedJob,
  outcome: { error: string; at: Instant },
): Promise<boolean> {
  const touched = await tx.run(sql`
    update job set finished_at = ${at(outcome.at)}, leased_until = null, error = ${outcome.error}
     where job_id = ${job.id} and attempts = ${job.attempt} and finished_at is null`)
  return touched === 1
}

export async function putBack(
  tx: Tx,
  job: LeasedJob,
  next: { runAt: Instant; error: string },
): Promise<void> {
  await tx.run(sql`
    update job set run_at = ${at(next.runAt)}, leased_until = null, error = ${next.error}
     where job_id = ${job.id} and attempts = ${job.attempt} and finished_at is null`)
}

export const deleteFinishedJobs = (tx: Tx, finishedBefore: Instant): Promise<number> =>
  tx.run(sql`delete from job where finished_at < ${at(finishedBefore)}`)
