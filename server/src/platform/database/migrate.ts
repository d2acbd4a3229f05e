import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { connectionConfig } from './database.ts'

const folder = join(import.meta.dirname, 'migrations')
const oldestVersion = 150_000
/** Any number that no other program on the same server uses. */
const lockKey = 7_305_811_120

interface Migration {
  number: number
  name: string
  up: string
}

async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => /^\d{4}_/.test(name)).sort()
  return Promise.all(
    names.map(async (name) => ({
      number: Number(name.slice(0, 4)),
      name,
      up: await readFile(join(folder, name, 'up.sql'), 'utf8'),
    })),
  )
}

async function applied(client: pg.Client): Promise<Set<number>> {
  await client.query(`create table if not exists migration (
    number integer primary key, name text not null, applied_at timestamptz not null)`)
  const result = await client.query<{ number: number }>('select number from migration')
  return new Set(result.rows.map((row) => row.number))
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  await client.query('begin')
  try {
    await client.query(migration.up)
    await client.query('insert into migration values ($1, $2, $3)', [
      migration.number,
      migration.name,
      new Date(),
    ])
    await client.query('commit')
  } catch (fault) {
    await client.query('rollback')
    throw new Error(`Migration ${migration.name} failed: ${fault instanceof Error ? fault.message : fault}`)
  }
}

/** Brings a database to the newest schema. Forward only; several programs may start at once. */
export async function migrate(url: string): Promise<void> {
  const client = new pg.Client(connectionConfig(url, 'owner'))
  await client.connect()
  try {
    const version = await client.query<{ server_version_num: string }>('show server_version_num')
    if (Number(version.rows[0]?.server_version_num) < oldestVersion) {
      throw new Error('The database is older than PostgreSQL 15.')
    }
    await client.query('select pg_advisory_lock($1)', [lockKey])
    const done = await applied(client)
    for (const migration of await readMigrations()) {
      if (!done.has(migration.number)) await apply(client, migration)
    }
  } finally {
    await client.end()
  }
}

/** Runs the checks of every migration, each of which must find nothing. Returns the names of those that failed. */
export async function failedChecks(url: string): Promise<string[]> {
  const client = new pg.Client(connectionConfig(url, 'owner'))
  await client.connect()
  const failed: string[] = []
  try {
    for (const { name } of await readMigrations()) {
      const check = await client.query(await readFile(join(folder, name, 'check.sql'), 'utf8'))
      if (check.rowCount) failed.push(name)
    }
  } finally {
    await client.end()
  }
  return failed
}
