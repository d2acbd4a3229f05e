import { assert } from '@voltline/kernel'
import pg from 'pg'
import type { Query } from './sql.ts'
import { toDriver, typeParsers } from './values.ts'

/** Reads on one connection. The database itself refuses a write: see `Database.read`. */
export class ReadSession {
  readonly client: pg.ClientBase
  constructor(client: pg.ClientBase) {
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
const codeOf = (fault: unknown) =>
  typeof fault === 'object' && fault !== null && 'code' in fault ? fault.code : undefined

/** True if a statement violated the named unique constraint or index. */
export const breaks = (fault: unknown, constraint: string): boolean =>
  codeOf(fault) === '23505' &&
  typeof fault === 'object' &&
  fault !== null &&
  'constraint' in fault &&
  fault.constraint === constraint

/** The database cannot be reached, or no connection became free. The caller may try again later. */
class DatabaseAway extends Error {
  readonly statusCode = 503
}

export interface DatabaseOptions {
  url: string
  /** Half of them read, half of them write; at least one each. */
  connectionsMax: number
  statementMsMax: number
  /** An idle connection was lost; the pool replaces it. */
  onLost: (fault: Error) => void
}

const connectMsMax = 5_000

/**
 * Settings of every connection: UTC, and the program's role, which cannot rewrite history. A reader's transactions are
 * read-only, so a write by mistake fails instead of running outside a transaction.
 */
export const connectionConfig = (url: string, role: 'reader' | 'writer' | 'owner'): pg.ClientConfig => ({
  connectionString: url,
  types: typeParsers,
  options: {
    reader: '-c timezone=UTC -c role=voltline_app -c default_transaction_read_only=on',
    writer: '-c timezone=UTC -c role=voltline_app',
    owner: '-c timezone=UTC',
  }[role],
  keepAlive: true,
  connectionTimeoutMillis: connectMsMax,
})

function openPool(options: DatabaseOptions, role: 'reader' | 'writer'): pg.Pool {
  const pool = new pg.Pool({
    ...connectionConfig(options.url, role),
    max: Math.ceil(options.connectionsMax / 2),
    statement_timeout: options.statementMsMax,
    idle_in_transaction_session_timeout: 2 * options.statementMsMax,
  })
  pool.on('error', options.onLost)
  // A connection lost while in use rejects its statement and also emits an error, which needs a listener.
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

async function connect(pool: pg.Pool): Promise<pg.PoolClient> {
  try {
    return await pool.connect()
  } catch (fault) {
    throw new DatabaseAway('The database cannot be reached.', { cause: fault })
  }
}

/** Rolls back on a fault, and drops a connection that cannot even do that. */
async function inTransaction<T>(pool: pg.Pool, begin: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  const client = await connect(pool)
  let broken: Error | undefined
  try {
    await client.query(begin)
    const value = await work(new Tx(client))
    await client.query('commit')
    return value
  } catch (fault) {
    await client.query('rollback').catch((lost: Error) => {
      broken = lost
    })
    throw fault
  } finally {
    client.release(broken)
  }
}

export class Database {
  readonly url: string
  readonly #readers: pg.Pool
  protected readonly writers: pg.Pool

  constructor(options: DatabaseOptions) {
    this.url = options.url
    this.#readers = openPool(options, 'reader')
    this.writers = openPool(options, 'writer')
  }

  /** Read committed. Rows that a decision depends on are locked by the statement that reads them. */
  async transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    for (let tried = 0; ; tried++) {
      try {
        return await inTransaction(this.writers, 'begin', work)
      } catch (fault) {
        if (tried >= retriesMax || !retryable.has(String(codeOf(fault)))) throw fault
      }
    }
  }

  /**
   * One statement in a transaction of its own: PostgreSQL commits a single statement by itself, which saves the round
   * trips of begin and commit. A connection that takes longer than `msMax` is closed.
   */
  async statement<R extends object>(query: Query<R>, msMax: number): Promise<R[]> {
    const client = await connect(this.writers)
    let isHeld = true
    const release = (fault?: Error) => {
      if (isHeld) client.release(fault)
      isHeld = false
    }
    const late = setTimeout(() => release(new Error('The statement took too long.')), msMax)
    try {
      return await new Tx(client).rows(query)
    } finally {
      clearTimeout(late)
      release()
    }
  }

  /** One consistent view over several statements, for reports. */
  snapshot<T>(work: (session: ReadSession) => Promise<T>): Promise<T> {
    return inTransaction(this.#readers, 'begin isolation level repeatable read read only', work)
  }

  /** Single statements that need no common view. */
  async read<T>(work: (session: ReadSession) => Promise<T>): Promise<T> {
    const client = await connect(this.#readers)
    try {
      return await work(new ReadSession(client))
    } finally {
      client.release()
    }
  }

  /** A transaction as the owner of the tables: for partitions and other schema work only. */
  asOwner<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.#withOwnConnection(async (client) => {
      await client.query('begin')
      const value = await work(new Tx(client))
      await client.query('commit')
      return value
    })
  }

  /** Runs the work while no other process runs work under the same key. Holds a connection, but no transaction. */
  exclusively<T>(lockKey: number, work: () => Promise<T>): Promise<T> {
    return this.#withOwnConnection(async (client) => {
      await client.query('select pg_advisory_lock($1)', [lockKey])
      return work()
    })
  }

  /** Ending the connection rolls back an open transaction and releases its locks. */
  async #withOwnConnection<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
    const client = new pg.Client(connectionConfig(this.url, 'owner'))
    client.on('error', () => {})
    await client.connect()
    try {
      return await work(client)
    } finally {
      await client.end()
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.#readers.end(), this.writers.end()])
  }
}
