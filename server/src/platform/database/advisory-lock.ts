import { setTimeout as wait } from 'node:timers/promises'
import { type Connection, openConnection } from './connections/connection.ts'
import type { Tx } from './database.ts'
import { sql } from './sql.ts'

/** Waits for the lock of this name and holds it until the transaction ends. */
export async function lockName(tx: Tx, name: string): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtext(${name}))`)
}

/** Returns false if another transaction holds the lock of this name. */
export const tryLockName = (tx: Tx, name: string): Promise<boolean> =>
  tx.one(
    (row) => row.locked,
    sql<{ locked: boolean }>`select pg_try_advisory_xact_lock(hashtext(${name})) as locked`,
  )

const tryAgainMs = 250
const heartbeatMs = 2_000
/** A server that has not replied by then has released the lock, or is about to. */
const replyMsMax = 5_000
/** A process that is paused for longer loses its lock. */
const silenceMsMax = 10_000

/** A lock that ends with its connection. */
export interface HeldLock {
  readonly isLost: boolean
  release(): Promise<void>
}

async function acquire(connection: Connection, lockKey: number, signal: AbortSignal): Promise<void> {
  const text = 'select pg_try_advisory_lock($1) as locked'
  while (!signal.aborted) {
    const tried = await connection.query<{ locked: boolean }>({ text, values: [lockKey] })
    if (tried.rows[0]?.locked) return
    await wait(tryAgainMs)
  }
  throw new Error('Stopped while waiting for the lock.')
}

/** Waits until no other process holds the lock, then holds it on a connection of its own until it is released. */
export async function holdLock(options: {
  url: string
  lockKey: number
  signal: AbortSignal
  onLost?: (fault: Error) => void
}): Promise<HeldLock> {
  const { onLost = () => {} } = options
  const connection = await openConnection({
    url: options.url,
    role: 'writer',
    statementMsMax: replyMsMax,
    onLost,
  })
  try {
    await acquire(connection, options.lockKey, options.signal)
    await connection.query({ text: `set idle_session_timeout = ${silenceMsMax}` })
  } catch (fault) {
    await connection.close()
    throw fault
  }
  const heartbeat = setInterval(() => {
    // Without a reply the connection is dropped, and with it the lock.
    connection.query({ text: 'select 1' }).catch(() => {})
  }, heartbeatMs)
  heartbeat.unref()
  return {
    get isLost() {
      return connection.isLost
    },
    async release() {
      clearInterval(heartbeat)
      await connection.close()
    },
  }
}
