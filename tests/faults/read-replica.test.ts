import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Database, type ReadSession } from '../../server/src/platform/database/database.ts'
import { migrate } from '../../server/src/platform/database/migrate.ts'
import { sql } from '../../server/src/platform/database/sql.ts'
import { eventually } from '../../server/testing/eventually.ts'
import { ProgramProcess } from '../../server/testing/program-process.ts'
import { Flood } from './flood.ts'
import { type PostgresPair, startPair } from './postgres-pair.ts'

let pair: PostgresPair
let db: Database
let flood: Flood

beforeAll(async () => {
  pair = await startPair()
  await migrate(pair.primary.url)
  const limits = { connectionsMax: 4, statementMsMax: 10_000, onLost: () => {} }
  db = new Database({ url: pair.primary.url, readUrl: pair.standby.url, ...limits })
  flood = new Flood(pair.primary.url)
  await flood.build()
})

afterAll(async () => {
  await flood?.end()
  await db?.close()
  await pair?.stop()
})

/** True on the standby. */
const isStandby = (session: ReadSession): Promise<boolean> =>
  session.one((row) => row.standby, sql<{ standby: boolean }>`select pg_is_in_recovery() as standby`)

const write = () => db.transaction((tx) => tx.run(sql`update ad set updated_at = updated_at`))

test('reports come from the replica, everything else from the primary', async () => {
  await eventually(() => db.replicaLagMs !== undefined)
  expect(await db.report(isStandby)).toBe(true)
  expect([await db.snapshot(isStandby), await db.read(isStandby)]).toEqual([false, false])
})

test('an ad loaded from a replica that is behind is served as the primary has it', async () => {
  await pair.standby.admin('select pg_wal_replay_pause()')
  await flood.rows(sql`update ad set status = 'WAITING' where billing_type = 'CPC'`)
  const program = new ProgramProcess({
    ...{ DATABASE_URL: pair.primary.url, DATABASE_READ_URL: pair.standby.url, ROLES: 'delivery' },
  })
  try {
    await program.start()
    const metrics = await (await fetch(`${program.url}/metrics`)).text()
    expect(metrics).toMatch(/^voltline_ads\{reason="serving"\} 1$/m)
  } finally {
    await program.remove()
    await pair.standby.admin('select pg_wal_replay_resume()')
  }
})

test('a lag is measured while the primary writes, and an idle primary is no lag', async () => {
  await eventually(() => db.replicaLagMs === 0)
  await pair.standby.admin('select pg_wal_replay_pause()')
  await write()
  await eventually(() => (db.replicaLagMs ?? 0) > 1_500)
  expect(await db.report(async (_, lagMs) => lagMs)).toBeGreaterThan(1_000)
  await pair.standby.admin('select pg_wal_replay_resume()')
  await eventually(() => db.replicaLagMs === 0)
  await wait(1_100)
  expect(db.replicaLagMs).toBe(0)
})

test('without its replica a report comes from the primary', async () => {
  await eventually(() => db.replicaLagMs !== undefined)
  await pair.standby.kill()
  expect(await db.report(isStandby)).toBe(false)
  await eventually(() => db.replicaLagMs === undefined)
  await pair.standby.start()
  await eventually(() => db.report(isStandby))
})
