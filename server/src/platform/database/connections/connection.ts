import { Socket } from 'node:net'
import { second } from '@voltline/kernel'
import pg from 'pg'
import { deadline } from '../../sync/deadline.ts'
import { ConnectionLost, ConnectionStuck, DatabaseAway, sqlStateOf } from '../faults.ts'
import { typeParsers } from '../values.ts'
import { hostName, hostUrls } from './hosts.ts'
import { serverState } from './server-state.ts'

/** To connect, including the log-in. */
const connectMsMax = 5 * second
/** A host that accepted writes before is tried alone for this long; then every host at once. */
const knownHostMsMax = 1 * second
const endMsMax = 1 * second
/** A client that has vanished holds no lock for longer. */
const idleInTransactionMsMax = 10 * second
/** The server's own limit comes first, so that a slow statement costs a statement and not a connection. */
const serverShare = 0.95

export type ConnectionRole = 'reader' | 'writer' | 'owner'

/**
 * Settings of every connection: UTC, and the program's role, which cannot rewrite history. A reader's transactions are
 * read-only, so a write by mistake fails instead of running outside a transaction.
 */
export const connectionConfig = (url: string, role: ConnectionRole): pg.ClientConfig => ({
  connectionString: url,
  types: typeParsers,
  options: {
    reader: '-c timezone=UTC -c role=voltline_app -c default_transaction_read_only=on',
    writer: '-c timezone=UTC -c role=voltline_app',
    owner: '-c timezone=UTC',
  }[role],
  keepAlive: true,
  idle_in_transaction_session_timeout: idleInTransactionMsMax,
})

/** The limit that the server itself applies to a statement with this client-side limit. */
export const serverMsMax = (statementMsMax: number): number => Math.floor(statementMsMax * serverShare)

/** A statement as the driver takes it. */
export interface DriverQuery {
  text: string
  values?: unknown[]
  name?: string
}
export interface DriverResult<R> {
  rows: R[]
  rowCount: number | null
}
/** What sessions need of a connection. */
export interface Queryable {
  query<R extends object>(statement: DriverQuery): Promise<DriverResult<R>>
}

export interface ConnectionOptions {
  url: string
  role: ConnectionRole
  statementMsMax: number
  /** The server may be a standby, which refuses writes. */
  acceptsStandby?: boolean
  /** Once, when the connection is lost or dropped; not when it is closed. */
  onLost?: (fault: Error) => void
  onNotification?: (channel: string, payload: string) => void
}

/**
 * A connection on which every statement has a limit of its own. TCP does not notice a peer that has silently gone, so a
 * connection without a reply in time is taken for dead and dropped.
 */
export class Connection implements Queryable {
  readonly #client: pg.Client
  readonly #socket: Socket
  readonly #options: ConnectionOptions
  #lost: Error | undefined
  #isOpen = false
  #isClosed = false

  constructor(options: ConnectionOptions) {
    const socket = new Socket()
    this.#socket = socket
    this.#options = options
    this.#client = new pg.Client({
      ...connectionConfig(options.url, options.role),
      statement_timeout: serverMsMax(options.statementMsMax),
      stream: () => socket,
    })
    this.#client.on('error', (fault) => this.#lose(fault))
    this.#client.on('end', () => this.#lose(new ConnectionLost('The connection has ended.')))
    this.#client.on('notification', ({ channel, payload }) =>
      options.onNotification?.(channel, payload ?? ''),
    )
  }

  /** The connection can no longer be used. */
  get isLost(): boolean {
    return this.#lost !== undefined || this.#isClosed
  }

  /** It was dropped because a reply did not come in time. */
  get isStuck(): boolean {
    return this.#lost instanceof ConnectionStuck
  }

  async connect(): Promise<void> {
    const name = hostName(this.#options.url)
    const cancel = deadline(connectMsMax, () =>
      this.#socket.destroy(new Error(`no reply in ${connectMsMax} ms`)),
    )
    try {
      await this.#client.connect()
    } catch (fault) {
      this.#isClosed = true
      this.#socket.destroy()
      // A wrong password or database name stays wrong: its own text says so.
      if (sqlStateOf(fault)?.startsWith('28') || sqlStateOf(fault) === '3D000') throw fault
      const why = fault instanceof Error ? fault.message : String(fault)
      throw new DatabaseAway(`The database at ${name} cannot be reached: ${why}`, fault)
    } finally {
      cancel()
    }
    this.#isOpen = true
    if (this.#options.acceptsStandby) return
    const [state] = (
      await this.query<{ standby: boolean }>({ text: 'select pg_is_in_recovery() as standby' })
    ).rows
    if (!state?.standby) return
    await this.close()
    throw new DatabaseAway(`The database at ${name} is a standby and accepts no writes.`)
  }

  async query<R extends object>(
    statement: DriverQuery,
    msMax = this.#options.statementMsMax,
  ): Promise<DriverResult<R>> {
    if (this.#lost) throw new ConnectionLost(this.#lost.message, this.#lost)
    const cancel = deadline(msMax, () => {
      this.drop(new ConnectionStuck(`No reply to a statement in ${msMax} ms.`))
    })
    try {
      return await this.#client.query<R>(statement)
    } catch (fault) {
      if (isFatal(fault)) this.#lose(fault)
      if (this.#lost) throw asLost(this.#lost)
      throw this.#isClosed ? new ConnectionLost('The connection was closed.', fault) : fault
    } finally {
      cancel()
    }
  }

  /** Ends a connection that is not to be trusted, without a word to the server. */
  drop(fault: Error): void {
    this.#lose(fault)
    this.#socket.destroy()
  }

  /** Ends the connection in good order, but does not wait long for the server. */
  async close(): Promise<void> {
    if (this.isLost) return
    this.#isClosed = true
    const late = setTimeout(() => this.#socket.destroy(), endMsMax)
    await this.#client.end().catch(() => {})
    clearTimeout(late)
  }

  #lose(fault: Error): void {
    if (this.isLost) return
    this.#lost = fault
    this.#socket.destroy()
    if (this.#isOpen) this.#options.onLost?.(fault)
  }
}

/** PostgreSQL closes the connection after it. */
const isFatal = (fault: unknown): fault is Error =>
  fault instanceof Error && 'severity' in fault && ['FATAL', 'PANIC'].includes(String(fault.severity))

const asLost = (fault: Error): Error =>
  fault instanceof DatabaseAway
    ? fault
    : new ConnectionLost(`The connection was lost: ${fault.message}`, fault)

async function openAt(options: ConnectionOptions): Promise<Connection> {
  const connection = new Connection(options)
  await connection.connect()
  return connection
}

/** Connects to the host that accepts writes, wherever it is after a failover, or to any host if a standby will do. */
export async function openConnection(options: ConnectionOptions): Promise<Connection> {
  const urls = hostUrls(options.url)
  const [only] = urls
  if (only !== undefined && urls.length === 1) return openAt({ ...options, url: only })
  const { knownHost } = serverState(options.url)
  const known = knownHost && (await openKnown({ ...options, url: knownHost }))
  return known || openAny(options, urls)
}

/** Undefined if the host does not accept in time; a connection that comes late is closed. */
async function openKnown(options: ConnectionOptions): Promise<Connection | undefined> {
  let isLate = false
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => {
      isLate = true
      resolve(undefined)
    }, knownHostMsMax)
  })
  const opened = openAt(options).then(
    (connection) => {
      if (isLate) void connection.close()
      return connection
    },
    () => undefined,
  )
  const found = await Promise.race([opened, late])
  clearTimeout(timer)
  return found
}

/** All hosts at once; the first that accepts is used. */
async function openAny(options: ConnectionOptions, urls: readonly string[]): Promise<Connection> {
  let winner: Connection | undefined
  const attempts = urls.map(async (url) => {
    const connection = await openAt({ ...options, url })
    if (winner) await connection.close()
    else {
      winner = connection
      serverState(options.url).knownHost = url
    }
    return connection
  })
  try {
    await Promise.any(attempts)
  } catch (fault) {
    throw fault instanceof AggregateError ? reasonOf(fault) : fault
  }
  if (!winner) throw new DatabaseAway('No database host accepts connections.')
  return winner
}

const reasonOf = ({ errors }: AggregateError): unknown =>
  errors.every((fault) => fault instanceof DatabaseAway)
    ? new DatabaseAway(errors.map((fault) => fault.message).join(' '), errors[0])
    : errors.find((fault) => !(fault instanceof DatabaseAway))
