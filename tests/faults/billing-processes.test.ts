import { afterAll, expect, test } from 'vitest'
import { sql } from '../../server/src/platform/database/sql.ts'
import { type FreshDatabase, freshDatabase } from '../../server/testing/database.ts'
import { eventually } from '../../server/testing/eventually.ts'
import { ProgramProcess } from '../../server/testing/program-process.ts'
import { Flood, right } from './flood.ts'

const senders = 12

let database: FreshDatabase | undefined
let flood: Flood | undefined
const programs: ProgramProcess[] = []

afterAll(async () => {
  await flood?.end()
  for (const program of programs) {
    program.wake()
    await program.remove()
  }
  await database?.drop()
})

async function startProgram(url: string, roles: string): Promise<ProgramProcess> {
  const program = new ProgramProcess({ DATABASE_URL: url, ROLES: roles })
  programs.push(program)
  await program.start()
  return program
}

/** How many partitions each holder has, the fewest first; '16' if one has all. */
async function shares(): Promise<string> {
  const rows = await flood?.rows(sql<{ held: bigint }>`
    select count(*) as held from billing_partition where holder is not null group by holder order by 1`)
  return (rows ?? []).map((row) => String(row.held)).join()
}

/** Returns the seconds until the partitions are shared in this way. */
async function untilShared(as: string): Promise<string> {
  const since = performance.now()
  await eventually(async () => (await shares()) === as)
  return ((performance.now() - since) / 1_000).toFixed(1)
}

test('a billing process that is paused or killed in a flood is taken over, and charges nothing twice when it wakes up', {
  timeout: 180_000,
}, async () => {
  database = await freshDatabase()
  flood = new Flood(database.url)
  const delivery = await startProgram(database.url, 'delivery')
  const [first, second] = await Promise.all([
    startProgram(database.url, 'billing'),
    startProgram(database.url, 'billing'),
  ])
  await flood.build()
  flood.url = delivery.url
  await eventually(async () => (await flood?.ask('first')) !== undefined)
  flood.start(senders)
  await untilShared('8,8')
  first?.pause()
  const pausedFor = await untilShared('16')
  first?.wake()
  await untilShared('8,8')
  await second?.end('SIGKILL')
  const killedFor = await untilShared('16')
  await flood.stop()
  await delivery.end('SIGTERM')
  await first?.end('SIGTERM')
  const verdict = await flood.verify()
  console.log(
    `Billing processes: taken over ${pausedFor} s after a pause and ${killedFor} s after a kill; ` +
      `${verdict.acknowledged} events acknowledged, ${verdict.lost} lost, ${verdict.twice} twice.`,
  )
  expect(verdict).toMatchObject(right)
  expect(verdict.money).toHaveLength(1)
})
