import { randomUUID } from 'node:crypto'
import type { AdId, CustomerId, MediumId } from '@voltline/kernel'
import { after, instant, micros, second, utcDay } from '@voltline/kernel'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useFreshDatabase } from '../../../../testing/database.ts'
import { connectionConfig } from '../../../platform/database/connections/connection.ts'
import { Database, Tx } from '../../../platform/database/database.ts'
import type { OfferEvent } from '../event-log.ts'
import { appendMsMax, logStart } from '../event-reader.ts'
import { preparePartitions } from '../partitions/partition-count.ts'
import { insertEvents, PostgresEventLog } from './postgres-event-log.ts'
import { PostgresEventReader } from './postgres-event-reader.ts'

const fresh = useFreshDatabase()
let now = instant(Date.parse('2026-11-15T03:00:00Z'))
const clock = { now: () => now }
const partitions = 1
let db: Database
let log: PostgresEventLog

beforeAll(async () => {
  db = new Database({ url: fresh.url, connectionsMax: 6, statementMsMax: 5_000, onLost: () => {} })
  await preparePartitions(db, partitions)
  log = new PostgresEventLog(db, { partitions })
})
afterAll(() => db.close())

const anEvent = (): OfferEvent => ({
  issueDay: utcDay(now),
  offerId: randomUUID(),
  action: 'IMPRESSION',
  receivedAt: now,
  adId: 1 as AdId,
  advertiserId: 1 as CustomerId,
  mediumId: 2 as MediumId,
  deviceId: 'device-1',
  priceMicros: micros(1_000n),
})

test('events are read in log order, a batch at a time, and none after the last', async () => {
  const reader = new PostgresEventReader({ db, clock, partitions })
  const events = [anEvent(), anEvent(), anEvent()]
  for (const event of events) await log.append([event])
  const first = await reader.read(0, logStart, 2)
  expect(first).toMatchObject({ hasMore: true, completeUntil: undefined })
  const rest = await reader.read(0, first.events.at(-1) ?? logStart, 2)
  expect(rest.hasMore).toBe(false)
  const offers = [...first.events, ...rest.events].map((event) => event.offerId)
  expect(offers).toEqual(events.map((event) => event.offerId))
  const last = await reader.last(0)
  expect(rest.events.at(-1)).toMatchObject(last)
  expect((await reader.read(0, last, 2)).events).toEqual([])
})

test('the log is complete up to a time once every writer of that time has ended', async () => {
  const reader = new PostgresEventReader({ db, clock, partitions })
  const read = async () => (await reader.read(0, await reader.last(0), 10)).completeUntil
  const held = new pg.Client(connectionConfig(fresh.url, 'writer'))
  await held.connect()
  await held.query('begin')
  await insertEvents(new Tx(held), [anEvent()], partitions)
  const began = now
  expect(await read()).toBeUndefined()
  now = after(now, second)
  expect(await read()).toBeUndefined()
  await held.query('commit')
  await held.end()
  expect(await read()).toBe(after(began, -appendMsMax))
  expect(await read()).toBe(after(now, -appendMsMax))
})
