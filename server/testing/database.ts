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

/** A migrated, empty database of its own on the server that the test run shares. */
export async function freshDatabase(): Promise<FreshDatabase> {
  const serverUrl = inject('databaseServerUrl')
  const name = `test_${randomBytes(6).toString('hex')}`
  await execute(serverUrl, `create database ${name} template ${templateName}`)
  return {
    url: withDatabase(serverUrl, name),
    drop: () => drop(serverUrl, name),
  }
}

async function drop(serverUrl: string, name: string): Promise<void> {
  try {
    // Forced: a test that failed half-way may have left a connection open.
    await execute(serverUrl, `drop database if exists ${name} with (force)`)
  } catch {
    // The server's own vacuum is not ours to force, but a plain drop asks it to leave and waits.
    await execute(serverUrl, `drop database if exists ${name}`)
  }
}

/** A fresh database for the tests of one file or describe, dropped after the last of them. Its url is known inside tests. */
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
