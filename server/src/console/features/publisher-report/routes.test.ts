import {
  addApp,
  addMedium,
  listApps,
  listMedia,
  reportByApp,
  reportByDaily,
  reportByDailyApp,
  reportByDailyMedia,
  reportByUser,
} from '@voltline/contract'
import {
  type AppId,
  type Day,
  day,
  type Instant,
  instant,
  type MediumId,
  micros,
  minute,
} from '@voltline/kernel'
import { expect, test } from 'vitest'
import { type CustomerClient, useTestServer } from '../../../../testing/test-server.ts'
import { quarterOf } from '../../../domain/reports/rollup/quarter.ts'
import { quarterMask } from '../../../domain/reports/rollup/read-users.ts'
import { addMediumRollups, RollupAdditions } from '../../../domain/reports/rollup/write-rollups.ts'
import { at, sql } from '../../../platform/database/sql.ts'

const server = useTestServer({ VOLTLINE_NOW: '2026-11-03T12:00:00+09:00' })

async function makeApp(publisher: CustomerClient, name: string): Promise<AppId> {
  const storeURL = `https://example.com/${publisher.id}/${encodeURIComponent(name)}`
  await publisher.ok(addApp, { name, platform: 'AOS', storeURL, filter: false })
  const { apps } = await publisher.ok(listApps, { name, pageNo: '1' })
  return (apps[0]?.AppID ?? 0) as AppId
}

async function makeUnit(publisher: CustomerClient, appID: AppId, name: string): Promise<MediumId> {
  await publisher.ok(addMedium, { appID, name, product: 'BANNER', reward: '', rewards: '' })
  const { invens } = await publisher.ok(listMedia, { appID: String(appID) })
  return (invens[0]?.MedID ?? 0) as MediumId
}

interface Shown {
  unit: MediumId
  at: Instant
  earned: bigint
  clicks?: number
  installs?: number
}

/** As billing writes them: one impression each, with what it earned. */
async function show(events: readonly Shown[]): Promise<void> {
  const additions = new RollupAdditions<MediumId>()
  for (const event of events) {
    const received = { receivedAt: event.at, country: '' }
    additions.count(event.unit, received, 'impressions')
    for (let click = 0; click < (event.clicks ?? 0); click++) additions.count(event.unit, received, 'clicks')
    for (let n = 0; n < (event.installs ?? 0); n++) additions.count(event.unit, received, 'installs')
    additions.pay(event.unit, received, micros(event.earned))
  }
  await server.db.transaction((tx) => addMediumRollups(tx, additions, server.now))
}

const moment = (text: string): Instant => instant(Date.parse(text))
const range = (start: string, end = start) => ({ startDate: start, endDate: end })
const sumOf = <R>(rows: readonly R[], figure: (row: R) => number | bigint): bigint =>
  rows.reduce((sum, row) => sum + BigInt(figure(row)), 0n)

test('PUB-REPORT-01..03 PUB-REPORT-17 API-80..83 a day’s apps add up to the day and an app’s media to the app, to the micro-won', async () => {
  const publisher = await server.customer('PUBLISHER')
  const units: MediumId[] = []
  for (const name of ['Weather', 'Sudoku', 'Bus']) {
    const app = await makeApp(publisher, name)
    for (const unit of ['first', 'second', 'third']) units.push(await makeUnit(publisher, app, unit))
  }
  const midnight = moment('2026-11-01T00:00:00+09:00')
  // Amounts that no float adds up exactly, over the whole day.
  const events = Array.from({ length: 900 }, (_, index) => ({
    unit: units[index % units.length] as MediumId,
    at: instant(midnight + index * 95_000),
    earned: 333_333n + BigInt(index * index),
    clicks: index % 7 === 0 ? 1 : 0,
    installs: index % 50 === 0 ? 1 : 0,
  }))
  await show(events)
  const days = (await publisher.ok(reportByDaily, range('2026-11-01'))).list
  const apps = (await publisher.ok(reportByDailyApp, range('2026-11-01'))).list
  expect(days).toHaveLength(1)
  expect(apps).toHaveLength(3)
  const [today] = days
  expect(today?.Revenue).toBe(sumOf(events, (event) => event.earned))
  expect(today?.Impressions).toBe(900)
  expect(sumOf(apps, (app) => app.Revenue)).toBe(today?.Revenue)
  expect(sumOf(apps, (app) => app.Impressions)).toBe(900n)
  expect(sumOf(apps, (app) => app.Installs)).toBe(BigInt(today?.Installs ?? -1))
  for (const app of apps) {
    const media = (
      await publisher.ok(reportByDailyMedia, { appID: String(app.AppID), ...range('2026-11-01') })
    ).list
    expect(media).toHaveLength(3)
    expect(sumOf(media, (medium) => medium.Revenue)).toBe(app.Revenue)
    expect(sumOf(media, (medium) => medium.Impressions)).toBe(BigInt(app.Impressions))
    expect(sumOf(media, (medium) => medium.Installs)).toBe(BigInt(app.Installs))
  }
  const byApp = (await publisher.ok(reportByApp, range('2026-10-28', '2026-11-03'))).list
  expect(sumOf(byApp, (app) => app.Revenue)).toBe(today?.Revenue)
})

/** What was shown at the first and the last moment of a local day, and just outside it. */
const edges: readonly { zone: string; date: Day; starts: string; ends: string }[] = [
  {
    zone: 'Asia/Seoul',
    date: '2026-10-30' as Day,
    starts: '2026-10-29T15:00:00Z',
    ends: '2026-10-30T15:00:00Z',
  },
  {
    zone: 'Asia/Kolkata',
    date: '2026-10-30' as Day,
    starts: '2026-10-29T18:30:00Z',
    ends: '2026-10-30T18:30:00Z',
  },
  {
    zone: 'Asia/Kathmandu',
    date: '2026-10-30' as Day,
    starts: '2026-10-29T18:15:00Z',
    ends: '2026-10-30T18:15:00Z',
  },
  // A day of 25 hours, and a day of 23.
  {
    zone: 'America/New_York',
    date: '2026-11-01' as Day,
    starts: '2026-11-01T04:00:00Z',
    ends: '2026-11-02T05:00:00Z',
  },
  {
    zone: 'Europe/Berlin',
    date: '2026-03-29' as Day,
    starts: '2026-03-28T23:00:00Z',
    ends: '2026-03-29T22:00:00Z',
  },
  // A change of half an hour, in a zone that lies half an hour off.
  {
    zone: 'Australia/Lord_Howe',
    date: '2026-10-04' as Day,
    starts: '2026-10-03T13:30:00Z',
    ends: '2026-10-04T13:00:00Z',
  },
]
for (const { zone, date, starts, ends } of edges) {
  test(`PUB-REPORT-01 a day of ${zone} contains what was shown from ${starts} to ${ends} and nothing else`, async () => {
    const publisher = await server.customer('PUBLISHER', { zone })
    const unit = await makeUnit(publisher, await makeApp(publisher, 'Weather'), 'banner')
    await show([
      { unit, at: instant(moment(starts) - 1), earned: 1n },
      { unit, at: moment(starts), earned: 20n },
      { unit, at: instant(moment(ends) - 1), earned: 300n },
      { unit, at: moment(ends), earned: 4_000n },
    ])
    const [only] = (await publisher.ok(reportByDaily, range(date))).list
    expect(only).toMatchObject({ RegistTime: date, Revenue: 320n, Impressions: 2 })
    const span = range(addDay(date, -1), addDay(date, 1))
    expect((await publisher.ok(reportByDaily, span)).list.map((row) => row.Revenue)).toEqual([
      1n,
      320n,
      4_000n,
    ])
  })
}

const addDay = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * day).toISOString().slice(0, 10)

test('PUB-REPORT-14 PUB-REPORT-15 CONST-11 ranges of 0 and of 180 days are reported in full, of 181 days or reversed are refused', async () => {
  const publisher = await server.customer('PUBLISHER')
  const end = '2026-11-03'
  for (const call of [reportByDaily, reportByDailyApp, reportByApp]) {
    expect(await publisher.call(call, range(addDay(end, -180), end))).toMatchObject({ error: 'SUCCESS' })
    expect(await publisher.call(call, range(addDay(end, -181), end))).toMatchObject({
      status: 200,
      error: 'UNKNOWN',
    })
    expect(await publisher.call(call, range(end, addDay(end, -1)))).toMatchObject({ error: 'UNKNOWN' })
  }
  expect((await publisher.ok(reportByDaily, range(end))).list).toHaveLength(1)
  expect((await publisher.ok(reportByDaily, range(addDay(end, -180), end))).list).toHaveLength(181)
  const week = (await publisher.ok(reportByDaily, range('', ''))).list
  expect(week.map((row) => row.RegistTime)).toEqual(
    Array.from({ length: 7 }, (_, index) => addDay('2026-10-28', index)),
  )
})

test('PUB-REPORT-18 API-84 another publisher’s app has no media and no users, and is in no report of the caller', async () => {
  const owner = await server.customer('PUBLISHER')
  const stranger = await server.customer('PUBLISHER')
  const app = await makeApp(owner, 'Weather')
  const unit = await makeUnit(owner, app, 'banner')
  await show([{ unit, at: moment('2026-11-02T12:00:00+09:00'), earned: 500n }])
  await seen(app, 'phone-1', moment('2026-11-02T12:00:00+09:00'))
  const week = range('2026-10-28', '2026-11-03')
  expect((await owner.ok(reportByDailyMedia, { appID: String(app), ...week })).list).toHaveLength(1)
  expect((await stranger.ok(reportByDailyMedia, { appID: String(app), ...week })).list).toEqual([])
  expect((await stranger.ok(reportByApp, week)).list).toEqual([])
  expect(sumOf((await stranger.ok(reportByDaily, week)).list, (row) => row.Revenue)).toBe(0n)
  const users = await stranger.ok(reportByUser, { appID: String(app), ...week })
  expect(users.list).toEqual([])
  expect(users.report).toEqual({ DAU: 0, MinDAU: 0, MaxDAU: 0, TotalNRU: 0, MinNRU: 0, MaxNRU: 0 })
})

/** A device that requested an ad at an instant, as delivery writes it. */
async function seen(app: AppId, device: string, when: Instant): Promise<void> {
  await server.db.transaction(async (tx) => {
    await tx.run(sql`
      insert into device_day (app_id, utc_day, device_id, quarters)
      values (${app}, ${new Date(when).toISOString().slice(0, 10)}, ${device}, ${quarterMask(quarterOf(when))}::bit(96))
      on conflict (app_id, utc_day, device_id) do update set quarters = device_day.quarters | excluded.quarters`)
    await tx.run(sql`
      insert into device_first_seen (app_id, device_id, seen_at) values (${app}, ${device}, ${at(when)})
      on conflict do nothing`)
  })
}

test('PUB-REPORT-08 PUB-REPORT-09 users are counted once a day of the account’s zone, and as new on their first day only', async () => {
  const publisher = await server.customer('PUBLISHER', { zone: 'Asia/Kolkata' })
  const app = await makeApp(publisher, 'Weather')
  const midnight = moment('2026-10-30T00:00:00+05:30')
  await seen(app, 'a', instant(midnight - minute))
  await seen(app, 'a', midnight)
  await seen(app, 'a', instant(midnight + 5 * minute))
  await seen(app, 'b', instant(midnight + day - 1))
  await seen(app, 'b', instant(midnight + day))
  const { list, report } = await publisher.ok(reportByUser, {
    appID: String(app),
    ...range('2026-10-29', '2026-10-31'),
  })
  expect(list).toEqual([
    { RegistTime: '2026-10-29', DAU: 1, NRU: 1 },
    { RegistTime: '2026-10-30', DAU: 2, NRU: 1 },
    { RegistTime: '2026-10-31', DAU: 1, NRU: 0 },
  ])
  expect(report).toEqual({ DAU: 1, MinDAU: 1, MaxDAU: 2, TotalNRU: 2, MinNRU: 0, MaxNRU: 1 })
})
