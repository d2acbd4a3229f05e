import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { migrate } from '../../server/src/platform/database/migrate.ts'
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../server/src/platform/postgres/embedded-postgres.ts'
import { ProgramProcess } from '../../server/testing/program-process.ts'
import { Flood, right, spread, type Verdict } from './flood.ts'
import { childrenOf } from './processes.ts'

const kills = Math.ceil(Number(process.env.KILLS ?? 20) / 4)
const senders = 24
const ends: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

interface Scene {
  server: EmbeddedPostgres
  flood: Flood
  program: ProgramProcess
}

/** A separate database server, which is restarted whenever it dies. */
async function setUp(): Promise<Scene> {
  const dataDir = mkdtempSync(join(tmpdir(), 'voltline-faults-'))
  chmodSync(dataDir, 0o755)
  const server = await startEmbeddedPostgres({ dataDir, log: () => {} })
  ends.push(async () => {
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })
  await migrate(server.url)
  const flood = new Flood(server.url)
  ends.push(() => flood.end())
  await flood.build()
  const program = new ProgramProcess({ DATABASE_URL: server.url, ROLES: 'delivery,billing' })
  ends.push(() => program.remove())
  await program.start()
  flood.url = program.url
  return { server, flood, program }
}

const postmaster = (server: EmbeddedPostgres): number =>
  Number(readFileSync(join(server.clusterDir, 'postmaster.pid'), 'utf8').split('\n')[0])

/** Kills the whole server at once, as a power cut would. */
function killServer(server: EmbeddedPostgres): void {
  const pid = postmaster(server)
  for (const process of [pid, ...childrenOf(pid)]) kill(process)
}

/** Kills one backend: the server then ends all others and recovers. */
function killBackend(server: EmbeddedPostgres): void {
  const backends = childrenOf(postmaster(server)).filter((pid) =>
    readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('127.0.0.1'),
  )
  const backend = backends.at(-1)
  if (backend !== undefined) kill(backend)
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // Already ended with its parent.
  }
}

async function databaseIsUp(url: string): Promise<void> {
  for (let tries = 0; tries < 2_000; tries++) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1_000 })
    // An idle connection dies with its server.
    client.on('error', () => {})
    try {
      await client.connect()
      await client.query('select 1')
      return
    } catch {
      await wait(10)
    } finally {
      await client.end().catch(() => {})
    }
  }
  throw new Error('The database did not come back.')
}

/** Kills the server under load. Returns the time from its recovery to the next acknowledged event. */
async function killInFlood(scene: Scene, how: (server: EmbeddedPostgres) => void): Promise<number> {
  await wait(700)
  how(scene.server)
  await wait(20)
  await databaseIsUp(scene.server.url)
  const since = performance.now()
  const before = scene.flood.journal.acknowledged.size
  for (let tries = 0; tries < 3_000 && scene.flood.journal.acknowledged.size === before; tries++)
    await wait(10)
  return performance.now() - since
}

async function verify({ flood, program }: Scene): Promise<Verdict> {
  await wait(300)
  await flood.stop()
  await program.end('SIGTERM')
  return flood.verify()
}

test(
  `faults 4 and 5: a database server killed ${kills} times under load keeps every acknowledged event`,
  async () => {
    const scene = await setUp()
    scene.flood.start(senders)
    const acceptingMs: number[] = []
    for (let count = 0; count < kills; count++) {
      acceptingMs.push(await killInFlood(scene, count % 2 === 0 ? killServer : killBackend))
    }
    const verdict = await verify(scene)
    console.log(
      `Database killed ${kills} times: ${verdict.acknowledged} events acknowledged, ${verdict.lost} lost, ` +
        `${verdict.twice} twice; ${spread('database up to first event', acceptingMs)}`,
    )
    expect(verdict).toMatchObject(right)
    expect(verdict.money).toHaveLength(1)
    expect(verdict.acknowledged).toBeGreaterThan(kills * 20)
  },
  60_000 + kills * 20_000,
)

test('control: without synchronous commit the same kills lose acknowledged events', async () => {
  const scene = await setUp()
  await scene.program.end('SIGTERM')
  const owner = new pg.Client(scene.server.url)
  await owner.connect()
  await owner.query('alter database voltline set synchronous_commit = off')
  await owner.end()
  await scene.program.start()
  scene.flood.url = scene.program.url
  scene.flood.start(senders)
  let lost = 0
  for (let count = 0; count < 8 && lost === 0; count++) {
    await killInFlood(scene, killServer)
    const stored = await scene.flood.rows<{ event: string }>({
      text: `select device_id || ' ' || action as event from event`,
      values: [],
    })
    const there = new Set(stored.map((row) => row.event))
    // Only events acknowledged before the second query: one that is still on its way is not lost.
    const acknowledged = [...scene.flood.journal.acknowledged.keys()]
    await wait(200)
    const later = await scene.flood.rows<{ event: string }>({
      text: `select device_id || ' ' || action as event from event`,
      values: [],
    })
    for (const row of later) there.add(row.event)
    lost = acknowledged.filter((event) => !there.has(event)).length
  }
  console.log(`Control with synchronous_commit=off: ${lost} acknowledged events lost.`)
  expect(lost).toBeGreaterThan(0)
}, 150_000)
