import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { connectionConfig } from '../platform/database/database.ts'

/** Any number that no other lock of the program has. */
const lockKey = 7_305_811_130
const askAgainMs = 250
const heartbeatMs = 2_000
/** A process that is paused for longer loses the lease. */
const silenceMsMax = 10_000

/** The right to bill. One process has it at a time; it ends with its connection. */
export interface Lease {
  /** The number under which this holder bills; every later holder has a higher one. */
  readonly fence: bigint
  readonly lost: boolean
  release(): Promise<void>
}

async function raiseFence(client: pg.Client): Promise<bigint> {
  await client.query(
    `insert into billing_position (tx, seq, billed_until) values ('0', 0, $1) on conflict do nothing`,
    [new Date(0)],
  )
  const raised = await client.query<{ fence: bigint }>(
    'update billing_position set fence = fence + 1 returning fence',
  )
  const fence = raised.rows[0]?.fence
  if (fence === undefined) throw new Error('The billing position is gone.')
  return fence
}

async function lock(client: pg.Client, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const asked = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [
      lockKey,
    ])
    if (asked.rows[0]?.locked) return
    await wait(askAgainMs)
  }
  throw new Error('No longer wanted.')
}

/**
 * Waits until no other process bills. The lock tells a second process to wait; the fence, raised by every holder and
 * checked in every batch, makes one that was paused and has lost the lock fail instead of billing on.
 */
export async function takeLease(services: { url: string; signal: AbortSignal }): Promise<Lease> {
  const client = new pg.Client(connectionConfig(services.url, 'writer'))
  let lost = false
  client.on('error', () => {
    lost = true
  })
  client.on('end', () => {
    lost = true
  })
  await client.connect()
  try {
    await lock(client, services.signal)
    await client.query(`set idle_session_timeout = ${silenceMsMax}`)
    const fence = await raiseFence(client)
    const heartbeat = setInterval(() => {
      client.query('select 1').catch(() => {
        lost = true
      })
    }, heartbeatMs)
    heartbeat.unref()
    return {
      fence,
      get lost() {
        return lost
      },
      async release() {
        clearInterval(heartbeat)
        await client.end().catch(() => {})
      },
    }
  } catch (fault) {
    await client.end().catch(() => {})
    throw fault
  }
}
