import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import {
  AuthorizationError,
  type ConnectionOptions,
  connect,
  credsAuthenticator,
  type NatsConnection,
} from '@nats-io/transport-node'
import { second } from '@voltline/kernel'
import type { Log } from '../log.ts'
import type { NatsServers } from './nats-url.ts'

export interface NatsOptions {
  servers: NatsServers
  /** A file with a user's JWT and key. */
  credsPath: string | undefined
  log: Pick<Log, 'info' | 'warn'>
  /** How long the servers may be unreachable at the start. */
  startMsMax?: number
}

const startMsMaxDefault = 30 * second
const handshakeMsMax = 2 * second
const retryMs = 250
/** A server that leaves two pings unanswered is left for another one: a paused server keeps its connections open. */
const pingMs = 1 * second
const unansweredPingsMax = 2

/** One line that the operator reads. */
export class NatsFault extends Error {}

const oneLine = (fault: unknown): string =>
  (fault instanceof Error ? fault.message : String(fault)).split('\n')[0] ?? ''

function connectionOptions({ servers, credsPath }: NatsOptions): ConnectionOptions {
  const options: ConnectionOptions = {
    servers: servers.hosts,
    ...servers.credentials,
    name: 'voltline',
    timeout: handshakeMsMax,
    pingInterval: pingMs,
    maxPingOut: unansweredPingsMax,
    // For ever: what depends on the connection fails one by one meanwhile, and works again afterwards.
    maxReconnectAttempts: -1,
    reconnectTimeWait: retryMs,
    ignoreAuthErrorAbort: true,
    noAsyncTraces: true,
  }
  if (servers.hasTls) options.tls = {}
  if (credsPath !== undefined) {
    try {
      options.authenticator = credsAuthenticator(readFileSync(credsPath))
    } catch (fault) {
      throw new NatsFault(`NATS_CREDS cannot be read: ${oneLine(fault)}`)
    }
  }
  return options
}

/** Connects to one of the servers and stays connected for ever. Throws a NatsFault if that fails at the start. */
export async function connectNats(options: NatsOptions): Promise<NatsConnection> {
  const { servers, log, startMsMax = startMsMaxDefault } = options
  const settings = connectionOptions(options)
  const until = performance.now() + startMsMax
  for (;;) {
    try {
      const connection = await connect(settings)
      void logStatus(connection, log)
      return connection
    } catch (fault) {
      if (fault instanceof AuthorizationError) {
        throw new NatsFault(`NATS at ${servers.hosts.join(', ')} refuses the credentials: ${oneLine(fault)}.`)
      }
      if (performance.now() >= until) {
        const seconds = Math.round(startMsMax / second)
        throw new NatsFault(
          `NATS at ${servers.hosts.join(', ')} has been unreachable for ${seconds} s: ${oneLine(fault)}.`,
        )
      }
      await wait(retryMs)
    }
  }
}

async function logStatus(connection: NatsConnection, log: NatsOptions['log']): Promise<void> {
  for await (const status of connection.status()) {
    if (status.type === 'disconnect') log.warn({ server: status.server }, 'NATS: connection lost')
    if (status.type === 'reconnect') log.info({ server: status.server }, 'NATS: connected again')
    if (status.type === 'error') log.warn({ err: status.error }, 'NATS: the server reports an error')
  }
}
