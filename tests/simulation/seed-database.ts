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

/** Runs something on an empty database of its own. */
async function onEmptyDatabase<T>(server: TestServer, work: (url: string) => Promise<T>): Promise<T> {
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

/** A machine that is too busy to answer says nothing about billing; then the seed is run once more. */
const tooBusy = /timeout exceeded when trying to connect|Connection terminated|did not answer in time/
const triesMax = 3

export async function simulateOnEmptyDatabase(
  server: TestServer,
  parts: Omit<Parameters<typeof simulate>[0], 'url'>,
): Promise<Outcome> {
  for (let tries = 1; ; tries++) {
    const outcome = await onEmptyDatabase(server, (url) => simulate({ url, ...parts }))
    const isBusy = outcome.wrong.some((line) => tooBusy.test(line))
    if (!isBusy || tries === triesMax) return outcome
  }
}
