import {
  addApp,
  addMedium,
  approveApp,
  debitCash,
  getApp,
  issueKey,
  listAllApps,
  listMedia,
  type PricingModel,
  startAd,
} from '@voltline/contract'
import { assert, type CustomerId, second, won } from '@voltline/kernel'
import { afterAll, beforeAll } from 'vitest'
import { balanceOf, cashOf } from '../../server/src/domain/ledger/account.ts'
import { giveAd, giveCampaign } from '../../server/testing/advertiser.ts'
import { eventually } from '../../server/testing/eventually.ts'
import { type CustomerClient, TestServer } from '../../server/testing/test-server.ts'

export interface TestUnit {
  appID: number
  medID: number
  apiKey: string
}

export interface TestAdvertiser {
  client: CustomerClient
  campID: number
  proID: number
}

/** The whole program with its rules on traffic, one app and as many advertisers as a test needs. */
export class OpenWorld extends TestServer {
  async app(publisher: CustomerClient, name = 'App'): Promise<TestUnit> {
    const operator = await this.operator()
    const storeURL = `https://play.google.com/store/apps/details?id=open.${name.toLowerCase().replace(/[^a-z]/g, '')}`
    await publisher.ok(addApp, { name, platform: 'AOS', storeURL, filter: false })
    const [app] = (await publisher.ok(listAllApps, {})).apps
    assert(app, 'the app is listed')
    await operator.ok(approveApp, { appID: app.AppID, approval: true, reason: '' })
    await operator.ok(issueKey, { appID: app.AppID })
    const unit = { appID: app.AppID, name: 'Unit', product: 'BANNER', reward: '', rewards: 0 } as const
    await publisher.ok(addMedium, unit)
    const [medium] = (await publisher.ok(listMedia, { appID: String(app.AppID) })).invens
    const apiKey = (await publisher.ok(getApp, { appID: app.AppID })).app?.ApiKey
    assert(medium && apiKey, 'the app has a unit and a key')
    return { appID: app.AppID, medID: medium.MedID, apiKey }
  }

  /** Bids whole won per 1,000 impressions, or per event. */
  async advertiser(terms: {
    min: number
    max: number
    billingType?: PricingModel
    company?: string
    cash?: number
  }): Promise<TestAdvertiser> {
    const { min, max, billingType = 'CPM', company = 'Company', cash = 100_000 } = terms
    const client = await this.customer('ADVERTISER', { cash: won(cash), company })
    const campID = await giveCampaign(client)
    const proID = await giveAd(this, client, { campID, billingType, minCost: min, maxCost: max })
    await client.ok(startAd, { proID })
    return { client, campID, proID }
  }

  sdk(unit: TestUnit, path: string, body: object): Promise<Record<string, unknown>> {
    return fetch(`${this.url}${path}`, {
      method: 'POST',
      headers: {
        'X-Api-Key': unit.apiKey,
        'Content-Type': 'application/json',
        'User-Agent': 'okhttp/4.12.0',
      },
      body: JSON.stringify(body),
    }).then((response) => response.json() as Promise<Record<string, unknown>>)
  }

  /** The token of an offer; waits until delivery knows the ad. */
  async offer(unit: TestUnit, proID: number, deviceID = 'a-phone'): Promise<string> {
    let token = ''
    await eventually(async () => {
      const reply = await this.sdk(unit, '/sdk/v1/ad', { medID: unit.medID, country: 'KR', deviceID })
      const ad = reply.ad as { token: string; proID: number } | undefined
      token = ad?.token ?? ''
      return ad?.proID === proID
    })
    return token
  }

  /** Reports an event two seconds later, which is late enough for every rule unless the test says otherwise. */
  async report(unit: TestUnit, token: string, action: string, afterMs = 2 * second): Promise<void> {
    await this.advance(afterMs)
    const reply = await this.sdk(unit, '/sdk/v1/event', { token, action })
    assert(reply.error === 'SUCCESS', `the event is accepted, not ${String(reply.error)}`)
  }

  /** An operator takes all of an advertiser's cash. */
  async drainCash(custID: CustomerId): Promise<void> {
    const cash = await this.db.read((session) => balanceOf(session, cashOf(custID)))
    const amount = Number(cash / 1_000_000n)
    if (amount > 0) await (await this.operator()).ok(debitCash, { custID, amount, reason: 'Test' })
  }

  async drain(): Promise<void> {
    await this.client().raw('/dev/drain', { method: 'POST' })
  }
}

export function useOpenWorld(environment: Readonly<Record<string, string>> = {}): OpenWorld {
  const world = new OpenWorld()
  beforeAll(() => world.start({ ROLES: 'all', TRAFFIC_RULES: '1', ...environment }))
  afterAll(() => world.stop())
  return world
}
