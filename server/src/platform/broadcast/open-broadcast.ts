import type { Database } from '../database/database.ts'
import type { Log } from '../log.ts'
import type { Settings } from '../settings.ts'
import type { Broadcast } from './broadcast.ts'
import { NatsBroadcast } from './nats-broadcast.ts'
import { PostgresBroadcast } from './postgres-broadcast.ts'

/** The channel of the delivery processes: on NATS if the settings name it, else through the database. */
export async function openBroadcast(services: {
  db: Database
  log: Log
  settings: Pick<Settings, 'nats'>
}): Promise<Broadcast> {
  const { db, log, settings } = services
  if (!settings.nats) return new PostgresBroadcast(db, 'delivery_shown')
  const { servers, credsPath, prefix } = settings.nats
  return NatsBroadcast.connect({ servers, credsPath, log }, `${prefix}.shown`)
}
