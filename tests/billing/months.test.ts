// These tests need events, billing and the worker on one database, so they are not beside one of them.
import {
  addDays,
  type Day,
  hour,
  type Instant,
  instant,
  minute,
  seoul,
  utcDay,
  won,
  type Zone,
} from '@voltline/kernel'
import { describe, expect, test } from 'vitest'
import { readPublisherDays } from '../../server/src/domain/reports/rollup/read-figures.ts'
import { readUserDays } from '../../server/src/domain/reports/rollup/read-users.ts'
import { sql } from '../../server/src/platform/database/sql.ts'
import { dropOldEvents } from '../../server/src/worker/clean-up.ts'
import { closeMonths } from '../../server/src/worker/month-close.ts'
import { useBillingWorld } from './world.ts'

const world = useBillingWorld()
const close = () => closeMonths({ db: world().db, clock: world().clock })
const months = () =>
  world().rows(sql`select month, revenue_micros, impressions from revenue_month order by month`)
const pass = () => world().pass()

describe('Q-71 Q-111 months of Asia/Seoul', () => {
  test('a month closes once clock and billing have passed its end, and never changes afterwards', async () => {
    const ad = await world().ad()
    // Midnight in Seoul is 15:00 UTC.
    for (const moment of ['2026-10-31T14:59:59.999Z', '2026-10-31T15:00:00Z']) {
      world().now = instant(Date.parse(moment))
      await world().send(world().offer(ad, won(10)), 'IMPRESSION')
    }
    expect(await close()).toEqual([])
    await pass()
    expect(await close()).toEqual([])
    world().now = instant(world().now + minute)
    await pass()
    expect(await close()).toEqual(['2026-10'])
    const closed = [{ month: '2026-10-01', revenue_micros: won(7), impressions: 1n }]
    expect(await months()).toEqual(closed)
    expect(await close()).toEqual([])
    world().now = instant(Date.parse('2026-10-20T00:00:00Z'))
    await world().send(world().offer(ad, won(10)), 'IMPRESSION')
    await world().billing.drain()
    world().now = instant(Date.parse('2026-11-02T00:00:00Z'))
    await pass()
    expect(await close()).toEqual([])
    expect(await months()).toEqual(closed)
  })

  test('a month waits for a click that still waits for its impression', async () => {
    const ad = await world().ad({ billingType: 'CPC' })
    world().now = instant(Date.parse('2026-11-30T14:58:00Z'))
    const offer = world().offer(ad, won(100))
    await world().send(offer, 'CLICK')
    world().now = instant(Date.parse('2026-11-30T15:02:00Z'))
    await pass()
    expect(await close()).toEqual([])
    await world().send(offer, 'IMPRESSION')
    await pass()
    expect(await close()).toEqual(['2026-11'])
    const [november] = (await months()).slice(-1)
    // The click belongs to November, the impression to December.
    expect(november).toMatchObject({ month: '2026-11-01', revenue_micros: won(77), impressions: 1n })
  })
})

describe('reports in any zone', () => {
  test.each(['Asia/Seoul', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'America/St_Johns', 'Pacific/Chatham'])(
    'every quarter-hour of two weeks around a clock change falls on its day in %s',
    async (zone) => {
      const start = Date.parse('2027-03-30T00:00:00Z')
      const perDay = new Map<string, number>()
      const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short' })
      const ad = await world().ad({ cash: won(1_000_000) })
      const events = []
      for (let at = start; at < start + 14 * 24 * hour; at += 15 * minute) {
        world().now = instant(at)
        events.push(world().event(world().offer(ad), 'IMPRESSION'))
        const date = format.format(at)
        perDay.set(date, (perDay.get(date) ?? 0) + 1)
      }
      const before = await days(zone as Zone)
      await world().log.append(events)
      await world().billing.drain()
      for (const [date, figures] of await days(zone as Zone)) {
        expect(figures - (before.get(date) ?? 0), date).toBe(perDay.get(date) ?? 0)
      }
    },
  )

  async function days(zone: Zone): Promise<Map<string, number>> {
    const range = { zone, start: '2027-03-29' as Day, end: '2027-04-14' as Day }
    const found = await world().db.read((session) =>
      readPublisherDays(session, { owner: world().publisher }, range),
    )
    return new Map(found.map(({ day, impressions }) => [day, impressions]))
  }

  test('Q-23 daily users are counted in the account’s days, new ones once', async () => {
    const seen = async (device: string, moment: string) => {
      const quarter = Math.floor((Date.parse(moment) % (24 * hour)) / (15 * minute))
      const mask = `${'0'.repeat(quarter)}1${'0'.repeat(95 - quarter)}`
      await world().rows(sql`
        insert into device_day as d values (${world().app}, ${moment.slice(0, 10)}, ${device}, ${mask}::varbit::bit(96))
            on conflict (app_id, utc_day, device_id) do update set quarters = d.quarters | excluded.quarters`)
      await world().rows(sql`
        insert into device_first_seen values (${world().app}, ${device}, ${moment}) on conflict do nothing`)
    }
    await seen('early', '2027-06-01T14:59:59Z')
    await seen('late', '2027-06-01T15:00:00Z')
    await seen('early', '2027-06-02T03:00:00Z')
    const range = { zone: seoul, start: '2027-05-31' as Day, end: '2027-06-02' as Day }
    const scope = { owner: world().publisher, appId: world().app }
    expect(await world().db.read((session) => readUserDays(session, scope, range))).toEqual([
      { day: '2027-05-31', active: 0, fresh: 0 },
      { day: '2027-06-01', active: 1, fresh: 1 },
      { day: '2027-06-02', active: 2, fresh: 1 },
    ])
    const foreign = {
      owner: (world().publisher + 1_000) as typeof world extends never ? never : typeof scope.owner,
    }
    const [none] = await world().db.read((session) => readUserDays(session, foreign, range))
    expect(none).toEqual({ day: '2027-05-31', active: 0, fresh: 0 })
  })
})

describe('old events', () => {
  const partitions = async () =>
    (
      await world().rows(sql<{ name: string }>`
        select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
         where i.inhparent in ('event'::regclass, 'counted_event'::regclass)`)
    ).map((row) => row.name)
  const clean = () => dropOldEvents({ db: world().db, clock: world().clock, settings: { eventDays: 9 } })
  const nameOf = (moment: Instant) => utcDay(moment).replaceAll('-', '')

  test('are deleted after their retention, but never before they are billed', async () => {
    const ad = await world().ad()
    world().now = instant(Date.parse('2027-09-01T12:00:00Z'))
    const issued = nameOf(world().now)
    await world().send(world().offer(ad), 'IMPRESSION')
    world().now = instant(Date.parse(`${addDays('2027-09-01' as Day, 9)}T12:00:00Z`))
    await clean()
    expect(await partitions()).toContain(`event_${issued}`)
    world().now = instant(world().now + 24 * hour)
    await clean()
    expect(await partitions()).toContain(`event_${issued}`)
    await world().billing.drain()
    await clean()
    expect(await partitions()).not.toContain(`event_${issued}`)
    expect(await partitions()).not.toContain(`counted_event_${issued}`)
    expect(await world().adRow(ad)).toMatchObject({ impressions: 1n, spent_micros: won(1) })
  })

  test('settings that delete clicks before their installs are refused', async () => {
    await expect(
      dropOldEvents({ db: world().db, clock: world().clock, settings: { eventDays: 8 } }),
    ).rejects.toThrow('events outlive the click ids')
  })
})
