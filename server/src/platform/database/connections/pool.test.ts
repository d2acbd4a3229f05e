import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { useFreshDatabase } from '../../../../testing/database.ts'
import { eventually } from '../../../../testing/eventually.ts'
import { ConnectionStuck, DatabaseAway } from '../faults.ts'
import { Pool } from './pool.ts'

const database = useFreshDatabase()
const pools: Pool[] = []
afterEach(async () => {
  for (const pool of pools.splice(0)) await pool.close()
})

function open(connectionsMax: number) {
  const lost: Error[] = []
  const pool = new Pool({
    ...{ url: database.url, role: 'writer', connectionsMax, statementMsMax: 10_000 },
    onLost: (fault) => lost.push(fault),
  })
  pools.push(pool)
  return { pool, lost }
}

const processId = { text: 'select pg_backend_pid() as pid' }
const pidOf = async (connection: Awaited<ReturnType<Pool['connect']>>): Promise<number> =>
  (await connection.query<{ pid: number }>(processId)).rows[0]?.pid ?? 0

test('a released connection is used again, and a waiter receives it', async () => {
  const { pool } = open(1)
  const first = await pool.connect()
  const waiting = pool.connect()
  pool.release(first)
  expect(await waiting).toBe(first)
  pool.release(first)
  expect(await pool.connect()).toBe(first)
  pool.release(first)
})

test('a statement without a reply in time drops its connection and the idle ones, and the next caller gets a new one', async () => {
  const { pool, lost } = open(2)
  const stuck = await pool.connect()
  const idle = await pool.connect()
  pool.release(idle)
  await expect(stuck.query({ text: 'select pg_sleep(60)' }, 200)).rejects.toThrow(ConnectionStuck)
  await expect(stuck.query(processId)).rejects.toThrow(DatabaseAway)
  pool.release(stuck)
  expect([stuck.isLost, idle.isLost, lost.length]).toEqual([true, true, 2])
  const next = await pool.connect()
  expect(await pidOf(next)).toBeGreaterThan(0)
  pool.release(next)
})

test('a connection that is lost while idle is reported once with its SQLSTATE, and replaced', async () => {
  const { pool, lost } = open(2)
  const victim = await pool.connect()
  const pid = await pidOf(victim)
  pool.release(victim)
  // The program's role may not end its own connections.
  const owner = new pg.Client(database.url)
  await owner.connect()
  await owner.query('select pg_terminate_backend($1)', [pid])
  await owner.end()
  await eventually(() => lost.length === 1)
  expect(lost[0]).toMatchObject({ code: '57P01' })
  const next = await pool.connect()
  expect(await pidOf(next)).not.toBe(pid)
  pool.release(next)
})

test('a lost connection makes room for a waiter, and no more than the limit are ever open', async () => {
  const { pool } = open(2)
  const held = [await pool.connect(), await pool.connect()]
  const waiting = [pool.connect(), pool.connect(), pool.connect()]
  held[0]?.drop(new Error('dropped by the test'))
  for (const connection of held) pool.release(connection)
  const [third, fourth] = await Promise.all(waiting.slice(0, 2))
  expect(third && fourth && third !== fourth).toBe(true)
  if (third) pool.release(third)
  const fifth = await waiting[2]
  expect(fifth).toBe(third)
  if (fifth) pool.release(fifth)
  if (fourth) pool.release(fourth)
})

test('a closed pool refuses those that wait', async () => {
  const { pool } = open(1)
  const held = await pool.connect()
  const refused = expect(pool.connect()).rejects.toThrow('closed')
  const closed = pool.close()
  await refused
  pool.release(held)
  await closed
})

test('a database that is not there is named in the error, without user and password', async () => {
  const pool = new Pool({
    ...{ url: 'postgresql://someone:secret@127.0.0.1:1/voltline', role: 'writer' as const },
    ...{ connectionsMax: 1, statementMsMax: 1_000 },
  })
  const fault = await pool.connect().catch((error: Error) => error)
  expect(fault).toBeInstanceOf(DatabaseAway)
  expect(String(fault)).toContain('127.0.0.1:1')
  expect(String(fault)).not.toMatch(/someone|secret/)
  await pool.close()
})
