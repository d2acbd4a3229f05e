import type { ReadSession } from './database.ts'
import { sql } from './sql.ts'

/** The process of the server that serves this session. */
export const backendOf = (session: ReadSession): Promise<number> =>
  session.one((row) => row.pid, sql<{ pid: number }>`select pg_backend_pid() as pid`)

/** How many of these processes of the server wait for a lock now. */
export const countWaitingForLocks = (session: ReadSession, backends: readonly number[]): Promise<number> =>
  session.one(
    (row) => Number(row.count),
    sql<{ count: bigint }>`
    select count(distinct pid) as count from pg_locks where not granted and pid = any(${backends}::int[])`,
  )
