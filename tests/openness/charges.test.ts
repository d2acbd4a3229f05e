// Delivery, billing and both consoles together: every event is listed with what became of it.
import { adApps, adCharges, addCorrection, adReport, unitEarnings } from '@voltline/contract'
import { hour, instant, localDay, micros, seoul, won } from '@voltline/kernel'
import { expect, test } from 'vitest'
import { useOpenWorld } from './world.ts'

const world = useOpenWorld({ VOLTLINE_NOW: '2026-11-10T03:00:00Z' })

test('an advertiser and a publisher see every event with its price or amount, and what became of it', async () => {
  const publisher = await world.customer('PUBLISHER')
  const unit = await world.app(publisher, 'Game, "one"')
  const rival = await world.advertiser({ min: 1_000, max: 2_000, company: 'Rival' })
  // The first to bid alone pays its minimum; against a rival the rival's rank sets the price.
  const own = await world.advertiser({ min: 1_000, max: 4_000 })
  const charged = await world.offer(unit, own.proID)
  await world.report(unit, charged, 'IMPRESSION')
  const tooSoon = await world.offer(unit, own.proID, 'phone-2')
  await world.report(unit, tooSoon, 'IMPRESSION', 10)
  await world.drain()
  const unpaid = await world.offer(unit, own.proID, 'phone-3')
  await world.drainCash(own.client.id)
  await world.report(unit, unpaid, 'IMPRESSION')
  await world.drain()

  const proID = String(own.proID)
  const day = localDay(world.now, seoul)
  const { list, rowCount } = await own.client.ok(adCharges, { proID, day })
  expect(rowCount).toBe(3)
  const shares = { Publisher: micros(1_400_000n), User: micros(200_000n), Network: micros(400_000n) }
  const nothing = { Price: won(0), Publisher: won(0), Network: won(0), User: won(0), TransferID: null }
  expect(list).toMatchObject([
    {
      Action: 'IMPRESSION',
      AppName: 'Game, "one"',
      Country: 'KR',
      Status: 'CHARGED',
      Rule: '',
      RunnerUp: true,
    },
    { Status: 'INVALID', Rule: 'too_soon', ...nothing },
    { Status: 'UNPAID', Rule: '', ...nothing, RunnerUp: true },
  ])
  expect(list[0]).toMatchObject({ Price: won(2), ...shares })
  expect(JSON.stringify(list, (_, value) => (typeof value === 'bigint' ? String(value) : value))).not.toMatch(
    /Rival/,
  )

  const earned = await publisher.ok(unitEarnings, { medID: String(unit.medID), day })
  expect(earned.list).toMatchObject([
    { Status: 'CHARGED', Amount: micros(1_400_000n), Country: 'KR' },
    { Status: 'INVALID', Amount: won(0) },
    { Status: 'UNPAID', Amount: won(0) },
  ])
  expect(earned.list.flatMap((row) => Object.keys(row))).not.toContain('Price')
  expect((await rival.client.ok(adCharges, { proID: String(rival.proID), day })).rowCount).toBe(0)

  const { list: apps } = await own.client.ok(adApps, { proID })
  const ran = { Impressions: 2, Clicks: 0, Watches: 0, Installs: 0, Actions: 0, Invalid: 1, Cost: won(2) }
  expect(apps).toMatchObject([{ AppID: unit.appID, AppName: 'Game, "one"', ...ran }])
  const { ads } = await own.client.ok(adReport, { campID: String(own.campID) })
  expect(ads).toMatchObject([{ Impression: 2, Cost: won(2) }])
})

test('a corrected charge is listed as corrected, and no longer part of the cost', async () => {
  const publisher = await world.customer('PUBLISHER')
  const unit = await world.app(publisher, 'Corrected')
  const own = await world.advertiser({ min: 5_000, max: 5_000 })
  await world.report(unit, await world.offer(unit, own.proID, 'phone-4'), 'IMPRESSION')
  await world.drain()
  const operator = await world.operator()
  const from = new Date(world.now - hour).toISOString()
  const to = new Date(world.now).toISOString()
  await operator.ok(addCorrection, { proID: own.proID, from, to, reason: 'Invented' })
  const proID = String(own.proID)
  expect((await own.client.ok(adCharges, { proID })).list).toMatchObject([
    { Status: 'CORRECTED', Price: won(5) },
  ])
  expect((await own.client.ok(adApps, { proID })).list).toMatchObject([{ Impressions: 1, Cost: won(0) }])
  const earned = await publisher.ok(unitEarnings, { medID: String(unit.medID) })
  expect(earned.list).toMatchObject([{ Status: 'CORRECTED', Amount: micros(3_500_000n) }])
})

test('pages have 50 rows, a file has the whole day, and a day is one of the account’s zone', async () => {
  const publisher = await world.customer('PUBLISHER')
  const unit = await world.app(publisher, 'Pages')
  const own = await world.advertiser({ min: 9_000, max: 9_000 })
  await world.setClock('2026-11-12T14:59:00Z')
  for (let number = 0; number < 51; number++) {
    await world.report(unit, await world.offer(unit, own.proID, `page-${number}`), 'IMPRESSION', 1_000)
  }
  // Midnight in Seoul passes between the last two.
  await world.setClock(instant(Date.parse('2026-11-12T15:00:00Z')))
  await world.report(unit, await world.offer(unit, own.proID, 'next-day'), 'IMPRESSION', 1_000)
  await world.drain()
  const proID = String(own.proID)
  const client = await world.signInAgain(own.client)
  const ofPage = async (day: string, pageNo: string) => client.ok(adCharges, { proID, day, pageNo })
  expect(await ofPage('2026-11-12', '1')).toMatchObject({ rowCount: 51, list: { length: 50 } })
  expect(await ofPage('2026-11-12', '2')).toMatchObject({ rowCount: 51, list: { length: 1 } })
  expect(await ofPage('2026-11-13', '1')).toMatchObject({ rowCount: 1, list: { length: 1 } })
  const file = await client.raw(`/api/v1/ad/insight/charges?proID=${proID}&day=2026-11-12&format=csv`)
  expect(file.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(file.headers.get('content-disposition')).toBe(
    `attachment; filename="charges-${proID}-2026-11-12.csv"`,
  )
  const lines = (await file.text()).split('\r\n')
  expect(lines[0]).toBe(
    'EventID,Time,Action,AppName,Country,Status,Rule,Price,RunnerUp,Publisher,Network,User,TransferID',
  )
  expect(lines).toHaveLength(53)
  expect(lines[1]).toMatch(
    /^[0-9a-f-]{36}\.IMPRESSION,2026-11-12T23:59:\d\d\+09:00,IMPRESSION,Pages,KR,CHARGED,,9,/,
  )
})
