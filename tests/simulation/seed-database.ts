import { randomBytes } from 'node:crypto'
import pg from 'pg'

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

/** Runs something on an empty database of its own. */
export async function onEmptyDatabase<T>(server: TestServer, work: (url: string) => Promise<T>): Promise<T> {
  const name = `seed_${randomBytes(6).toString('hex')}`
  const client = new pg.Client(server.url)
  await client.connect()
  try {
    await client.query(`create database ${name} template ${server.template}`)
    const value = await work(databaseUrl(server, name))
    // The server's own vacuum may be in it; then it goes with the server.
    await client.query(`drop database ${name}`).catch(() => {})
    return value
  } finally {
    await client.end()
  }
}
