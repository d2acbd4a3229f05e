import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { type Outcome, simulate } from './simulation.ts'

export interface TestServer {
  url: string
  /** The name of a migrated, empty database. */
  template: string
}

export function databaseUrl(server: Pick<TestServer, 'url'>, name: string): string {
  const changed = new URL(server.url)
  changed.pathname = `/${name}`
  return changed.href
}

/** Runs work on a new, empty database. */
async function onEmptyDatabase<T>(server: TestServer, work: (url: string) => Promise<T>): Promise<T> {
  const name = `seed_${randomBytes(6).toString('hex')}`
  const client = new pg.Client(server.url)
  await client.connect()
  try {
    await client.query(`create database ${name} template ${server.template}`)
    // Crashes of the database server are another test's: a commit need not reach the disk here.
    await client.query(`alter database ${name} set synchronous_commit = off`)
    const value = await work(databaseUrl(server, name))
    // Autovacuum may be at work in it; then it is removed with the server.
    await client.query(`drop database ${name}`).catch(() => {})
    return value
  } finally {
    await client.end()
  }
}

export const simulateOnEmptyDatabase = (
  server: TestServer,
  options: Omit<Parameters<typeof simulate>[0], 'url'>,
): Promise<Outcome> => onEmptyDatabase(server, (url) => simulate({ url, ...options }))
