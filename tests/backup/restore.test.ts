import { createHash, randomBytes } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { adminSignin } from '@voltline/contract'
import { afterAll, expect, test } from 'vitest'
import { sql } from '../../server/src/platform/database/sql.ts'
import { Client } from '../../server/testing/client.ts'
import { requireNats, startNats } from '../../server/testing/event-log/nats-server.ts'
import { eventually } from '../../server/testing/eventually.ts'
import { testPassword } from '../../server/testing/test-server.ts'
import { Flood, right } from '../faults/flood.ts'
import { BackedUpNetwork, backupKey, command } from './network.ts'

const senders = 8
const eventsPerPhase = 100
const ends: (() => Promise<void> | void)[] = []
afterAll(async () => {
  for (const end of ends.reverse()) await end()
})

async function startFlood(network: BackedUpNetwork): Promise<Flood> {
  const flood = new Flood(network.database.url)
  ends.push(() => flood.end())
  await flood.build()
  flood.url = network.program?.url ?? ''
  flood.start(senders)
  return flood
}

/** Waits until the flood has gone on for a while. */
async function flooded(flood: Flood): Promise<void> {
  const before = flood.journal.acknowledged.size
  await eventually(() => flood.journal.acknowledged.size >= before + eventsPerPhase, 120_000)
}

/** The instant that a restore printed. */
const reachedIn = (output: string): number => Date.parse(/Restored to (\S+)/.exec(output)?.[1] ?? '')

const settled = async (network: BackedUpNetwork): Promise<void> => {
  await fetch(`${network.program?.url}/dev/drain`, { method: 'POST' })
}

function flipByte(path: string): () => void {
  const bytes = readFileSync(path)
  const at = bytes.length >> 1
  bytes[at] = (bytes[at] ?? 0) ^ 1
  writeFileSync(path, bytes)
  return () => {
    bytes[at] = (bytes[at] ?? 0) ^ 1
    writeFileSync(path, bytes)
  }
}

test('a network that was backed up in full flood comes back after its folder is gone, and nothing archived is lost', {
  timeout: 600_000,
}, async () => {
  const network = new BackedUpNetwork()
  ends.push(() => network.remove())
  await network.start()
  const email = 'boss@company.test'
  await command('operator', ['add', email], {
    env: { DATA_DIR: network.dataDir },
    typed: `${testPassword}\n`,
  })
  const flood = await startFlood(network)
  await flooded(flood)
  expect(await command('backup', [], { env: network.settings })).toMatchObject({ code: 0 })
  await flooded(flood)
  const picture = randomBytes(300_000)
  const sha256 = createHash('sha256').update(picture).digest()
  const name = await network.storeFile(picture, sha256)
  await flood.stop()
  await settled(network)
  const paidThen = await network.paidMicros()
  const then = new Date().toISOString()
  flood.start(senders)
  await flooded(flood)
  await network.archiveAll()
  await flooded(flood)
  await network.program?.end('SIGKILL')
  await flood.stop()
  rmSync(network.dataDir, { recursive: true })
  await refusals(network)

  const restored = join(network.folder, 'restored')
  const ended = await command('restore', [network.backup, '--to', restored])
  expect(ended).toMatchObject({ code: 0, output: expect.stringContaining('The books add up') })
  network.dataDir = restored
  const program = await network.start()
  const answer = await new Client(program.url).call(adminSignin, { email, pw: testPassword })
  expect(answer.value?.user.Group).toBe('ADMINISTRATORS')
  const served = Buffer.from(await (await fetch(`${program.url}/files/${name}`)).arrayBuffer())
  expect(createHash('sha256').update(served).digest()).toEqual(sha256)
  // A new base backup begins the new timeline, in the same place.
  expect(await command('backup', [], { env: network.settings })).toMatchObject({ code: 0 })
  await program.end('SIGTERM')
  await expectKept(network, flood, reachedIn(ended.output))

  const earlier = join(network.folder, 'earlier')
  const early = await command('restore', [network.backup, '--until', then, '--to', earlier])
  expect(early).toMatchObject({ code: 0 })
  expect(reachedIn(early.output)).toBeLessThanOrEqual(Date.parse(then))
  network.dataDir = earlier
  await network.withEmbedded(async () => expect(await network.paidMicros()).toBe(paidThen))
})

/** Every event acknowledged before the restored instant is there, once, and the books are right. */
async function expectKept(network: BackedUpNetwork, before: Flood, reachedMs: number): Promise<void> {
  const { journal } = before
  for (const [event, at] of journal.acknowledged) {
    if (at <= reachedMs) continue
    journal.acknowledged.delete(event)
    journal.unknown.add(event)
  }
  expect(journal.acknowledged.size).toBeGreaterThan(3 * eventsPerPhase)
  await network.withEmbedded(async (url) => {
    const flood = new Flood(url, journal)
    expect(await flood.verify()).toMatchObject(right)
    await flood.end()
  })
}

/** What a restore refuses, and that it leaves nothing behind. */
async function refusals(network: BackedUpNetwork): Promise<void> {
  const to = join(network.folder, 'refused')
  const restore = (env = {}) => command('restore', [network.backup, '--to', to], { env })
  const refused = async (output: string, env = {}) => {
    const ended = await restore(env)
    expect(ended).toEqual({ code: 1, output: expect.stringContaining(output) })
    expect(existsSync(to)).toBe(false)
  }
  await refused('BACKUP_KEY is not the key of', { BACKUP_KEY: `${backupKey}.` })
  const [part = ''] = globSync('base/*/00000', { cwd: network.backup }).sort().reverse()
  const [segment = ''] = globSync('wal/????????????????????????', { cwd: network.backup }).sort().reverse()
  for (const object of [part, segment]) {
    const flipBack = flipByte(join(network.backup, object))
    await refused(`${object} is damaged.`)
    flipBack()
  }
  const bytes = readFileSync(join(network.backup, part))
  rmSync(join(network.backup, part))
  await refused(`The backup is incomplete: ${part} is missing.`)
  writeFileSync(join(network.backup, part), bytes)
  mkdirSync(join(to, 'something'), { recursive: true })
  expect(await restore()).toEqual({ code: 1, output: `${to} is not empty. Restore into an empty folder.` })
  rmSync(to, { recursive: true })
  expect(await command('restore', [network.folder, '--to', to])).toEqual({
    code: 1,
    output: `${network.folder} is not a backup: voltline-backup.json is missing.`,
  })
}

test('with the log on JetStream nothing acknowledged is lost, not even after the last archived WAL', {
  timeout: 600_000,
}, async (context) => {
  requireNats(context)
  const nats = await startNats({ count: 1 })
  ends.push(() => nats.stop())
  const network = new BackedUpNetwork({ EVENT_LOG_URL: nats.url })
  ends.push(() => network.remove())
  await network.start()
  const flood = await startFlood(network)
  await flooded(flood)
  expect(await command('backup', [], { env: network.settings })).toMatchObject({ code: 0 })
  await flooded(flood)
  await network.program?.end('SIGKILL')
  await flood.stop()
  rmSync(network.dataDir, { recursive: true })
  network.dataDir = join(network.folder, 'restored')
  expect(await command('restore', [network.backup, '--to', network.dataDir])).toMatchObject({ code: 0 })
  await network.start()
  await settled(network)
  const counted = await network.withDatabase((db) =>
    db.read((session) =>
      session.one(
        (row) => Number(row.events),
        sql<{ events: string }>`
          select ((select count(*) from charge) + (select count(*) from counted_event))::text as events`,
      ),
    ),
  )
  expect(counted).toBeGreaterThanOrEqual(flood.journal.acknowledged.size)
  expect(counted).toBeLessThanOrEqual(flood.journal.acknowledged.size + flood.journal.unknown.size)
  await network.program?.end('SIGTERM')
})
