import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { assert } from '@voltline/kernel'
import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import type { EmbeddedPostgres } from '../../server/src/platform/postgres/embedded-postgres.ts'
import { freshDatabase } from '../../server/testing/database.ts'
import { eventually } from '../../server/testing/eventually.ts'
import { right } from './flood.ts'
import { childrenOf } from './processes.ts'
import { billedEvents, isReady, makeScene, type Scene, secondsSince } from './scene.ts'
import { TcpProxy } from './tcp-proxy.ts'

/** The design says 15; the rest is for a busy machine. Without limits on the client's side it is hours. */
const resumeSecondsMax = 25
const ends: (() => Promise<void> | void)[] = []

afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

/** The program reaches its database through the proxy; the test reaches it directly. */
async function setUp(): Promise<Scene & { proxy: TcpProxy }> {
  let network: TcpProxy | undefined
  const scene = await makeScene(ends, {
    environment: { ROLES: 'all', LOG_LEVEL: 'warn' },
    async reach(databaseUrl) {
      const { proxy, url } = await TcpProxy.before(databaseUrl)
      network = proxy
      ends.push(() => proxy.close())
      return url
    },
  })
  assert(network, 'the program reaches the database through the proxy')
  return { ...scene, proxy: network }
}

test('fault 15: connections that go silent are replaced, and billing goes on within seconds', async () => {
  const { proxy, flood, program } = await setUp()
  flood.start(4)
  await eventually(async () => (await billedEvents(flood)) > 0)
  proxy.freezeOpen()
  const sinceMs = performance.now()
  // Events that were in the log before the freeze do not count: billing has to have read the log again.
  const acknowledged = flood.journal.acknowledged.size
  await eventually(() => flood.journal.acknowledged.size > acknowledged + 5)
  const intakeSeconds = secondsSince(sinceMs)
  const before = await billedEvents(flood)
  await eventually(async () => (await billedEvents(flood)) > before, 60_000)
  const billingSeconds = secondsSince(sinceMs)
  await eventually(() => isReady(program))
  const readySeconds = secondsSince(sinceMs)
  await flood.stop()
  await program.end('SIGTERM')
  const verdict = await flood.verify()
  console.log(
    `Silent connections: events accepted after ${intakeSeconds} s, billed after ${billingSeconds} s, ready after ` +
      `${readySeconds} s; ${verdict.lost} lost, ${verdict.twice} twice.`,
  )
  expect(verdict).toMatchObject(right)
  expect(verdict.money).toHaveLength(1)
  expect(billingSeconds).toBeLessThan(resumeSecondsMax)
  // One line for each lost connection, with nothing of the driver in it.
  expect(program.output).toContain('database connection lost')
  expect(program.output).not.toMatch(/secretKey|processID|_queryQueue/)
}, 180_000)

test('a process whose database is silent is not ready, refuses with 503, and ends within 10 seconds', async () => {
  const { proxy, flood, program } = await setUp()
  await eventually(() => flood.ask('first'))
  proxy.freezeAll()
  const sinceMs = performance.now()
  await eventually(async () => !(await isReady(program)))
  const notReadySeconds = secondsSince(sinceMs)
  const calls = Array.from({ length: 15 }, async () => {
    const response = await fetch(`${program.url}/api/v1/account/find-password`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'someone@company.test', url: '/' }),
    })
    return response.status
  })
  const statuses = new Set(await Promise.all(calls))
  const answerSeconds = secondsSince(sinceMs)
  const endedMs = performance.now()
  await program.end('SIGTERM')
  const endSeconds = secondsSince(endedMs)
  console.log(
    `Silent database: not ready after ${notReadySeconds} s, 15 calls answered ${[...statuses]} within ` +
      `${answerSeconds} s, ended ${endSeconds} s after SIGTERM.`,
  )
  expect(statuses).toEqual(new Set([503]))
  expect(endSeconds).toBeLessThan(10)
}, 180_000)

test('control: a client without limits of its own still waits on a silent connection while others are answered', async () => {
  const database = await freshDatabase()
  ends.push(() => database.drop())
  const { proxy, url } = await TcpProxy.before(database.url)
  ends.push(() => proxy.close())
  const silent = new pg.Client(url)
  silent.on('error', () => {})
  await silent.connect()
  proxy.freezeOpen()
  let isAnswered = false
  const answer = () => {
    isAnswered = true
  }
  silent.query('select 1').then(answer, answer)
  const other = new pg.Client(url)
  await other.connect()
  for (let count = 0; count < 20; count++) await other.query('select pg_sleep(0.1)')
  await other.end()
  expect(isAnswered).toBe(false)
})

/** The server and all its processes. */
function signalServer({ clusterDir }: EmbeddedPostgres, signal: NodeJS.Signals): void {
  const postmaster = Number(readFileSync(join(clusterDir, 'postmaster.pid'), 'utf8').split('\n')[0])
  for (const pid of [postmaster, ...childrenOf(postmaster)]) process.kill(pid, signal)
}

test('fault 18: a database server that is paused under load costs no acknowledged event, and work goes on after it', async () => {
  const { server, flood, program } = await setUp()
  flood.start(4)
  await eventually(async () => (await billedEvents(flood)) > 0)
  signalServer(server, 'SIGSTOP')
  let sinceMs = performance.now()
  try {
    await eventually(async () => !(await isReady(program)))
    // Longer than the limit of a statement, so that every connection is given up.
    await wait(11_000)
  } finally {
    signalServer(server, 'SIGCONT')
  }
  const pausedSeconds = secondsSince(sinceMs)
  sinceMs = performance.now()
  const before = await billedEvents(flood)
  await eventually(async () => (await billedEvents(flood)) > before, 60_000)
  const billingSeconds = secondsSince(sinceMs)
  await eventually(() => isReady(program))
  await flood.stop()
  await program.end('SIGTERM')
  const verdict = await flood.verify()
  console.log(
    `Server paused for ${pausedSeconds} s: billed ${billingSeconds} s after its return; ${verdict.lost} lost, ${verdict.twice} twice.`,
  )
  expect(verdict).toMatchObject(right)
  expect(billingSeconds).toBeLessThan(resumeSecondsMax)
}, 180_000)
