import { type Clock, second } from '@voltline/kernel'
import { Database } from '../../platform/database/database.ts'
import type { Log } from '../../platform/log.ts'
import type { Settings } from '../../platform/settings.ts'
import type { EventLog } from './event-log.ts'
import type { EventReader } from './event-reader.ts'
import { findBilledAt } from './jetstream/find-billed.ts'
import { settleEngine } from './jetstream/log-engine.ts'
import { openJetStream } from './jetstream/open-jetstream.ts'
import { StreamOrigins } from './jetstream/stream-origins.ts'
import { preparePartitions } from './partitions/partition-count.ts'
import { makeEventPartitions } from './postgres/postgres-days.ts'
import { PostgresEventLog } from './postgres/postgres-event-log.ts'
import { PostgresEventReader } from './postgres/postgres-event-reader.ts'

/** The intake has connections of its own, so that a slow query never delays an event. */
const intakeConnectionsMax = 3
/** With the time that an event waits in the intake, it is answered within 5 s. */
const intakeStatementMsMax = 2.5 * second

export interface OpenLogServices {
  db: Database
  clock: Clock
  log: Pick<Log, 'info' | 'warn' | 'error'>
  settings: Pick<Settings, 'eventPartitions'> & Partial<Pick<Settings, 'nats' | 'eventLogBytesMax'>>
}

interface OpenedLog {
  log: EventLog
  reader: EventReader
}

/** Opens the event log that the settings name. */
export async function openEventLog(services: OpenLogServices): Promise<OpenedLog> {
  const { db, settings } = services
  await preparePartitions(db, settings.eventPartitions)
  const networkId = await settleEngine(db, settings.nats ? 'JETSTREAM' : 'POSTGRES')
  return settings.nats
    ? openOnJetStream(services, { nats: settings.nats, networkId })
    : openOnPostgres(services)
}

function openOnPostgres({ db, clock, log, settings }: OpenLogServices): OpenedLog {
  const partitions = settings.eventPartitions
  const intakeDb = new Database({
    url: db.url,
    connectionsMax: intakeConnectionsMax,
    statementMsMax: intakeStatementMsMax,
    onLost: (fault) => log.warn({ err: fault }, 'event log: connection lost'),
  })
  return {
    log: new PostgresEventLog(intakeDb, { partitions, onClose: () => intakeDb.close() }),
    reader: new PostgresEventReader({ db, clock, partitions }),
  }
}

function openOnJetStream(
  { db, clock, log, settings }: OpenLogServices,
  { nats, networkId }: { nats: NonNullable<Settings['nats']>; networkId: string },
): Promise<OpenedLog> {
  return openJetStream(
    { ...nats, partitions: settings.eventPartitions, bytesMax: settings.eventLogBytesMax },
    {
      ...{ clock, log, networkId },
      makeDays: (days) => db.asOwner((tx) => makeEventPartitions(tx, days)),
      findReceivedAt: (event) => db.read((session) => findBilledAt(session, event)),
      origins: new StreamOrigins(db),
    },
  )
}
