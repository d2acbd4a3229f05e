import { assert } from '@voltline/kernel'
import pg from 'pg'
import type { Query } from './sql.ts'

export type Row = Record<string, unknown>

const { types } = pg
const parsers = new Map<number, (text: string) => unknown>([
  [types.builtins.INT8, BigInt],
  [types.builtins.DATE, (text) => text],
  // The session's zone is UTC, so every value ends in +00.
  [types.builtins.TIMESTAMPTZ, (text) => Date.parse(`${text.replace(' ', 'T').replace(/\+00$/, '')}Z`)],
])
const int8Array = 1016
parsers.set(int8Array, (text) => (text === '{}' ? [] : text.slice(1, -1).split(',').map(BigInt)))

const typeParsers = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    parsers.get(oid) ?? types.getTypeParser(oid, format),
} as pg.CustomTypesConfig

/** An element of an array literal; undefined for what the driver must write itself. */
function elementText(value: unknown): string | undefined {
  switch (typeof value) {
    case 'number':
    case 'bigint':
    case 'boolean':
      return String(value)
    case 'string':
      return `"${/["\\]/.test(value) ? value.replace(/["\\]/g, '\\$&') : value}"`
    default:
      if (value === null || value === undefined) return 'NULL'
      return value instanceof Date ? value.toISOString() : undefined
  }
}

/** Lists of thousands of values are written as text here, because the driver takes several times as long. */
function toParameter(value: unknown): unknown {
  if (!Array.isArray(value)) return value
  const parts = value.map(elementText)
  return parts.includes(undefined) ? value : `{${parts.join(',')}}`
}

const toDriver = (query: Query) => ({ ...query, values: query.values.map(toParameter) })

/** Runs statements on one connection. Row values arrive as: bigint → bigint, timestamptz → epoch ms, date → YYYY-MM-DD. */
export class Session {
  readonly client: pg.ClientBase
  constructor(client: pg.ClientBase) {
    this.client = client
  }

  async rows(query: Query): Promise<Row[]> {
    const result = await this.client.query<Row>(toDriver(query))
    return result.rows
  }

  async many<T>(map: (row: Row) => T, query: Query): Promise<T[]> {
    return (await this.rows(query)).map(map)
  }

  async maybeOne<T>(map: (row: Row) => T, query: Query): Promise<T | undefined> {
    const rows = await this.rows(query)
    assert(rows.length <= 1, 'the question has at most one answer')
    return rows[0] && map(rows[0])
  }

  async one<T>(map: (row: Row) => T, query: Query): Promise<T> {
    const found = await this.maybeOne(map, query)
    assert(found !== undefined, 'the question has an answer')
    return found
  }

  /** Answers how many rows were touched. */
  async run(query: Query): Promise<number> {
    const result = await this.client.query(toDriver(query))
    return result.rowCount ?? 0
  }
}

/** A session inside a transaction: what takes a Tx cannot run outside one. */
export class Tx extends Session {
  readonly inTransaction = true
}

const retryable = new Set(['40001', '40P01'])
const retriesMax = 4
const codeOf = (fault: unknown) =>
  typeof fault === 'object' && fault !== null && 'code' in fault ? fault.code : undefined

/** True for a breach of the named unique constraint or index. */
export const breaks = (fault: unknown, constraint: string): boolean =>
  codeOf(fault) === '23505' &&
  typeof fault === 'object' &&
  fault !== null &&
  'constraint' in fault &&
  fault.constraint === constraint

/** The database cannot be reached, or all connections stay taken: later may be better. */
class DatabaseAway extends Error {
  readonly statusCode = 503
}

export interface DatabaseOptions {
  url: string
  connectionsMax: number
  statementMsMax: number
  /** A connection of the pool was lost while idle; the pool makes a new one. */
  onLost: (fault: Error) => void
}

/** Settings of every connection: UTC, and the program's role, which cannot rewrite history. */
export const connectionConfig = (url: string, role: 'app' | 'owner'): pg.ClientConfig => ({
  connectionString: url,
  types: typeParsers,
  options: role === 'app' ? '-c timezone=UTC -c role=voltline_app' : '-c timezone=UTC',
  keepAlive: true,
  connectionTimeoutMillis: 5_000,
})

export class Database {
  readonly url: string
  readonly pool: pg.Pool

  constructor(options: DatabaseOptions) {
    this.url = options.url
    this.pool = new pg.Pool({
      ...connectionConfig(options.url, 'app'),
      max: options.connectionsMax,
      statement_timeout: options.statementMsMax,
      idle_in_transaction_session_timeout: 2 * options.statementMsMax,
    })
    this.pool.on('error', options.onLost)
    // A connection that is lost while in use says so twice: to the statement, and by an event that somebody must hear.
    this.pool.on('connect', (client) => client.on('error', () => {}))
  }

  async #connect(): Promise<pg.PoolClient> {
    try {
      return await this.pool.connect()
    } catch (fault) {
      throw new DatabaseAway('The database cannot be reached.', { cause: fault })
    }
  }

  /** Read committed; rows that decide something are locked by the statement that reads them. */
  async transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    for (let tried = 0; ; tried++) {
      const client = await this.#connect()
      let broken: Error | undefined
      try {
        await client.query('begin')
        const value = await work(new Tx(client))
        await client.query('commit')
        return value
      } catch (fault) {
        await client.query('rollback').catch((lost: Error) => {
          broken = lost
        })
        if (tried < retriesMax && retryable.has(String(codeOf(fault)))) continue
        throw fault
      } finally {
        client.release(broken)
      }
    }
  }

  /** One consistent view over several statements, for reports. */
  snapshot<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.transaction(async (tx) => {
      await tx.run({ text: 'set transaction isolation level repeatable read, read only', values: [] })
      return work(tx)
    })
  }

  /** Single statements that need no transaction. */
  async read<T>(work: (session: Session) => Promise<T>): Promise<T> {
    const client = await this.#connect()
    try {
      return await work(new Session(client))
    } finally {
      client.release()
    }
  }

  /** As the owner of the tables: partitions and other schema work only. */
  async asOwner<T>(work: (session: Session) => Promise<T>): Promise<T> {
    const client = new pg.Client(connectionConfig(this.url, 'owner'))
    client.on('error', () => {})
    await client.connect()
    try {
      return await work(new Session(client))
    } finally {
      await client.end()
    }
  }

  close(): Promise<void> {
    return this.pool.end()
  }
}
