import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type AdId,
  type CustomerId,
  instant,
  type MediumId,
  type Millionths,
  micros,
  utcDay,
} from '@voltline/kernel'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useFreshDatabase } from '../../testing/database.ts'
import { createBilling } from '../billing/billing.ts'
import type { OfferEvent } from '../domain/events/event-log.ts'
import { openEventLog } from '../domain/events/open-event-log.ts'
import { Database } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import { makeLog } from '../platform/log.ts'

const database = useFreshDatabase()
const dataDir = mkdtempSync(join(tmpdir(), 'voltline-test-event-log-'))
const now = instant(Date.parse('2026-11-15T03:00:00Z'))
let db: Database

beforeAll(() => {
  db = new Database({ url: database.url, connectionsMax: 6, statementMsMax: 10_000, onLost: () => {} })
})
afterAll(async () => {
  await db.close()
  rmSync(dataDir, { recursive: true, force: true })
})

function run(program: string, args: string[], env: object = {}): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [join(import.meta.dirname, program), ...args],
      {
        env: {
          PATH: process.env.PATH,
          NODE_ENV: 'test',
          DATABASE_URL: database.url,
          DATA_DIR: dataDir,
          ...env,
        },
      },
      (fault, stdout, stderr) =>
        resolve({ code: Number(fault?.code ?? 0), output: (stdout + stderr).trim() }),
    )
  })
}

/** `npm run event-log -- --partitions N`. */
const switchTo = (partitions: number) => run('event-log.ts', ['--partitions', String(partitions)])

const open = (eventPartitions: number) =>
  openEventLog({ db, clock: { now: () => now }, log: makeLog('silent'), settings: { eventPartitions } })

const anEvent = (advertiserId: number): OfferEvent => ({
  ...{ issueDay: utcDay(now), offerId: randomUUID(), action: 'CLICK', receivedAt: now },
  ...{ adId: 1 as AdId, advertiserId: advertiserId as CustomerId, mediumId: 1 as MediumId },
  ...{ deviceId: 'device', priceMicros: micros(1n) },
})

const positions = () =>
  db.read((session) =>
    session.rows(sql`select partition, major, minor from billing_partition order by partition`),
  )

test('the number of partitions is switched once everything is billed, and until then refused with one line', {
  timeout: 120_000,
}, async () => {
  const before = await open(4)
  await before.log.append([anEvent(1), anEvent(2), anEvent(3)])
  expect(await switchTo(6)).toEqual({
    code: 1,
    output: '3 events are not billed yet. Let billing finish, then try again.',
  })
  expect(await positions()).toHaveLength(4)
  const billing = createBilling({
    ...{ db, eventReader: before.reader, clock: { now: () => now }, log: makeLog('silent') },
    settings: { networkShare: 200_000 as Millionths },
  })
  await billing.drain()
  await billing.stop()
  const billed = await positions()
  expect(await switchTo(6)).toEqual({
    code: 0,
    output: 'The event log has 6 partitions. Start every process with EVENT_PARTITIONS=6.',
  })
  expect(await switchTo(6)).toMatchObject({ code: 0, output: 'The event log has 6 partitions already.' })
  // A delivery process that still runs with the old number is refused, so that no event is in a partition nobody reads.
  await expect(before.log.append([anEvent(1)])).rejects.toThrow('null value in column "partition"')
  await before.log.close()
  const after = await open(6)
  expect(await positions()).toHaveLength(6)
  expect(billed).toHaveLength(4)
  for (let partition = 0; partition < 6; partition++) {
    const [state] = (await positions()).slice(partition)
    expect((await after.reader.read(partition, state as never, 10)).events).toEqual([])
  }
  expect(await after.log.append([anEvent(1)])).toEqual([true])
  await after.log.close()
})

test('a program with another number of partitions than the log does not start, and says what to do', {
  timeout: 120_000,
}, async () => {
  const started = await run('../main.ts', [], { EVENT_PARTITIONS: '5', DEMO: '0', PORT: '0' })
  expect(started).toEqual({
    code: 1,
    output:
      'Voltline cannot start: EVENT_PARTITIONS is 5, but the event log has 6 partitions. ' +
      'Set it to 6, or switch with: npm run event-log -- --partitions 5',
  })
})

test.each([[[]], [['--partitions']], [['--partitions', '0']], [['--partitions', '257']], [['--parts', '4']]])(
  'arguments %j are answered with the usage',
  async (args) => {
    expect(await run('event-log.ts', args)).toMatchObject({
      code: 1,
      output: expect.stringContaining('npm run event-log -- --partitions N'),
    })
  },
)
