import type pg from 'pg'
import type { Queryable } from '../../../server/src/platform/database/connections/connection.ts'
import {
  Database,
  type DatabaseOptions,
  ReadSession,
  type TransactionLimits,
  Tx,
} from '../../../server/src/platform/database/database.ts'
import type { Query } from '../../../server/src/platform/database/sql.ts'

export interface Statement {
  text: string
  values: unknown[]
  name?: string
}
export type Answer = Pick<pg.QueryResult, 'rows' | 'rowCount'>
type Run = (statement: Statement) => Promise<Answer>

/** What a test does to the statements of a transaction: pass them on, change, repeat or drop them. */
export interface Meddler {
  statement(statement: Statement, run: Run): Promise<Answer>
}

/** Where the process dies: before its n-th statement, before its commit, or after the commit but before its reply. */
export type CrashPoint = { statement: number } | 'before commit' | 'after commit'

/** The death of the process: the connection is lost and the server rolls back what was not committed. */
export class Crash extends Error {}

/** The program's database, with a process that can die at any point and statements that can be changed. */
export class FragileDatabase extends Database {
  crashAt: CrashPoint | undefined
  /** While it is set, the process is paused: it can read the log, but neither beats nor begins a transaction. */
  paused: Promise<void> | undefined
  readonly #meddler: Meddler | undefined

  constructor(options: DatabaseOptions, meddler?: Meddler) {
    super(options)
    this.#meddler = meddler
  }

  override async transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    await this.paused
    if (this.crashAt === undefined && !this.#meddler) return super.transaction(work)
    const crashAt = this.crashAt
    this.crashAt = undefined
    const client = await this.writers.connect()
    let isOver = true
    try {
      await client.query({ text: 'begin' })
      const value = await work(new Tx(this.#watched(client, crashAt)))
      if (crashAt === 'before commit') throw new Crash()
      await client.query({ text: 'commit' })
      if (crashAt === 'after commit') throw new Crash()
      isOver = false
      return value
    } finally {
      // Destroyed after a failure: the server then rolls back, as after a kill.
      if (isOver) client.drop(new Crash())
      this.writers.release(client)
    }
  }

  override async statement<R extends object>(query: Query<R>, msMax: number): Promise<R[]> {
    await this.paused
    return super.statement(query, msMax)
  }

  override snapshot<T>(work: (session: ReadSession) => Promise<T>, limits?: TransactionLimits): Promise<T> {
    return super.snapshot(
      (session) => work(new ReadSession(this.#watched(session.client, undefined))),
      limits,
    )
  }

  #watched(client: Queryable, crashAt: CrashPoint | undefined): Queryable {
    let statements = 0
    const run: Run = (statement) => client.query(statement)
    const query = async (statement: Statement): Promise<Answer> => {
      statements += 1
      if (typeof crashAt === 'object' && statements >= crashAt.statement) throw new Crash()
      return this.#meddler ? this.#meddler.statement(statement, run) : run(statement)
    }
    return { query } as Queryable
  }
}
