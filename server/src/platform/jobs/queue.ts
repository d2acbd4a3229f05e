import { after, type Instant } from '@voltline/kernel'
import type { Row, Tx } from '../database/database.ts'
import { at, prepared, sql } from '../database/sql.ts'

/** The channel on which a committed job wakes the runners of every process. */
export const jobChannel = 'voltline_job'

export type JobPayload = Readonly<Record<string, unknown>>

export interface NewJob {
  kind: string
  /** JSON only. */
  payload: JobPayload
  runAt: Instant
  /** At most one unfinished job of a kind has a key; a second one changes nothing. */
  uniqueKey?: string
  attemptsMax?: number
}

const attemptsMaxDefault = 10

/** Queues a job in the caller's transaction: it exists exactly when the rest of the caller's work does. */
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
  /** This try included. It also is the fence: whoever holds an older number has lost the job. */
  attempt: number
  attemptsMax: number
}

const toLeasedJob = (row: Row): LeasedJob => ({
  id: row.job_id as bigint,
  kind: row.kind as string,
  payload: row.payload as JobPayload,
  attempt: row.attempts as number,
  attemptsMax: row.attempts_max as number,
})

/** Takes the oldest due job of the kind, unless another runner is at it or had it and its lease still runs. */
export const lease = (
  tx: Tx,
  wanted: { kind: string; leaseMs: number; except: readonly bigint[] },
  now: Instant,
): Promise<LeasedJob | undefined> =>
  tx.maybeOne(
    toLeasedJob,
    prepared(
      'job-lease',
      sql`
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

/** False when another runner has taken the job meanwhile: then nothing of this try may count. */
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
