// One won through every role of the program, so it belongs to none of them.
import { setTimeout as wait } from 'node:timers/promises'
import {
  adDailyReport,
  addAd,
  addApp,
  addMedium,
  adReport,
  advertiserHome,
  approveApp,
  campaignReport,
  customerStatement,
  getApp,
  issueKey,
  listAds,
  listAllApps,
  listMedia,
  operatorBooks,
  operatorToday,
  proveBooksNow,
  reportByApp,
  reportByDaily,
  reportByDailyMedia,
  startAd,
} from '@voltline/contract'
import { assert, localDay, micros, seoul, won } from '@voltline/kernel'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { adDraft, giveCampaign, giveFile } from '../../server/testing/advertiser.ts'
import {
  type NatsCluster,
  natsServerPath,
  requireNats,
  startNats,
} from '../../server/testing/event-log/nats-server.ts'
import { eventually } from '../../server/testing/eventually.ts'
import { type CustomerClient, TestServer } from '../../server/testing/test-server.ts'

let server: TestServer

async function anApp(publisher: CustomerClient): Promise<{ appID: number; medID: number; apiKey: string }> {
  const operator = await server.operator()
  const storeURL = 'https://play.google.com/store/apps/details?id=one.won'
  await publisher.ok(addApp, { name: 'App', platform: 'AOS', storeURL, filter: false })
  const [app] = (await publisher.ok(listAllApps, {})).apps
  assert(app, 'the app is listed')
  await operator.ok(approveApp, { appID: app.AppID, approval: true, reason: '' })
  await operator.ok(issueKey, { appID: app.AppID })
  await publisher.ok(addMedium, { appID: app.AppID, name: 'Unit', product: 'BANNER', reward: '', rewards: 0 })
  const [unit] = (await publisher.ok(listMedia, { appID: String(app.AppID) })).invens
  const key = (await publisher.ok(getApp, { appID: app.AppID })).app?.ApiKey
  assert(unit && key, 'the app has a unit and a key')
  return { appID: app.AppID, medID: unit.MedID, apiKey: key }
}

async function aRunningAd(advertiser: CustomerClient): Promise<{ campID: number; proID: number }> {
  const campID = await giveCampaign(advertiser)
  const file = await giveFile(server, advertiser, { folder: 'image' })
  await advertiser.ok(addAd, { ...adDraft(campID, [file.name]), minCost: 1_000, maxCost: 1_000 })
  const [ad] = (await advertiser.ok(listAds, { campID: String(campID) })).ads
  assert(ad, 'the ad is listed')
  await advertiser.ok(startAd, { proID: ad.ProID })
  return { campID, proID: ad.ProID }
}

const today = () => localDay(server.now, seoul)

/** The advertiser's console: cash, campaign, ad and its day. */
async function expectPaid(advertiser: CustomerClient, ad: { campID: number; proID: number }): Promise<void> {
  const [campID, proID] = [String(ad.campID), String(ad.proID)]
  const figures = { Impression: 1, Click: 0, CTR: 0 }
  expect((await advertiser.ok(advertiserHome, {})).user.Cash).toBe(won(99_999))
  const { campaigns } = await advertiser.ok(campaignReport, {})
  expect(campaigns).toMatchObject([{ ...figures, Execute: won(1) }])
  const { ads } = await advertiser.ok(adReport, { campID })
  expect(ads).toMatchObject([{ ...figures, Cost: won(1) }])
  const { daily } = await advertiser.ok(adDailyReport, { campID, proID })
  expect(daily.find((row) => row.RegistTime === today())).toMatchObject({ ...figures, Cost: won(1) })
}

/** The publisher's console: seven tenths, by day, app and unit. */
async function expectEarned(
  publisher: CustomerClient,
  unit: { appID: number; medID: number },
): Promise<void> {
  const earned = { Revenue: micros(700_000n), Impressions: 1, eCPM: 700 }
  const day = { startDate: today(), endDate: today() }
  expect((await publisher.ok(reportByDaily, day)).list).toMatchObject([earned])
  expect((await publisher.ok(reportByApp, day)).list).toMatchObject([{ AppID: unit.appID, ...earned }])
  const media = await publisher.ok(reportByDailyMedia, { appID: String(unit.appID), ...day })
  expect(media.list).toMatchObject([{ MedID: unit.medID, ...earned }])
}

/** The operator's console: the balances, both statements, and the proof of the ledger. */
async function expectBooks(advertiser: CustomerClient, publisher: CustomerClient): Promise<void> {
  const operator = await server.operator()
  const { accounts } = await operator.ok(operatorBooks, {})
  const balances = Object.fromEntries(accounts.map(({ Kind, Balance }) => [Kind, Balance]))
  expect(balances).toMatchObject({
    CASH: won(99_999),
    REVENUE: micros(700_000n),
    VOLTS: micros(100_000n),
    NETWORK: micros(200_000n),
    OUTSIDE: micros(-won(100_000)),
  })
  expect((await operator.ok(operatorToday, {})).today).toMatchObject({
    ...{ Spend: won(1), Revenue: micros(700_000n), Impressions: 1, Events: 1, Invalid: 0 },
  })
  const chargeOf = async (custID: number) =>
    (await operator.ok(customerStatement, { custID })).months[0]?.Charge
  expect(await chargeOf(advertiser.id)).toBe(micros(-won(1)))
  expect(await chargeOf(publisher.id)).toBe(micros(700_000n))
  const { proof } = await operator.ok(proveBooksNow, {})
  expect(proof).toMatchObject({ Sum: 0n, WrongCharges: 0, WrongVolts: 0, Charges: 1, Good: true })
}

async function followOneWon(): Promise<void> {
  const advertiser = await server.customer('ADVERTISER', { cash: won(100_000) })
  const publisher = await server.customer('PUBLISHER')
  const { appID, medID, apiKey } = await anApp(publisher)
  const { campID, proID } = await aRunningAd(advertiser)
  const sdk = async (path: string, body?: object) => {
    const response = await fetch(`${server.url}${path}`, {
      headers: { 'X-Api-Key': apiKey, 'Content-Type': 'application/json' },
      ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
    })
    return (await response.json()) as Record<string, unknown> & { ad?: { token: string; proID: number } }
  }
  const device = { deviceID: 'a-phone' }
  let ad: { token: string; proID: number } | undefined
  for (let tries = 0; !ad && tries < 200; tries++) {
    ad = (await sdk('/sdk/v1/ad', { medID, country: 'KR', ...device })).ad
    if (!ad) await wait(50)
  }
  expect(ad?.proID).toBe(proID)
  const shown = { token: ad?.token, action: 'IMPRESSION', ...device }
  expect(await sdk('/sdk/v1/event', shown)).toMatchObject({ error: 'SUCCESS' })
  expect(await sdk('/sdk/v1/event', shown)).toMatchObject({ error: 'SUCCESS', repeated: true })
  await server.client().raw('/dev/drain', { method: 'POST' })

  // A thousand impressions cost 1,000 won and nobody else bids, so this impression costs one won.
  await expectPaid(advertiser, { campID, proID })
  await expectEarned(publisher, { appID, medID })
  expect(await sdk('/sdk/v1/user?deviceID=a-phone')).toMatchObject({ error: 'SUCCESS', volts: 0.1 })
  await expectBooks(advertiser, publisher)
}

const title = 'a won of an advertiser’s cash goes through one impression to publisher, user and network'

describe('with the event log in PostgreSQL', () => {
  beforeAll(async () => {
    server = new TestServer()
    await server.start({ ROLES: 'web,delivery,billing' })
  })
  afterAll(() => server.stop())
  test(title, followOneWon)
})

describe('with the event log on JetStream', () => {
  let nats: NatsCluster | undefined
  beforeAll(async () => {
    if (natsServerPath === undefined) return
    nats = await startNats()
    server = new TestServer()
    await server.start({ ROLES: 'all', EVENT_LOG_URL: nats.url })
  })
  afterAll(async () => {
    if (nats) await server.stop()
    await nats?.stop()
  })
  beforeEach(requireNats)
  test(title, followOneWon)

  test('the program is ready only while JetStream answers', async () => {
    const isReady = async () => (await fetch(`${server.url}/readyz`)).status === 200
    await eventually(isReady)
    await nats?.servers[0]?.kill()
    await eventually(async () => !(await isReady()))
    await nats?.servers[0]?.start()
    await eventually(isReady)
  })
})
