import type { Instant } from '@voltline/kernel'
import type { ReadSession } from '../database/database.ts'
import { at, sql } from '../database/sql.ts'

/** Since when the oldest due job has been waiting for a runner; undefined if none waits. */
export const oldestDueJob = (session: ReadSession, now: Instant): Promise<Instant | undefined> =>
  session.maybeOne(
    (row) => row.due_at ?? undefined,
    sql<{ due_at: Instant | null }>`
    select min(greatest(run_at, leased_until)) as due_at from job
     where finished_at is null and run_at <= ${at(now)}
       and (leased_until is null or leased_until <= ${at(now)})`,
  )
