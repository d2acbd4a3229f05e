import { setTimeout as wait } from 'node:timers/promises'
import { type JetStreamManager, jetstream, jetstreamManager } from '@nats-io/jetstream'
import type { NatsConnection } from '@nats-io/transport-node'
import { type Clock, second } from '@voltline/kernel'
import type { Log } from '../../../platform/log.ts'
import { connectNats, NatsFault } from '../../../platform/nats/connection.ts'
import type { NatsServers } from '../../../platform/nats/nats-url.ts'
import type { EventLog } from '../event-log.ts'
import type { EventReader } from '../event-reader.ts'
import { JetStreamEventLog, type JetStreamLogOptions } from './jetstream-event-log.ts'
import { JetStreamEventReader, type JetStreamReaderOptions } from './jetstream-event-reader.ts'
import { ensureStreams } from './streams.ts'

export interface JetStreamSettings {
  servers: NatsServers
  credsPath: string | undefined
  prefix: string
  partitions: number
  bytesMax: number | undefined
}

export interface JetStreamServices
  extends Pick<JetStreamLogOptions, 'makeDays' | 'findReceivedAt'>,
    Pick<JetStreamReaderOptions, 'origins'> {
  clock: Clock
  log: Pick<Log, 'info' | 'warn' | 'error'>
  networkId: string
}

const replicasMax = 3
const startMsMaxDefault = 30 * second
const requestMsMax = 5 * second
/** Shorter: a request to a server that has just died is never answered, and billing waits for it. */
const readMsMax = 2 * second
const retryMs = 250

/** Waits until JetStream answers: a cluster that has just started first elects a leader. */
async function waitForJetStream(jsm: JetStreamManager, untilMs: number): Promise<void> {
  for (;;) {
    try {
      await jsm.getAccountInfo()
      return
    } catch (fault) {
      if (performance.now() >= untilMs) {
        const reason = fault instanceof Error ? fault.message : String(fault)
        throw new NatsFault(`JetStream does not answer on the NATS servers: ${reason}.`)
      }
      await wait(retryMs)
    }
  }
}

/** Connects, makes the streams that are missing, and opens the log and its reader on one connection. */
export async function openJetStream(
  settings: JetStreamSettings,
  services: JetStreamServices,
  startMsMax = startMsMaxDefault,
): Promise<{ log: EventLog; reader: EventReader }> {
  const { prefix, partitions, bytesMax, servers } = settings
  const { log, networkId } = services
  const untilMs = performance.now() + startMsMax
  const connection = await connectNats({ servers, credsPath: settings.credsPath, log, startMsMax })
  try {
    const jsm = await jetstreamManager(connection, { checkAPI: false, timeout: requestMsMax })
    await waitForJetStream(jsm, untilMs)
    const replicas = Math.min(replicasMax, servers.hosts.length)
    await ensureStreams(jsm, { prefix, partitions, replicas, bytesMax, networkId }, untilMs)
    const reading = await jetstreamManager(connection, { checkAPI: false, timeout: readMsMax })
    const onClose = closeAfter(connection, 2)
    return {
      log: new JetStreamEventLog({
        ...{ ...services, js: jetstream(connection), prefix, partitions, onClose },
        check: () => jsm.getAccountInfo(),
      }),
      reader: new JetStreamEventReader({ ...services, jsm: reading, prefix, partitions, onClose }),
    }
  } catch (fault) {
    await connection.close()
    throw fault
  }
}

/** Closes the connection with the last of its users. */
function closeAfter(connection: NatsConnection, users: number): () => Promise<void> {
  let left = users
  return async () => {
    left -= 1
    if (left === 0) await connection.close()
  }
}
