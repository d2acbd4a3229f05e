import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, inject } from 'vitest'

export const templateName = 'voltline_template'

export function withDatabase(url: string, name: string): string {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.href
}

export interface FreshDatabase {
  url: string
  drop(): Promise<void>
}

/** The database server of this worker, which runs one test file at a time. */
export function workerServerUrl(): string {
  const url = inject('databaseServerUrls')[Number(process.env.VITEST_POOL_ID) - 1]
  if (!url) throw new Error(`No database server was started for worker ${process.env.VITEST_POOL_ID}.`)
  return url
}

/** A new, migrated, empty database on this worker's server. */
export async function freshDatabase(): Promise<FreshDatabase> {
  const serverUrl = workerServerUrl()
  const name = `test_${randomBytes(6).toString('hex')}`
  await execute(serverUrl, `create database ${name} template ${templateName}`)
  return {
    url: withDatabase(serverUrl, name),
    drop: () => drop(serverUrl, name),
  }
}

async function drop(serverUrl: string, name: string): Promise<void> {
  try {
    // Forced, because a test that failed half-way may have left a connection open.
    await execute(serverUrl, `drop database if exists ${name} with (force)`)
  } catch {
    // Autovacuum cannot be forced out, but a plain drop cancels it and waits.
    await execute(serverUrl, `drop database if exists ${name}`)
  }
}

/** A new database for the tests of one file or describe. Its url is set while they run. */
export function useFreshDatabase(): { readonly url: string } {
  const holder = { url: '' }
  let database: FreshDatabase | undefined
  beforeAll(async () => {
    database = await freshDatabase()
    holder.url = database.url
  })
  afterAll(async () => {
    await database?.drop()
  })
  return holder
}

async function execute(url: string, statement: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
