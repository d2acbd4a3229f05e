import { randomUUID } from 'node:crypto'
import { assert } from '@voltline/kernel'
import type { Database, Tx } from '../../../platform/database/database.ts'
import type { EventLogRow } from '../../../platform/database/rows.ts'
import { sql } from '../../../platform/database/sql.ts'
import { countUnbilled } from '../postgres/postgres-switch.ts'

type LogEngine = EventLogRow['engine']

/** The log is on another engine and cannot be moved now; its message is the one line that the operator reads. */
class WrongEngine extends Error {}

/** Every network begins in PostgreSQL. */
async function lockEngine(tx: Tx): Promise<LogEngine> {
  await tx.run(sql`insert into event_log (engine) values ('POSTGRES') on conflict do nothing`)
  return tx.one(
    (row) => row.engine,
    sql<Pick<EventLogRow, 'engine'>>`select engine from event_log for update`,
  )
}

/**
 * Moves the log to JetStream if everything in PostgreSQL is billed. Afterwards no process can append to the table any
 * more, so one that still runs with the old settings loses nothing: its events are refused.
 */
async function leavePostgres(tx: Tx): Promise<void> {
  await tx.run(sql`lock table event in share row exclusive mode`)
  const unbilled = await countUnbilled(tx)
  if (unbilled > 0) {
    throw new WrongEngine(
      `EVENT_LOG_URL is set, but the log in PostgreSQL has unbilled events (${unbilled}): start without it until they are billed.`,
    )
  }
  await tx.run(sql`revoke insert on event from voltline_app`)
}

/** Makes the wanted engine the one that holds the log, or throws. Returns the id of this network. */
export function settleEngine(db: Database, wanted: LogEngine): Promise<string> {
  return db.asOwner(async (tx) => {
    const known = await lockEngine(tx)
    if (known === 'JETSTREAM' && wanted === 'POSTGRES') {
      throw new WrongEngine('The event log of this network is on NATS: set EVENT_LOG_URL as before.')
    }
    if (known === 'POSTGRES' && wanted === 'JETSTREAM') await leavePostgres(tx)
    const [settled] = await tx.rows(sql<Pick<EventLogRow, 'network_id'>>`
      update event_log set engine = ${wanted}, network_id = coalesce(network_id, ${randomUUID()})
      returning network_id`)
    assert(settled?.network_id, 'a network has an id')
    return settled.network_id
  })
}
