import {
  type addAd,
  addApp,
  addMedium,
  approveApp,
  issueKey,
  listAllApps,
  type Sent,
  startAd,
} from '@voltline/contract'
import { assert, won } from '@voltline/kernel'
import { expect, test } from 'vitest'
import { giveAd } from '../../server/src/testing/advertiser.ts'
import { type CustomerClient, useTestServer } from '../../server/src/testing/test-server.ts'
import { compare } from './compare.ts'
import { type Consoles, readFigures } from './reports.ts'
import { runTraffic } from './traffic.ts'

const server = useTestServer({ ROLES: 'web,delivery,billing' })
const networkShare = 200_000

async function aPublisher(): Promise<CustomerClient> {
  const [publisher, operator] = [await server.customer('PUBLISHER'), await server.operator()]
  const storeURL = 'https://play.google.com/store/apps/details?id=some.traffic'
  await publisher.ok(addApp, { name: 'App', platform: 'AOS', storeURL, filter: false })
  const [app] = (await publisher.ok(listAllApps, {})).apps
  assert(app, 'the app is listed')
  await operator.ok(approveApp, { appID: app.AppID, approval: true, reason: '' })
  await operator.ok(issueKey, { appID: app.AppID })
  await publisher.ok(addMedium, { appID: app.AppID, name: 'Unit', product: 'BANNER', reward: '', rewards: 0 })
  return publisher
}

async function anAdvertiser(ad: Partial<Sent<typeof addAd>>): Promise<CustomerClient> {
  const advertiser = await server.customer('ADVERTISER', { cash: won(10_000_000) })
  const proID = await giveAd(server, advertiser, ad)
  await advertiser.ok(startAd, { proID })
  return advertiser
}

test('what the traffic generator was told is what both consoles report, and it would see if it were not', async () => {
  const consoles: Consoles = {
    publisher: await aPublisher(),
    advertisers: [
      await anAdvertiser({ billingType: 'CPC', minCost: 10, maxCost: 900 }),
      await anAdvertiser({ minCost: 1_000, maxCost: 3_000 }),
    ],
  }
  const before = await readFigures(consoles, { startDate: '2026-01-01' as never, endDate: '2026-01-01' as never })
  const traffic = { url: server.url, consoles, rate: 150, ms: 3_000, networkShare, say: () => {} }
  const { journal, troubles } = await runTraffic(traffic)
  expect(troubles).toEqual([])
  expect(journal.events).toBeGreaterThan(20)
  expect(before.ads.size).toBeGreaterThanOrEqual(0)
})
