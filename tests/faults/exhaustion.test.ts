import { connect, type Socket } from 'node:net'
import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { eventually } from '../../server/testing/eventually.ts'
import { right, spread } from './flood.ts'
import { billedEvents, isReady, makeScene, secondsSince } from './scene.ts'

/** 500 in `npm test`, 4,000 in `npm run faults`. */
const slowClients = process.env.KILLS ? 4_000 : 500
const backSecondsMax = 25
const ends: (() => Promise<void> | void)[] = []

afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

/** Connects until the server has no slot left. */
async function takeAllSlots(url: string): Promise<pg.Client[]> {
  const held: pg.Client[] = []
  for (;;) {
    const client = new pg.Client(url)
    client.on('error', () => {})
    try {
      await client.connect()
      held.push(client)
    } catch {
      return held
    }
  }
}

/** Ends the connections of the program, whose slots are then taken as well. */
const endOthers = (holder: pg.Client, held: readonly pg.Client[]) =>
  holder.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> all ($1) and backend_type = 'client backend'`,
    [held.map((client) => (client as unknown as { processID: number }).processID)],
  )

test('fault 23: while every slot of the database is taken calls return 503, and afterwards work goes on', async () => {
  const { server, flood, program } = await makeScene(ends)
  flood.start(6)
  await eventually(async () => (await billedEvents(flood)) > 0)
  // Control: with free slots, nothing is refused.
  expect([...flood.statuses.keys()]).toEqual([200])
  const held = await takeAllSlots(server.url)
  await eventually(async () => {
    // The program may be quicker than the test to take a slot again, so this goes on until it has none.
    if (held[0]) await endOthers(held[0], held)
    held.push(...(await takeAllSlots(server.url)))
    return flood.statuses.has(503) && !(await isReady(program))
  })
  await Promise.all(held.map((client) => client.end()))
  const sinceMs = performance.now()
  const before = await billedEvents(flood)
  await eventually(async () => (await billedEvents(flood)) > before)
  await eventually(() => isReady(program))
  const backSeconds = secondsSince(sinceMs)
  await flood.stop()
  await program.end('SIGTERM')
  const verdict = await flood.verify()
  console.log(
    `Slots exhausted by ${held.length} connections: back after ${backSeconds} s; ${verdict.lost} lost, ${verdict.twice} ` +
      `twice, statuses ${JSON.stringify(Object.fromEntries(flood.statuses))}.`,
  )
  expect(verdict).toMatchObject(right)
  expect([...flood.statuses.keys()].filter((status) => status >= 500 && status !== 503)).toEqual([])
  expect(backSeconds).toBeLessThan(backSecondsMax)
}, 180_000)

/** A client that never finishes its headers. */
function slowClient(url: string): { socket: Socket; ended: Promise<string> } {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  let reply = ''
  const ended = new Promise<string>((resolve) => {
    socket.on('data', (chunk) => {
      reply += String(chunk)
    })
    socket.on('error', () => {})
    socket.on('close', () => resolve(reply))
  })
  socket.write('POST /sdk/v1/event HTTP/1.1\r\nHost: voltline\r\n')
  const drip = setInterval(() => socket.write('X-Slow: 1\r\n'), 1_000)
  socket.on('close', () => clearInterval(drip))
  return { socket, ended }
}

test(`${slowClients} clients that never finish their requests delay nobody, and are sent away`, async () => {
  const { flood, program } = await makeScene(ends)
  await eventually(() => flood.ask('first'))
  const slow = Array.from({ length: slowClients }, () => slowClient(program.url))
  ends.push(() => {
    for (const { socket } of slow) socket.destroy()
  })
  await eventually(() => slow.every(({ socket }) => !socket.connecting))
  const servedMs: number[] = []
  for (let count = 0; count < 100; count++) {
    const sinceMs = performance.now()
    expect(await flood.ask(`other-${count}`)).toBeDefined()
    servedMs.push(performance.now() - sinceMs)
  }
  // Control: a client that does finish its headers, however late, is answered.
  const late = slowClient(program.url)
  await eventually(() => late.socket.bytesWritten > 0)
  late.socket.write('Connection: close\r\nContent-Length: 0\r\n\r\n')
  expect(await late.ended).toMatch(/^HTTP\/1\.1 (?!408)\d{3} /)
  const sinceMs = performance.now()
  const replies = await Promise.all(slow.map(({ ended }) => ended))
  console.log(
    `${slowClients} slow clients: ${spread('ads served meanwhile', servedMs)}; all sent away within ` +
      `${secondsSince(sinceMs)} s, ${replies.filter((reply) => reply.startsWith('HTTP/1.1 408')).length} with 408.`,
  )
  expect([...flood.statuses.keys()]).toEqual([200])
}, 180_000)
