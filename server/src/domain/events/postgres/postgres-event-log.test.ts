import { randomUUID } from 'node:crypto'
import type { AdId, CustomerId, Day, MediumId } from '@voltline/kernel'
import { addDays, instant, micros, utcDay } from '@voltline/kernel'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useFreshDatabase } from '../../../../testing/database.ts'
import { describeEventLog, TestClock } from '../../../../testing/event-log/contract.ts'
import { Database } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import type { OfferEvent } from '../event-log.ts'
import { preparePartitions } from '../partitions/partition-count.ts'
import { PostgresEventLog } from './postgres-event-log.ts'
import { PostgresEventReader } from './postgres-event-reader.ts'

const fresh = useFreshDatabase()
const now = instant(Date.parse('2026-11-15T03:00:00.123Z'))
const today = utcDay(now)
const partitions = 4
let db: Database

beforeAll(async () => {
  db = new Database({ url: fresh.url, connectionsMax: 6, statementMsMax: 5_000, onLost: () => {} })
  await preparePartitions(db, partitions)
})
afterAll(() => db.close())

const clock = new TestClock()
describeEventLog(
  () =>
    Promise.resolve({
      log: new PostgresEventLog(db, { partitions }),
      reader: new PostgresEventReader({ db, clock, partitions }),
    }),
  clock,
)

const anEvent = (change: Partial<OfferEvent> = {}): OfferEvent => ({
  issueDay: today,
  offerId: randomUUID(),
  action: 'IMPRESSION',
  receivedAt: now,
  adId: 1 as AdId,
  advertiserId: 1 as CustomerId,
  mediumId: 2 as MediumId,
  deviceId: 'device-1',
  priceMicros: micros(1_000n),
  ...change,
})

const stored = (offerId: string) =>
  db.read((session) => session.rows(sql`select * from event where offer_id = ${offerId}`))

test('an appended event is stored in full, with any text as device id', async () => {
  const log = new PostgresEventLog(db, { partitions })
  const deviceId = `{"a",\\'b'}, NULL 100%`
  const event = anEvent({ deviceId, priceMicros: micros(99_999_999_999n) })
  expect(await log.append([event])).toEqual([true])
  expect(await stored(event.offerId)).toMatchObject([
    {
      issue_day: today,
      action: 'IMPRESSION',
      received_at: now,
      ad_id: 1,
      medium_id: 2,
      device_id: deviceId,
      price_micros: 99_999_999_999n,
    },
  ])
})

test('a repeated event is recognised, in the same batch and in a later one', async () => {
  const log = new PostgresEventLog(db, { partitions })
  const [one, two] = [anEvent(), anEvent()]
  const click = { ...one, action: 'CLICK' as const }
  expect(await log.append([one, two, one, click])).toEqual([true, true, false, true])
  expect(await log.append([two, anEvent(), click])).toEqual([false, true, false])
  expect(await stored(one.offerId)).toHaveLength(2)
})

test('a missing partition is created, whichever day it is', async () => {
  const log = new PostgresEventLog(db, { partitions })
  const days = [addDays(today, 400), addDays(today, -400), '2000-02-29' as Day]
  for (const issueDay of days) expect(await log.append([anEvent({ issueDay })])).toEqual([true])
})

test('a partition that was dropped meanwhile is created again', async () => {
  const log = new PostgresEventLog(db, { partitions })
  const issueDay = addDays(today, 30)
  await log.append([anEvent({ issueDay })])
  await db.asOwner((session) =>
    session.run({ text: `drop table event_${issueDay.replaceAll('-', '')}`, values: [] }),
  )
  expect(await log.append([anEvent({ issueDay })])).toEqual([true])
})

test('several processes create the same partitions at once and all succeed', async () => {
  const days = Array.from({ length: 4 }, (_, index) => addDays(today, 100 + index))
  await Promise.all(
    Array.from({ length: 6 }, () => new PostgresEventLog(db, { partitions }).prepareDays(days)),
  )
  expect(
    await new PostgresEventLog(db, { partitions }).append(days.map((issueDay) => anEvent({ issueDay }))),
  ).toEqual(days.map(() => true))
})

test('an open writer blocks neither other writers nor a new partition', async () => {
  const log = new PostgresEventLog(db, { partitions })
  await log.append([anEvent()])
  const held = new pg.Client(fresh.url)
  await held.connect()
  await held.query('begin')
  await held.query(
    `insert into event (issue_day, offer_id, action, received_at, ad_id, medium_id, device_id, price_micros, partition)
     values ($1, $2, 'IMPRESSION', $3, 1, 2, 'held', 0, 0)`,
    [today, randomUUID(), new Date(now)],
  )
  expect(await log.append([anEvent(), anEvent({ issueDay: addDays(today, 200) })])).toEqual([true, true])
  await held.query('rollback')
  await held.end()
})

test('two writers with the same events in opposite order both finish, and each event is new once', async () => {
  const log = new PostgresEventLog(db, { partitions })
  const events = Array.from({ length: 300 }, () => anEvent())
  const results = await Promise.all([log.append(events), log.append([...events].reverse())])
  const fresh = (results[0] ?? []).map((first, index) => Number(first) + Number(results[1]?.[299 - index]))
  expect(fresh.every((count) => count === 1)).toBe(true)
})

test('the program can append to the log and never change it', async () => {
  const change = (text: string) => db.transaction((session) => session.run({ text, values: [] }))
  await expect(change('update event set price_micros = 0')).rejects.toThrow('permission denied')
  await expect(change('delete from event')).rejects.toThrow('permission denied')
  await expect(change(`delete from event_${today.replaceAll('-', '')}`)).rejects.toThrow('permission denied')
})
