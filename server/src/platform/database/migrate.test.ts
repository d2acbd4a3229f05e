import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { freshDatabase } from '../../../testing/database.ts'
import { eventually } from '../../../testing/eventually.ts'
import { ProgramProcess } from '../../../testing/program-process.ts'
import { migrate, refuseSameNumbers } from './migrate.ts'

/** A migrated database, and a connection to it. */
async function aDatabase() {
  const fresh = await freshDatabase()
  onTestFinished(() => fresh.drop())
  const client = new pg.Client(fresh.url)
  await client.connect()
  onTestFinished(() => client.end())
  return { url: fresh.url, client }
}

const newerMigration = `insert into migration values (9999, '9999_of_a_newer_version', '2027-01-01')`

test('a version that is older than its database does not start, and says which migration it does not know', async () => {
  const { url, client } = await aDatabase()
  await migrate(url)
  await client.query(newerMigration)
  const line =
    'The database is of a newer version, which made the migration 9999_of_a_newer_version: start that version.'
  await expect(migrate(url)).rejects.toThrow(line)
  const program = new ProgramProcess({ DATABASE_URL: url })
  onTestFinished(() => program.remove())
  await expect(program.start()).rejects.toThrow(`Voltline cannot start: ${line}`)
})

test('a process that runs while a newer version migrates its database goes on serving', async () => {
  const { url, client } = await aDatabase()
  const program = new ProgramProcess({ DATABASE_URL: url })
  onTestFinished(() => program.remove())
  await program.start()
  await client.query(newerMigration)
  await client.query('create table of_a_newer_version (id integer)')
  await eventually(async () => (await fetch(`${program.url}/readyz`)).status === 200)
  expect((await fetch(`${program.url}/api/v1/common/settings`)).status).toBe(200)
})

test('a migration that was renamed after it was applied is refused', async () => {
  const { url, client } = await aDatabase()
  await client.query(`update migration set name = '0001_of_another_branch' where number = 1`)
  await expect(migrate(url)).rejects.toThrow(
    /^The database has the migration 0001_of_another_branch where this version has 0001_\w+\.$/,
  )
})

test('two migrations with the same number are refused by name', () => {
  refuseSameNumbers(['0001_a', '0002_b', '0004_c'])
  expect(() => refuseSameNumbers(['0001_a', '0002_b', '0002_c'])).toThrow(
    'The migrations 0002_b and 0002_c have the same number.',
  )
})
