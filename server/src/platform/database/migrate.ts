import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Connection, openConnection } from './connections/connection.ts'
import { waitForLock } from './database.ts'

const folder = join(import.meta.dirname, 'migrations')
const oldestVersion = 150_000
/** Any number that no other program on the same server uses. */
const lockKey = 7_305_811_120
/** A migration may rewrite a large table. */
const statementMsMax = 3_600_000

interface Migration {
  number: number
  name: string
  up: string
}

/** Two branches can take the same number; the second of them would never be applied. */
export function refuseSameNumbers(names: readonly string[]): void {
  const byNumber = new Map<string, string>()
  for (const name of names) {
    const number = name.slice(0, 4)
    const other = byNumber.get(number)
    if (other) throw new Error(`The migrations ${other} and ${name} have the same number.`)
    byNumber.set(number, name)
  }
}

async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => /^\d{4}_/.test(name)).sort()
  refuseSameNumbers(names)
  return Promise.all(
    names.map(async (name) => ({
      number: Number(name.slice(0, 4)),
      name,
      up: await readFile(join(folder, name, 'up.sql'), 'utf8'),
    })),
  )
}

/** The migrations that a database has, by number. */
async function applied(connection: Connection): Promise<Map<number, string>> {
  await connection.query({
    text: `create table if not exists migration (
      number integer primary key, name text not null, applied_at timestamptz not null)`,
  })
  const result = await connection.query<{ number: number; name: string }>({
    text: 'select number, name from migration',
  })
  return new Map(result.rows.map(({ number, name }) => [number, name]))
}

/** An older version does not know what a newer one wrote, so it must not write beside it. */
function refuseNewerSchema(done: ReadonlyMap<number, string>, known: readonly Migration[]): void {
  const names = new Map(known.map(({ number, name }) => [number, name]))
  for (const [number, name] of done) {
    if (names.get(number) === name) continue
    throw new Error(
      names.has(number)
        ? `The database has the migration ${name} where this version has ${names.get(number)}.`
        : `The database is of a newer version, which made the migration ${name}: start that version.`,
    )
  }
}

async function apply(connection: Connection, migration: Migration): Promise<void> {
  await connection.query({ text: 'begin' })
  try {
    await connection.query({ text: migration.up })
    await connection.query({
      text: 'insert into migration values ($1, $2, $3)',
      values: [migration.number, migration.name, new Date()],
    })
    await connection.query({ text: 'commit' })
  } catch (fault) {
    await connection.query({ text: 'rollback' }).catch(() => {})
    throw new Error(`Migration ${migration.name} failed: ${fault instanceof Error ? fault.message : fault}`)
  }
}

const connect = (url: string): Promise<Connection> => openConnection({ url, role: 'owner', statementMsMax })

/** Brings a database to this version's schema. Forward only; several programs may start at once. */
export async function migrate(url: string): Promise<void> {
  const connection = await connect(url)
  try {
    const version = await connection.query<{ server_version_num: string }>({
      text: 'show server_version_num',
    })
    if (Number(version.rows[0]?.server_version_num) < oldestVersion) {
      throw new Error('The database is older than PostgreSQL 15.')
    }
    await waitForLock(connection, lockKey)
    const done = await applied(connection)
    const migrations = await readMigrations()
    refuseNewerSchema(done, migrations)
    for (const migration of migrations) {
      if (!done.has(migration.number)) await apply(connection, migration)
    }
  } finally {
    await connection.close()
  }
}

/** Runs the checks of every migration, each of which must find nothing. Returns the names of those that failed. */
export async function failedChecks(url: string): Promise<string[]> {
  const connection = await connect(url)
  const failed: string[] = []
  try {
    for (const { name } of await readMigrations()) {
      const check = await connection.query({ text: await readFile(join(folder, name, 'check.sql'), 'utf8') })
      if (check.rowCount) failed.push(name)
    }
  } finally {
    await connection.close()
  }
  return failed
}
