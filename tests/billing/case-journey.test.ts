import { setTimeout as wait } from 'node:timers/promises'
import {
  addApp,
  addMedium,
  adminGetCase,
  adminListCases,
  advertiserHome,
  approveApp,
  confirmCase,
  getApp,
  getRevenue,
  issueKey,
  listAllApps,
  listMedia,
  openCase,
  proveBooksNow,
  publisherHome,
  publisherQuality,
  reportByApp,
  startAd,
} from '@voltline/contract'
import { assert, micros, won } from '@voltline/kernel'
import { expect, test } from 'vitest'
import { giveAd } from '../../server/testing/advertiser.ts'
import { eventually } from '../../server/testing/eventually.ts'
import { type CustomerClient, useTestServer } from '../../server/testing/test-server.ts'

const server = useTestServer({ ROLES: 'all', TRUST_PROXY: '1', VOLTLINE_NOW: '2026-11-10T03:10:00Z' })

async function post(path: string, body: object, more: { key?: string; address?: string } = {}) {
  const response = await fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(more.key === undefined ? {} : { 'x-api-key': more.key }),
      ...(more.address === undefined ? {} : { 'x-forwarded-for': more.address }),
    },
    body: JSON.stringify(body),
  })
  return (await response.json()) as { error: string; ad?: { token: string } }
}

interface Unit {
  medID: number
  key: string
}

async function unitsOf(publisher: CustomerClient, count: number): Promise<Unit[]> {
  const operator = await server.operator()
  const storeURL = 'https://play.google.com/store/apps/details?id=test.journey'
  await publisher.ok(addApp, { name: 'Stars', platform: 'AOS', storeURL, filter: false })
  const [app] = (await publisher.ok(listAllApps, {})).apps
  assert(app, 'the app is listed')
  await operator.ok(approveApp, { appID: app.AppID, approval: true, reason: '' })
  await operator.ok(issueKey, { appID: app.AppID })
  for (let index = 0; index < count; index++) {
    const name = `Unit ${index}`
    await publisher.ok(addMedium, { appID: app.AppID, name, product: 'BANNER', reward: '', rewards: '' })
  }
  const { invens } = await publisher.ok(listMedia, { appID: String(app.AppID) })
  const key = (await publisher.ok(getApp, { appID: app.AppID })).app?.ApiKey
  assert(key, 'the app has its key')
  return invens.map(({ MedID }) => ({ medID: MedID, key }))
}

/** Views of as many devices; of each `clickEvery`th a click. From one address, or from one for each device. */
async function view(
  { medID, key }: Unit,
  traffic: { views: number; clickEvery: number; address?: string },
): Promise<void> {
  const one = async (index: number) => {
    const address = traffic.address ?? `8.${medID % 250}.${Math.floor(index / 250)}.${index % 250}`
    const deviceID = `device-${medID}-${index}`
    const { ad, error } = await post('/sdk/v1/ad', { medID, deviceID, country: 'KR' }, { key, address })
    assert(ad, `an ad is served, not ${error}`)
    const report = (action: string) => post('/sdk/v1/event', { token: ad.token, action }, { key, address })
    await report('IMPRESSION')
    if (index % traffic.clickEvery === 0) await report('CLICK')
  }
  for (let first = 0; first < traffic.views; first += 20) {
    await Promise.all(
      Array.from({ length: Math.min(20, traffic.views - first) }, (_, index) => one(first + index)),
    )
  }
}

test('invented traffic opens a case within ten seconds of the hour, its revenue is held, and confirming it gives everything back', async () => {
  const advertiser = await server.customer('ADVERTISER', { cash: won(1_000_000) })
  const proID = await giveAd(server, advertiser, { countries: ['Global'], minCost: 10_000, maxCost: 10_000 })
  await advertiser.ok(startAd, { proID })
  let publisher = await server.customer('PUBLISHER')
  const [bad, ...honest] = await unitsOf(publisher, 6)
  assert(bad, 'there are units')
  await eventually(async () => {
    const body = { medID: bad.medID, deviceID: 'first', country: 'KR' }
    return (await post('/sdk/v1/ad', body, { key: bad.key, address: '9.9.9.9' })).error === 'SUCCESS'
  })
  for (const unit of honest) await view(unit, { views: 60, clickEvery: 30 })
  await view(bad, { views: 150, clickEvery: 2, address: '9.9.9.9' })
  await post('/dev/drain', {})
  const revenueOf = async () =>
    (await publisher.ok(reportByApp, { startDate: '2026-11-10', endDate: '2026-11-10' })).list[0]?.Revenue
  const revenue = await revenueOf()
  expect(revenue).toBe(won(450 * 7))

  await server.setClock('2026-11-10T04:00:01Z')
  let operator = await server.operator()
  const startedMs = performance.now()
  const opened = async () => (await operator.ok(adminListCases, { status: 'OPEN' })).cases
  while ((await opened()).length === 0) {
    assert(performance.now() - startedMs < 10_000, 'the detectors run within ten seconds')
    await wait(100)
  }
  const [found] = await opened()
  expect(found).toMatchObject({
    ...{ MedID: bad.medID, CustID: publisher.id, Amount: won(150 * 7), Events: 225, ByDetector: true },
    ...{ From: '2026-11-10T12:00:00+09:00', To: '2026-11-10T12:59:59+09:00' },
  })
  expect(found?.Signals.map(({ Signal }) => Signal)).toEqual(['click_rate', 'address_share'])
  const caseID = found?.CaseID ?? 0
  const detail = (await operator.ok(adminGetCase, { caseID: String(caseID) })).case
  expect(detail?.Hours).toMatchObject([{ Impressions: 150, Clicks: 75, Watches: 0, Installs: 0 }])
  expect(detail?.NetworkHours).toMatchObject([{ Impressions: 450, Clicks: 85 }])
  expect(detail?.Addresses).toEqual([{ Rank: 1, Events: 225, Share: 1 }])
  expect(detail?.Devices).toHaveLength(20)
  const own = await publisher.ok(publisherQuality, { startDate: '2026-11-10', endDate: '2026-11-10' })
  expect(own.cases).toMatchObject([{ CaseID: caseID, Amount: won(150 * 7), Signals: found?.Signals }])
  expect(await revenueOf()).toBe(revenue)

  await server.setClock('2026-12-02T00:00:00Z')
  operator = await server.operator()
  publisher = await server.signInAgain(publisher)
  await eventually(async () => (await publisher.ok(getRevenue, {})).revenue === won(300 * 7))
  expect((await publisher.ok(publisherHome, {})).rev.revenue).toBe(won(300 * 7))
  const period = { from: '2026-11-10T00:00:00Z', to: '2026-11-11T00:00:00Z' }
  await operator.ok(openCase, { medID: bad.medID, ...period, reason: 'A second look' })
  expect((await publisher.ok(getRevenue, {})).revenue).toBe(won(300 * 7))

  const { corrected } = await operator.ok(confirmCase, { caseID, reason: 'One phone farm' })
  expect(corrected).toEqual({ Events: 150, Amount: won(1_500) })
  expect((await publisher.ok(getRevenue, {})).revenue).toBe(won(300 * 7))
  expect(await revenueOf()).toBe(won(300 * 7))
  const { cases } = await operator.ok(adminListCases, {})
  expect(cases.map(({ Status, Amount }) => [Status, Amount])).toEqual([
    ['CONFIRMED', won(150 * 7)],
    ['OPEN', micros(0n)],
  ])
  const again = await server.signInAgain(advertiser)
  expect((await again.ok(advertiserHome, {})).user.Cash).toBe(won(1_000_000 - 3_000))
  expect((await operator.ok(proveBooksNow, {})).proof).toMatchObject({ Good: true })
})
