import { assert } from '@voltline/kernel'
import { type Connection, openConnection, type Queryable, serverMsMax } from './connections/connection.ts'
import { Pool } from './connections/pool.ts'
import { Replica } from './connections/replica.ts'
import { type ServerState, serverState } from './connections/server-state.ts'
import { asAway, DatabaseAway, isReadOnly, isStorageFault, sqlStateOf } from './faults.ts'
import type { Query } from './sql.ts'
import { toDriver } from './values.ts'

/** Reads on one connection. The database itself refuses a write: see `Database.read`. */
export class ReadSession {
  readonly client: Queryable
  constructor(client: Queryable) {
    this.client = client
  }

  async rows<R extends object>(query: Query<R>): Promise<R[]> {
    const result = await this.client.query<R>(toDriver(query))
    return result.rows
  }

  async many<R extends object, T>(map: (row: R) => T, query: Query<R>): Promise<T[]> {
    return (await this.rows(query)).map(map)
  }

  async maybeOne<R extends object, T>(map: (row: R) => T, query: Query<R>): Promise<T | undefined> {
    const rows = await this.rows(query)
    assert(rows.length <= 1, 'the query returns at most one row')
    return rows[0] && map(rows[0])
  }

  async one<R extends object, T>(map: (row: R) => T, query: Query<R>): Promise<T> {
    const found = await this.maybeOne(map, query)
    assert(found !== undefined, 'the query returns a row')
    return found
  }
}

/** A session inside a transaction. Only a Tx writes, so a function that writes cannot run outside a transaction. */
export class Tx extends ReadSession {
  /** Returns the number of affected rows. */
  async run(query: Query<object>): Promise<number> {
    const result = await this.client.query(toDriver(query))
    return result.rowCount ?? 0
  }
}

/** Serialization failures and deadlocks: the whole transaction may be tried again. */
const retryable = new Set(['40001', '40P01'])
const retriesMax = 4
/** Reports and exports read more than other calls. */
const reportMsDefault = 30_000
const lockPollMs = 100
const beginSnapshot = 'begin isolation level repeatable read read only'

export interface DatabaseOptions {
  /** May name several hosts, separated by commas; the one that accepts writes is used. */
  url: string
  /** Half of them read, half of them write; at least one each. */
  connectionsMax: number
  /** The longest that a statement may take; a connection without a reply by then is dropped. */
  statementMsMax: number
  /** The same for the statements of `snapshot`. */
  reportMsMax?: number
  /** A replica for `report`; it may be a standby and behind. */
  readUrl?: string | undefined
  /** A connection was lost or dropped; another takes its place. */
  onLost: (fault: Error) => void
}

/** A limit for the statements of one transaction in place of the usual one. */
export interface TransactionLimits {
  statementMsMax?: number
}

interface Begin {
  statement: string
  msMax: number
}

export class Database {
  readonly url: string
  /** Transactions that failed with a serialization failure or a deadlock, by SQLSTATE. */
  readonly conflicts = new Map([...retryable].map((state) => [state, 0]))
  readonly #options: DatabaseOptions & { reportMsMax: number }
  readonly #readers: Pool
  protected readonly writers: Pool
  readonly #server: ServerState
  readonly #replica: Replica | undefined

  constructor(options: DatabaseOptions) {
    this.url = options.url
    this.#server = serverState(options.url)
    this.#options = { reportMsMax: Math.max(reportMsDefault, options.statementMsMax), ...options }
    const connectionsMax = Math.ceil(options.connectionsMax / 2)
    this.#readers = new Pool({ ...options, role: 'reader', connectionsMax })
    this.writers = new Pool({ ...options, role: 'writer', connectionsMax })
    const { readUrl } = options
    this.#replica =
      readUrl === undefined
        ? undefined
        : new Replica({ ...options, url: readUrl, role: 'reader', connectionsMax }, () => this.read(walEnd))
  }

  /** Read committed. Rows that a decision depends on are locked by the statement that reads them. */
  async transaction<T>(work: (tx: Tx) => Promise<T>, limits: TransactionLimits = {}): Promise<T> {
    const begin = { statement: 'begin', msMax: limits.statementMsMax ?? this.#options.statementMsMax }
    for (let tried = 0; ; tried++) {
      try {
        return await this.#inTransaction(this.writers, begin, work)
      } catch (fault) {
        const state = sqlStateOf(fault) ?? ''
        if (!retryable.has(state)) throw fault
        this.conflicts.set(state, (this.conflicts.get(state) ?? 0) + 1)
        if (tried >= retriesMax) throw fault
      }
    }
  }

  /**
   * One statement in a transaction of its own: PostgreSQL commits a single statement by itself, which saves the round
   * trips of begin and commit. A connection that takes longer than `msMax` is closed.
   */
  statement<R extends object>(query: Query<R>, msMax: number): Promise<R[]> {
    return this.#use(this.writers, (connection) => new Tx(limited(connection, msMax)).rows(query))
  }

  /** One consistent view over several statements, with the limit of reports unless another is given. */
  snapshot<T>(work: (session: ReadSession) => Promise<T>, limits: TransactionLimits = {}): Promise<T> {
    const msMax = limits.statementMsMax ?? this.#options.reportMsMax
    return this.#inTransaction(this.#readers, { statement: beginSnapshot, msMax }, work)
  }

  /**
   * Like `snapshot`, from the replica if there is one and it can be reached. `lagMs` is how far it is behind. The work
   * may run twice: on a replica that fails, and then on the primary.
   */
  async report<T>(work: (session: ReadSession, lagMs: number) => Promise<T>): Promise<T> {
    const lagMs = this.#replica?.lagMs
    if (this.#replica && lagMs !== undefined) {
      try {
        const begin = { statement: beginSnapshot, msMax: this.#options.reportMsMax }
        return await this.#inTransaction(this.#replica.pool, begin, (session) => work(session, lagMs))
      } catch (fault) {
        // A standby also cancels a read that is in the way of its replay.
        if (!(fault instanceof DatabaseAway || retryable.has(sqlStateOf(fault) ?? ''))) throw fault
        if (fault instanceof DatabaseAway) this.#replica.markAway()
      }
    }
    return this.snapshot((session) => work(session, 0))
  }

  /** How far the replica is behind; undefined if there is none, or while it is away. */
  get replicaLagMs(): number | undefined {
    return this.#replica?.lagMs
  }

  /** Single statements that need no common view. */
  read<T>(work: (session: ReadSession) => Promise<T>): Promise<T> {
    return this.#use(this.#readers, (connection) => work(new ReadSession(connection)))
  }

  /** A transaction as the owner of the tables: for partitions and other schema work only. */
  asOwner<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.#withOwnConnection(async (connection) => {
      await connection.query({ text: 'begin' })
      const value = await work(new Tx(connection))
      await connection.query({ text: 'commit' })
      return value
    })
  }

  /** Runs the work while no other process runs work under the same key. Holds a connection, but no transaction. */
  exclusively<T>(lockKey: number, work: () => Promise<T>): Promise<T> {
    return this.#withOwnConnection(async (connection) => {
      await waitForLock(connection, lockKey)
      return work()
    })
  }

  /** A write of this process has failed for want of storage, and no check has found room since then. */
  get isStorageFull(): boolean {
    return this.#server.isStorageFull
  }

  /** Rejects if the database cannot be reached, or if there was no room for a write and there still is none. */
  async check(): Promise<void> {
    if (!this.#server.isStorageFull) {
      await this.read((session) => session.client.query({ text: 'select 1' }))
      return
    }
    this.#server.isStorageFull = false
    await this.transaction(needRoom).catch((fault: unknown) => {
      this.#server.isStorageFull = true
      throw fault
    })
  }

  async close(): Promise<void> {
    await Promise.all([this.#replica?.close(), this.#readers.close(), this.writers.close()])
  }

  /** Rolls back on a fault. */
  #inTransaction<T>(pool: Pool, begin: Begin, work: (tx: Tx) => Promise<T>): Promise<T> {
    const { statement, msMax } = begin
    const isUsual = msMax === this.#options.statementMsMax
    const text = isUsual ? statement : `${statement}; set local statement_timeout = ${serverMsMax(msMax)}`
    return this.#use(pool, async (connection) => {
      try {
        await connection.query({ text })
        const value = await work(new Tx(isUsual ? connection : limited(connection, msMax)))
        await connection.query({ text: 'commit' })
        return value
      } catch (fault) {
        await connection.query({ text: 'rollback' }).catch((lost: Error) => connection.drop(lost))
        throw fault
      }
    })
  }

  async #use<T>(pool: Pool, work: (connection: Connection) => Promise<T>): Promise<T> {
    const connection = await pool.connect()
    try {
      return await work(connection)
    } catch (fault) {
      if (isStorageFault(fault)) this.#server.isStorageFull = true
      // The server was made a standby: neither this connection nor the idle ones are of use for writing.
      if (pool === this.writers && isReadOnly(fault)) {
        connection.drop(fault as Error)
        pool.dropIdle()
      }
      throw asAway(fault)
    } finally {
      pool.release(connection)
      const isPrimary = pool !== this.#replica?.pool
      if (connection.isStuck && isPrimary) for (const other of [this.#readers, this.writers]) other.dropIdle()
    }
  }

  /** Ending the connection rolls back an open transaction and releases its locks. */
  async #withOwnConnection<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    const connection = await openConnection({
      url: this.url,
      role: 'owner',
      statementMsMax: this.#options.reportMsMax,
      onLost: this.#options.onLost,
    })
    try {
      return await work(connection)
    } catch (fault) {
      if (isStorageFault(fault)) this.#server.isStorageFull = true
      throw asAway(fault)
    } finally {
      await connection.close()
    }
  }
}

const limited = (connection: Connection, msMax: number): Queryable => ({
  query: (statement) => connection.query(statement, msMax),
})

/** Polls instead of waiting in one statement, so that the statement's limit still finds a dead connection. */
export async function waitForLock(connection: Connection, lockKey: number): Promise<void> {
  const text = 'select pg_try_advisory_lock($1) as locked'
  for (;;) {
    const { rows } = await connection.query<{ locked: boolean }>({ text, values: [lockKey] })
    if (rows[0]?.locked) return
    await new Promise((resolve) => setTimeout(resolve, lockPollMs))
  }
}

/** Fails unless a table and the write-ahead log can both grow by a megabyte. */
async function needRoom(tx: Tx): Promise<void> {
  await tx.client.query({
    text: `create temporary table room_needed on commit drop as
           select sha512(number::text::bytea) as filler from generate_series(1, 12000) as number`,
  })
  await tx.client.query({ text: `select pg_logical_emit_message(true, 'room', repeat('x', 1000000))` })
}

/** The end of the primary's write-ahead log, in bytes since its beginning. */
const walEnd = async (session: ReadSession): Promise<bigint> => {
  const text = `select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::bigint as wal_bytes`
  const { rows } = await session.client.query<{ wal_bytes: bigint }>({ text })
  return rows[0]?.wal_bytes ?? 0n
}
