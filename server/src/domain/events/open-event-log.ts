import { type Clock, second } from '@voltline/kernel'
import { Database } from '../../platform/database/database.ts'
import type { Log } from '../../platform/log.ts'
import type { EventLog } from './event-log.ts'
import type { EventReader } from './event-reader.ts'
import { preparePartitions } from './partitions/partition-count.ts'
import { PostgresEventLog } from './postgres-event-log.ts'
import { PostgresEventReader } from './postgres-event-reader.ts'

/** The intake has connections of its own, so that a slow query never delays an event. */
const intakeConnectionsMax = 3
const intakeStatementMsMax = 4 * second

/** Opens the event log that the settings name. */
export async function openEventLog(services: {
  db: Database
  clock: Clock
  log: Pick<Log, 'warn'>
  settings: { eventPartitions: number }
}): Promise<{ log: EventLog; reader: EventReader }> {
  const { db, clock } = services
  const partitions = services.settings.eventPartitions
  await preparePartitions(db, partitions)
  const intakeDb = new Database({
    url: db.url,
    connectionsMax: intakeConnectionsMax,
    statementMsMax: intakeStatementMsMax,
    onLost: (fault) => services.log.warn({ err: fault }, 'event log: connection lost'),
  })
  return {
    log: new PostgresEventLog(intakeDb, { partitions, onClose: () => intakeDb.close() }),
    reader: new PostgresEventReader({ db, clock, partitions }),
  }
}
