// Delivery, billing and both consoles together: what became of each request, for the ad and for the unit.
import { adDailyReport, addCorrection, adFunnel, bidLandscape, tryUnit, unitFill } from '@voltline/contract'
import { hour, localDay, seoul, won } from '@voltline/kernel'
import { expect, test } from 'vitest'
import { useOpenWorld } from './world.ts'

const world = useOpenWorld({ VOLTLINE_NOW: '2026-11-10T03:00:00Z' })

const sum = (counts: object): number => Object.values(counts).reduce((total, count) => total + count, 0)

test('a funnel adds up, equals the reports, and hides rivals while fewer than three took part', async () => {
  const publisher = await world.customer('PUBLISHER')
  const unit = await world.app(publisher, 'Funnel')
  const rival = await world.advertiser({ min: 1_000, max: 2_000, company: 'Rival' })
  const own = await world.advertiser({ min: 1_000, max: 4_000 })
  const token = await world.offer(unit, own.proID)
  await world.report(unit, token, 'IMPRESSION')
  await world.report(unit, await world.offer(unit, own.proID, 'phone-2'), 'IMPRESSION')
  const ask = (country: string) =>
    world.sdk(unit, '/sdk/v1/ad', { medID: unit.medID, country, deviceID: 'p' })
  await ask('US')
  await world.drain()
  const operator = await world.operator()
  const [from, to] = [new Date(world.now - hour).toISOString(), new Date(world.now).toISOString()]
  await operator.ok(addCorrection, { proID: own.proID, from, to, reason: 'Invented' })

  const proID = String(own.proID)
  for (const by of ['day', 'hour'] as const) {
    const { list, total, gap } = await own.client.ok(adFunnel, { proID, by })
    expect(gap).toBeNull()
    expect(list).toHaveLength(by === 'day' ? 7 : 7 * 24)
    expect(list.at(-1)?.RegistTime).toBe(`${localDay(world.now, seoul)}${by === 'day' ? '' : ' 23:00'}`)
    for (const row of [...list, total]) {
      expect(row.Requests).toBe(sum(row.Ineligible) + row.Capped + row.Outbid + row.Won)
      expect(row.Charged + row.Unpaid + row.Corrected).toBe(row.Shown)
    }
    expect(total).toMatchObject({ Ineligible: { country: 1 }, Won: 2, Shown: 2, Charged: 0, Corrected: 2 })
    for (const name of ['Requests', 'Won', 'Shown', 'Corrected'] as const) {
      expect(list.reduce((all, row) => all + row[name], 0)).toBe(total[name])
    }
  }
  const { daily } = await own.client.ok(adDailyReport, { proID, campID: String(own.campID) })
  const { list } = await own.client.ok(adFunnel, { proID })
  expect(list.map((row) => [row.RegistTime, row.Shown])).toEqual(
    daily.map((row) => [row.RegistTime, row.Impression]),
  )
  const lost = await rival.client.ok(adFunnel, { proID: String(rival.proID) })
  expect(lost.total.Outbid).toBeGreaterThanOrEqual(2)
  expect(lost.gap).toBeNull()
  const hidden = await own.client.ok(bidLandscape, { proID })
  expect(hidden).toEqual({ points: [], current: { Bid: 4_000, Wins: 2, Cost: won(0) }, days: 7 })
  expect(
    (await own.client.call(adFunnel, { proID, startDate: '2026-11-10', endDate: '2026-11-01' })).error,
  ).toBe('UNKNOWN')
})

test('with three others, other bids are shown: they never win or cost less than lower ones', async () => {
  const unit = await world.app(await world.customer('PUBLISHER'), 'Landscape')
  for (const max of [6_000, 7_000, 8_000]) await world.advertiser({ min: 1_000, max })
  const own = await world.advertiser({ min: 1_000, max: 9_000 })
  await world.offer(unit, own.proID)
  await world.drain()
  for (let index = 0; index < 20; index++) await world.offer(unit, own.proID, `phone-${index}`)
  await world.drain()
  const { points, current, days } = await own.client.ok(bidLandscape, { proID: String(own.proID), days: '1' })
  expect([points.length, points[0]?.Bid, days]).toEqual([25, 1_000, 1])
  expect(current.Bid).toBe(9_000)
  points.forEach((point, index) => {
    const before = points[index - 1]
    if (!before) return
    expect(point.Bid).toBeGreaterThan(before.Bid)
    expect(point.Wins).toBeGreaterThanOrEqual(before.Wins)
    expect(point.Cost).toBeGreaterThanOrEqual(before.Cost)
  })
  expect(points.at(-1)?.Wins).toBe(points[0]?.Requests)
  expect(points.find((point) => point.Bid > 4_000 && point.Bid < 7_500)?.Wins).toBe(0)
})

test('a publisher sees why requests were not filled, and can try one without counting it', async () => {
  const publisher = await world.customer('PUBLISHER')
  const unit = await world.app(publisher, 'Fill')
  const ad = await world.advertiser({ min: 10_000, max: 20_000 })
  const token = await world.offer(unit, ad.proID)
  await world.report(unit, token, 'IMPRESSION')
  const ask = (country: string) =>
    world.sdk(unit, '/sdk/v1/ad', { medID: unit.medID, country, deviceID: 'p' })
  await ask('US')
  await ask('US')
  await world.drain()
  const medID = String(unit.medID)
  const read = () => publisher.ok(unitFill, { medID })
  const before = await read()
  const today = localDay(world.now, seoul)
  expect(before.list.filter((row) => row.Country === 'US')).toEqual([
    {
      RegistTime: today,
      Country: 'US',
      Requests: 2,
      Filled: 0,
      Shown: 0,
      Revenue: won(0),
      NoFill: { country: 2 },
    },
  ])
  expect(before.list.find((row) => row.Country === 'KR')).toMatchObject({ Shown: 1 })
  for (const row of before.list) expect(row.Requests).toBe(row.Filled + sum(row.NoFill))
  expect((await publisher.ok(unitFill, { appID: String(unit.appID) })).list).toEqual(before.list)

  const tried = await publisher.ok(tryUnit, { medID: unit.medID, country: 'KR' })
  expect(tried).toMatchObject({ filled: true })
  const elsewhere = await publisher.ok(tryUnit, { medID: unit.medID, country: 'US' })
  expect(elsewhere).toEqual({
    filled: false,
    candidates: 0,
    reasons: { ...tried.reasons, country: tried.candidates },
  })
  expect(Object.keys(tried).sort()).toEqual(['candidates', 'filled', 'reasons'])
  await world.drain()
  expect(await read()).toEqual(before)
  const stranger = await world.customer('PUBLISHER')
  expect((await stranger.call(tryUnit, { medID: unit.medID, country: 'KR' })).error).toBe('NO_PERMISSION')
  expect((await stranger.ok(unitFill, { medID })).list).toEqual([])
  expect((await publisher.call(unitFill, {})).status).toBe(400)
})
