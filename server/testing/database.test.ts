import pg from 'pg'
import { expect, test } from 'vitest'
import { freshDatabase, useFreshDatabase } from './database.ts'

const own = useFreshDatabase()

test('every file has a database of its own, which is gone after the drop', async () => {
  const other = await freshDatabase()
  const client = new pg.Client(other.url)
  await client.connect()
  await client.query('create table only_here (n int)')
  await client.end()
  const mine = new pg.Client(own.url)
  await mine.connect()
  await expect(mine.query('select * from only_here')).rejects.toThrow('does not exist')
  await mine.end()
  await other.drop()
  await expect(new pg.Client(other.url).connect()).rejects.toThrow('does not exist')
})
