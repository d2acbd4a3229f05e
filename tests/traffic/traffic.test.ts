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
import { assert, localDay, micros, seoul, won } from '@voltline/kernel'
import { expect, test } from 'vitest'
import { giveAd } from '../../server/testing/advertiser.ts'
import { type CustomerClient, useTestServer } from '../../server/testing/test-server.ts'
import { compare } from './compare.ts'
import { Journal } from './journal.ts'
import { type Consoles, type Figures, readFigures } from './reports.ts'
import { runTraffic } from './traffic.ts'

const server = useTestServer({ ROLES: 'web,delivery,billing', TRAFFIC_RULES: '1' })
const networkShare = 200_000
let apps = 0

async function aPublisher(): Promise<CustomerClient> {
  const [publisher, operator] = [await server.customer('PUBLISHER'), await server.operator()]
  const storeURL = `https://play.google.com/store/apps/details?id=some.traffic.t${++apps}`
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

test('both consoles report exactly what the traffic generator recorded', async () => {
  const consoles: Consoles = {
    publisher: await aPublisher(),
    advertisers: [
      await anAdvertiser({ billingType: 'nCPI', minCost: 10, maxCost: 900 }),
      await anAdvertiser({ minCost: 1_000, maxCost: 3_000 }),
    ],
  }
  const lines: string[] = []
  const { journal, troubles } = await runTraffic({
    ...{ url: server.url, consoles, rate: 300, ms: 3_000, networkShare },
    say: (line) => lines.push(line),
  })
  expect(troubles).toEqual([])
  expect(journal.served).toBeGreaterThan(0)
  expect(journal.events).toBeGreaterThan(0)
  expect(lines.join('\n')).toMatch(
    /1 units, 2 ads.*\n.*requests.*bad traffic\n.*impressions.*\nadvertisers paid /,
  )

  // One extra impression must be found by the comparison.
  const day = localDay(server.now, seoul)
  const after = await readFigures(consoles, { startDate: day, endDate: day })
  const nothing: Figures = { ads: new Map(), apps: new Map() }
  const shown = journal.offers.find((offer) => offer.shown)
  assert(shown, 'an ad was shown')
  expect(compare(journal, nothing, after, networkShare).differences).toEqual([])
  journal.offers.push({ ...shown, clicked: false, installed: false })
  expect(compare(journal, nothing, after, networkShare).differences).toHaveLength(2)
})

test('a publisher with more or less than the share is reported as a difference', () => {
  const figures = (cost: bigint, revenue: bigint): Figures => ({
    ads: new Map([[1, { impressions: 0, clicks: 0, cost: micros(cost) }]]),
    apps: new Map([[1, { impressions: 0, installs: 0, clicks: 0, revenue: micros(revenue) }]]),
  })
  const nothing: Figures = { ads: new Map(), apps: new Map() }
  const differences = (cost: bigint, revenue: bigint) =>
    compare(new Journal(), nothing, figures(cost, revenue), networkShare).differences.length
  expect(differences(1_000_000n, 700_000n)).toBe(0)
  expect(differences(1_000_000n, 700_001n)).toBe(1)
  expect(differences(1_000_000n, 699_999n)).toBe(1)
})
