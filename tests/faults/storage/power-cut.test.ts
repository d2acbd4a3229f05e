import { join } from 'node:path'
import { afterEach, expect, type TestContext, test } from 'vitest'
import { sql } from '../../../server/src/platform/database/sql.ts'
import { eventually } from '../../../server/testing/eventually.ts'
import { skipTest } from '../../../server/testing/skip.ts'
import { right } from '../flood.ts'
import { secondsSince } from '../scene.ts'
import { makeBreakableScene } from './breakable-scene.ts'
import { LoopDisk } from './loop-disk.ts'

/** 2 in `npm test`, 20 in `npm run faults`. */
const cuts = process.env.KILLS ? 20 : 2
const diskMegabytes = 512
const ends: (() => Promise<void> | void)[] = []

afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

/** One machine: the program, its database and the disk of that. */
async function aMachine(context: TestContext) {
  const disk = LoopDisk.make(diskMegabytes)
  if (!disk) skipTest(context, 'only root may mount a disk whose power is cut')
  ends.push(() => disk.remove())
  const { server, flood, program } = await makeBreakableScene(ends, { dataDir: join(disk.folder, 'data') })
  const boot = async () => {
    await server.start()
    await program.start()
    flood.url = program.url
  }
  const cut = async () => {
    const acknowledged = flood.journal.acknowledged.size
    await eventually(() => flood.journal.acknowledged.size > acknowledged + 50)
    await disk.cut(async () => {
      await Promise.all([server.kill(), program.end('SIGKILL')])
    })
  }
  return { disk, server, flood, program, boot, cut }
}

test(`a machine whose power is cut ${cuts} times in full flood keeps every event that it acknowledged`, async (context) => {
  const { flood, program, boot, cut } = await aMachine(context)
  const backSeconds: number[] = []
  for (let count = 0; count < cuts; count++) {
    await cut()
    const sinceMs = performance.now()
    await boot()
    const acknowledged = flood.journal.acknowledged.size
    await eventually(() => flood.journal.acknowledged.size > acknowledged)
    backSeconds.push(secondsSince(sinceMs))
  }
  await flood.stop()
  await program.end('SIGTERM')
  const verdict = await flood.verify()
  console.log(
    `Power cut ${cuts} times: ${verdict.acknowledged} events acknowledged, ${verdict.lost} lost, ${verdict.twice} twice, ` +
      `${verdict.overspentMicros} micro-won overspent; first event ${backSeconds.join(', ')} s after power was back; ` +
      `statuses ${JSON.stringify(Object.fromEntries(flood.statuses))}.`,
  )
  expect(verdict).toMatchObject(right)
  expect(verdict.money).toHaveLength(1)
  expect([...flood.statuses.keys()].filter((status) => status >= 500 && status !== 503)).toEqual([])
}, 180_000)

test('control: on a disk that says it has synced and has not, the same cut loses acknowledged events', async (context) => {
  const { disk, server, flood, cut } = await aMachine(context)
  if (!server.canBreakSync) skipTest(context, 'no C compiler (cc) to make a disk that lies')
  disk.sync()
  server.breakSync('lie')
  await cut()
  server.mendSync()
  await server.start()
  await flood.stop()
  const stored = await flood.rows(
    sql<{ event: string }>`select device_id || ' ' || action as event from event`,
  )
  const events = new Set(stored.map(({ event }) => event))
  const lost = [...flood.journal.acknowledged.keys()].filter((event) => !events.has(event)).length
  console.log(`Control with a disk that lies: ${lost} acknowledged events lost.`)
  expect(lost).toBeGreaterThan(0)
}, 180_000)
