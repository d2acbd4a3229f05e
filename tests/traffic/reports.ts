import {
  adReport,
  getAd,
  getApp,
  listAds,
  listAllApps,
  listAllCampaigns,
  listMedia,
  reportByApp,
  signin,
} from '@voltline/contract'
import type { Day, Micros } from '@voltline/kernel'
import { advertiser, demoPassword, publisher, rivals } from '../../server/src/demo/accounts.ts'
import { Client } from '../../server/testing/client.ts'
import type { Unit } from './people.ts'

export interface Range {
  startDate: Day
  endDate: Day
}

async function signIn(url: string, email: string): Promise<Client> {
  const client = new Client(url)
  const { accessToken, user } = await client.ok(signin, { email, pw: demoPassword })
  client.credentials = { accessToken, custId: String(user.CustID), sessionKey: user.SessionKey }
  return client
}

/** The accounts whose figures are compared: the publisher and every advertiser whose ads can win. */
export interface Consoles {
  publisher: Client
  advertisers: Client[]
}

export async function openConsoles(url: string): Promise<Consoles> {
  const advertisers = []
  for (const { email } of [advertiser, ...rivals]) advertisers.push(await signIn(url, email))
  return { publisher: await signIn(url, publisher.email), advertisers }
}

/** The open units of the publisher's apps with a key. */
export async function findUnits(console: Client): Promise<Unit[]> {
  const units: Unit[] = []
  for (const { AppID } of (await console.ok(listAllApps, {})).apps) {
    const { app } = await console.ok(getApp, { appID: AppID })
    if (!app?.Approval || app.ApiKey === '') continue
    const { invens } = await console.ok(listMedia, { appID: AppID })
    for (const unit of invens.filter(({ Active }) => Active === 1)) {
      units.push({ medID: unit.MedID, appID: AppID, product: unit.Product, apiKey: app.ApiKey })
    }
  }
  return units
}

/** Each ad's campaign and the secret that its advertiser signs postbacks with. */
export async function findAdFacts(
  consoles: readonly Client[],
): Promise<Map<number, { campaignId: number; secret: string }>> {
  const secrets = new Map<number, { campaignId: number; secret: string }>()
  for (const console of consoles) {
    let secret: string | undefined
    for (const { CampID } of (await console.ok(listAllCampaigns, {})).campaigns) {
      for (let pageNo = 1; ; pageNo++) {
        const { ads } = await console.ok(listAds, { campID: CampID, pageNo: String(pageNo) })
        for (const { ProID } of ads) {
          secret ??= (await console.ok(getAd, { proID: ProID })).ad?.PostbackSecret ?? ''
          secrets.set(ProID, { campaignId: CampID, secret })
        }
        if (ads.length === 0) break
      }
    }
  }
  return secrets
}

export interface AdFigures {
  impressions: number
  clicks: number
  cost: Micros
}

export interface AppFigures {
  impressions: number
  installs: number
  clicks: number
  revenue: Micros
}

export interface Figures {
  ads: Map<number, AdFigures>
  apps: Map<number, AppFigures>
}

/** What the consoles show now. A publisher's row has no clicks, but its CTR is derived from them. */
export async function readFigures(consoles: Consoles, range: Range): Promise<Figures> {
  const ads = new Map<number, AdFigures>()
  for (const console of consoles.advertisers) {
    for (const { CampID } of (await console.ok(listAllCampaigns, {})).campaigns) {
      for (const row of (await console.ok(adReport, { campID: CampID, ...range })).ads) {
        ads.set(row.ProID, { impressions: row.Impression, clicks: row.Click, cost: row.Cost })
      }
    }
  }
  const { list } = await consoles.publisher.ok(reportByApp, range)
  const apps = new Map(
    list.map((row) => [
      row.AppID,
      {
        impressions: row.Impressions,
        installs: row.Installs,
        clicks: Math.round(row.CTR * row.Impressions),
        revenue: row.Revenue,
      },
    ]),
  )
  return { ads, apps }
}
