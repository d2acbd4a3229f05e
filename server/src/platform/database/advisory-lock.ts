import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { connectionConfig, type Tx } from './database.ts'
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
/** A process that is paused for longer loses its lock. */
const silenceMsMax = 10_000

/** A lock that ends with its connection. */
export interface HeldLock {
  readonly isLost: boolean
  release(): Promise<void>
}

async function acquire(client: pg.Client, lockKey: number, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const tried = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [
      lockKey,
    ])
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
}): Promise<HeldLock> {
  const client = new pg.Client(connectionConfig(options.url, 'writer'))
  let isLost = false
  const lose = () => {
    isLost = true
  }
  client.on('error', lose)
  client.on('end', lose)
  await client.connect()
  try {
    await acquire(client, options.lockKey, options.signal)
    await client.query(`set idle_session_timeout = ${silenceMsMax}`)
  } catch (fault) {
    await client.end().catch(() => {})
    throw fault
  }
  const heartbeat = setInterval(() => {
    client.query('select 1').catch(lose)
  }, heartbeatMs)
  heartbeat.unref()
  return {
    get isLost() {
      return isLost
    },
    async release() {
      clearInterval(heartbeat)
      await client.end().catch(() => {})
    },
  }
}
