// Several billing processes and the intake on one database; the rules alone are tested beside domain/events.
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { assert, hour, type Instant, instant, won, type Zone } from '@voltline/kernel'
import pg from 'pg'
import { expect, test } from 'vitest'
import { billBatch, Fenced } from '../../server/src/billing/batch.ts'
import { keepSpendingDay } from '../../server/src/domain/ad/spending/store.ts'
import { partitionOf } from '../../server/src/domain/events/event-log.ts'
import type { EventReader } from '../../server/src/domain/events/event-reader.ts'
import { billingLag, partitionLags } from '../../server/src/domain/events/partitions/billing-lag.ts'
import { readPartitions } from '../../server/src/domain/events/partitions/partition-store.ts'
import { insertEvents } from '../../server/src/domain/events/postgres/postgres-event-log.ts'
import { connectionConfig } from '../../server/src/platform/database/connections/connection.ts'
import { Tx } from '../../server/src/platform/database/database.ts'
import type { AdDayRow } from '../../server/src/platform/database/rows.ts'
import { sql } from '../../server/src/platform/database/sql.ts'
import { eventually } from '../../server/testing/eventually.ts'
import { networkShare, partitions, useBillingWorld } from './world.ts'

const world = useBillingWorld()

test('threat 11: 32 parallel senders and two billing processes charge the budget exactly', async () => {
  const ad = await world().ad({ budget: won(100) })
  const second = world().process(world().db, 50)
  world().billing.start()
  second.start()
  await Promise.all(
    Array.from({ length: 32 }, async () => {
      for (let count = 0; count < 10; count++) {
        await world().log.append([world().event(world().offer(ad), 'IMPRESSION')])
      }
    }),
  )
  await world().billing.drain()
  await second.stop()
  expect(await world().adRow(ad)).toMatchObject({
    spent_micros: won(100),
    campaign_spent: won(100),
    impressions: 320n,
    billed_events: 100n,
    status: 'COMPLETE',
  })
  expect(await world().booksAreRight()).toBe(true)
})

test('threat 12: limits that are changed while events are in flight are never overspent', async () => {
  const ad = await world().ad({ adLimit: won(500), dayLimit: won(500) })
  const sending = (async () => {
    for (let count = 0; count < 120; count++) await world().send(world().offer(ad), 'IMPRESSION')
  })()
  for (const limit of [400, 60, 90, 30, 70]) {
    await wait(60)
    await world().rows(sql`update ad set budget_limit_micros = ${won(limit)} where ad_id = ${ad.id}`)
  }
  const { spent_micros: whenLowered } = await world().adRow(ad)
  await sending
  await world().billing.drain()
  const { spent_micros: spent, impressions } = await world().adRow(ad)
  expect(impressions).toBe(120n)
  // It may have been above 70 won when the limit came down to it, and then has not moved. How much is spent depends on
  // which events were billed while the limit was at its lowest.
  expect(spent).toBeLessThanOrEqual([won(70), whenLowered as bigint].reduce((a, b) => (a > b ? a : b)))
  expect(spent).toBeGreaterThanOrEqual(won(30))
})

test('threat 13: an advertiser that hops time zones every hour has one day limit a day', async () => {
  const zones = ['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Asia/Seoul', 'UTC']
  const ad = await world().ad({ dayLimit: won(3), zone: 'Asia/Seoul' })
  let zone = 'Asia/Seoul'
  for (let hop = 0; hop < 48; hop++) {
    world().now = instant(world().now + hour)
    const to = zones[hop % zones.length] ?? 'UTC'
    const account = { customerId: ad.advertiser, zone: zone as Zone } as Parameters<typeof keepSpendingDay>[1]
    await world().db.transaction(async (tx) => {
      await keepSpendingDay(tx, account, { to: to as Zone, at: world().now })
      await tx.run(sql`update customer set timezone = ${to} where customer_id = ${ad.advertiser}`)
    })
    zone = to
    await world().send(world().offer(ad), 'IMPRESSION')
  }
  await world().billing.drain()
  // Two days have passed, so at most two limits and the limit of the current day.
  const { spent_micros: spent } = await world().adRow(ad)
  expect(spent).toBeLessThanOrEqual(won(9))
  expect(spent).toBeGreaterThanOrEqual(won(3))
})

test('events of an open transaction are not skipped when later ones commit first', async () => {
  const ad = await world().ad()
  const held = new pg.Client(connectionConfig(world().url, 'writer'))
  await held.connect()
  await held.query('begin')
  const early = world().event(world().offer(ad), 'IMPRESSION')
  await insertEvents(new Tx(held), [early], partitions)
  for (let count = 0; count < 5; count++) await world().send(world().offer(ad), 'IMPRESSION')
  await wait(800)
  // Nothing after the open transaction is read yet, so nothing in it can be lost.
  expect(await world().adRow(ad)).toMatchObject({ impressions: 0n })
  await held.query('commit')
  await held.end()
  await world().billing.drain()
  expect(await world().adRow(ad)).toMatchObject({ impressions: 6n, spent_micros: won(6) })
})

test('drain waits for every durable event, but not for clicks without an impression', async () => {
  const ad = await world().ad({ billingType: 'CPC' })
  const offers = Array.from({ length: 300 }, () => world().offer(ad))
  await world().log.append(offers.flatMap((offer) => [world().event(offer, 'IMPRESSION')]))
  await world().log.append([world().event(world().offer(ad), 'CLICK')])
  await world().billing.drain()
  expect(await world().adRow(ad)).toMatchObject({ impressions: 300n, clicks: 0n })
})

/** How many partitions each process holds, the fewest first. */
async function shares(): Promise<number[]> {
  const rows = await world().rows(sql<{ held: bigint }>`
    select count(*) as held from billing_partition where holder is not null group by holder order by 1`)
  return rows.map((row) => Number(row.held))
}

test('fault 30: billing processes share the partitions evenly, and one that ends hands over its own', async () => {
  const ad = await world().ad()
  const [second, third] = [world().process(world().db), world().process(world().db)]
  const all = [world().billing, second, third]
  for (const billing of all) billing.start()
  await eventually(async () => (await shares()).join() === '1,1,2')
  await world().send(world().offer(ad), 'IMPRESSION')
  await second.drain()
  expect(await world().adRow(ad)).toMatchObject({ impressions: 1n })
  await world().billing.stop()
  await third.stop()
  await eventually(async () => (await shares()).join() === String(partitions))
  await world().send(world().offer(ad), 'IMPRESSION')
  await second.drain()
  await second.stop()
  expect(await shares()).toEqual([])
  expect(await world().adRow(ad)).toMatchObject({ impressions: 2n, spent_micros: won(2) })
})

test('the partitions of a process that died are taken over', async () => {
  const ad = await world().ad()
  const ownDb = world().open()
  const dead = world().process(ownDb)
  dead.start()
  await eventually(async () => (await shares()).join() === String(partitions))
  // Without its database it can neither beat nor give up what it holds.
  await ownDb.close()
  await dead.stop().catch(() => {})
  expect(await shares()).toEqual([partitions])
  await world().send(world().offer(ad), 'IMPRESSION')
  const heir = world().process(world().db)
  await heir.drain()
  await heir.stop()
  expect(await world().adRow(ad)).toMatchObject({ impressions: 1n, spent_micros: won(1) })
  expect(await world().rows(sql`select process from billing_process`)).toEqual([])
})

test('fault 18: a process that was paused in the middle of a batch and overtaken changes nothing', async () => {
  const ad = await world().ad()
  const number = partitionOf(ad.advertiser, partitions)
  await world().send(world().offer(ad), 'IMPRESSION')
  // The paused process has read the log under its fence; another one takes over and bills.
  const paused = (await world().db.read(readPartitions))[number]
  assert(paused, 'the partition exists')
  const read = await world().reader.read(number, paused, 500)
  expect(read.events).toHaveLength(1)
  const other = world().process(world().db)
  await other.drain()
  const spent = (await world().adRow(ad)).spent_micros
  const woken = world().db.transaction((tx) =>
    billBatch(tx, { partition: paused, read, now: world().now, networkShare }),
  )
  await expect(woken).rejects.toBeInstanceOf(Fenced)
  expect((await world().adRow(ad)).spent_micros).toBe(spent)
  await world().send(world().offer(ad), 'IMPRESSION')
  await other.drain()
  await other.stop()
  expect(await world().adRow(ad)).toMatchObject({ impressions: 2n, spent_micros: won(2) })
})

test('threat 18: the program’s role can neither change nor delete history', async () => {
  const tables = [
    'ledger_transfer',
    'ledger_entry',
    'charge',
    'event',
    'counted_event',
    'revenue_month',
    'audit',
  ]
  for (const table of tables) {
    for (const statement of [
      `delete from ${table}`,
      `update ${table} set ${await anyColumn(table)} = null`,
    ]) {
      await expect(world().rows({ text: statement, values: [] })).rejects.toThrow('permission denied')
    }
  }
})

async function anyColumn(table: string): Promise<string> {
  const [row] = await world().rows(sql<{ name: string }>`
    select attname as name from pg_attribute where attrelid = ${table}::regclass and attnum = 2`)
  return row?.name ?? ''
}

test('an event of an unknown ad or unit is invalid and blocks nothing', async () => {
  const ad = await world().ad()
  const billing = world().process(world().db)
  const unknown = { ...world().offer(ad), adId: 2_000_000 as typeof ad.id, offerId: randomUUID() }
  await world().send(unknown, 'IMPRESSION')
  await world().send(world().offer(ad), 'IMPRESSION')
  await billing.drain()
  await billing.stop()
  expect(await world().adRow(ad)).toMatchObject({ impressions: 1n })
  expect((await world().invalid()).unknown_ad).toBe(1)
})

test('fault 20: an event on either side of midnight belongs to one day, even if it is billed much later', async () => {
  const ad = await world().ad({ dayLimit: won(1), zone: 'America/New_York' })
  const billing = world().process(world().db)
  // The clocks go back on 1 November 2026, so this day has 25 hours; its midnights are 04:00 and 05:00 UTC.
  const edges = [
    '2026-11-01T03:59:59.999Z',
    '2026-11-01T04:00:00Z',
    '2026-11-02T04:59:59.999Z',
    '2026-11-02T05:00:00Z',
  ]
  for (const edge of edges) {
    world().now = instant(Date.parse(edge))
    await world().send(world().offer(ad), 'IMPRESSION')
  }
  world().now = instant(world().now + 30 * hour) as Instant
  await billing.drain()
  await billing.stop()
  const days = await world().rows(sql<AdDayRow>`
    select day_starts_at, day_ends_at, spent_micros from ad_day where ad_id = ${ad.id} order by 1`)
  expect(days.map((row) => [row.day_ends_at - row.day_starts_at, row.spent_micros])).toEqual([
    [24 * hour, won(1)],
    [25 * hour, won(1)],
    [24 * hour, won(1)],
  ])
})

test('billing says how old its oldest unbilled event is, by partition and in all', async () => {
  const ad = await world().ad()
  const services = { db: world().db, eventReader: world().reader, clock: world().clock }
  const billing = world().process(world().db)
  await billing.drain()
  expect(await billingLag(services)).toBe(0)
  await world().send(world().offer(ad), 'IMPRESSION')
  world().now = instant(world().now + 90_000)
  const lags = Array.from({ length: partitions }, () => 0)
  lags[partitionOf(ad.advertiser, partitions)] = 90
  expect(await partitionLags(services)).toEqual(lags)
  expect(await billingLag(services)).toBe(90)
  const metrics = await billing.metrics.metrics()
  expect(metrics).toMatch(/voltline_billing_lag_seconds\{partition="\d"\} 90/)
  expect(metrics).toMatch(/voltline_billing_lock_wait_seconds_total \d/)
  await billing.drain()
  expect(await billingLag(services)).toBe(0)
  expect(await billing.metrics.metrics()).toMatch(/voltline_billing_batches_total [1-9]/)
  await billing.stop()
})

/** A reader after which billing, in its transaction, is busy for 3.5 s with more than so many events. */
const slowAbove = (reader: EventReader, eventsMax: number): EventReader =>
  new Proxy(reader, {
    get(_, name) {
      const value = reader[name as keyof EventReader]
      if (typeof value !== 'function') return value
      if (name !== 'read') return value.bind(reader)
      return async (...place: Parameters<EventReader['read']>) => {
        const { events, ...batch } = await reader.read(...place)
        let busyMs = events.length > eventsMax ? 3_500 : 0
        const compute = () => {
          Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, busyMs)
          busyMs = 0
          return events
        }
        return Object.defineProperty(batch, 'events', { get: compute })
      }
    },
  })

test('a machine too slow for a large batch bills the same events in smaller ones, once', async () => {
  const ad = await world().ad({ budget: won(1_000) })
  await world().log.append(Array.from({ length: 150 }, () => world().event(world().offer(ad), 'IMPRESSION')))
  const slow = world().process(world().db, 500, slowAbove(world().reader, 125))
  await slow.drain()
  await slow.stop()
  expect(await world().adRow(ad)).toMatchObject({ impressions: 150n, billed_events: 150n })
  expect(await world().booksAreRight()).toBe(true)
})
