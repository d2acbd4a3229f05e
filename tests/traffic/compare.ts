import { wonText } from '@voltline/kernel'
import type { Journal } from './journal.ts'
import type { AdFigures, AppFigures, Figures } from './reports.ts'

export interface Comparison {
  lines: string[]
  differences: string[]
}

const noAd: AdFigures = { impressions: 0, clicks: 0, cost: 0n as AdFigures['cost'] }
const noApp: AppFigures = { impressions: 0, installs: 0, clicks: 0, revenue: 0n as AppFigures['revenue'] }

/** Compares the increase of the reports with what the generator recorded. Counts must agree exactly. */
export function compare(journal: Journal, before: Figures, after: Figures, networkShare: number): Comparison {
  const differences: string[] = []
  const check = (what: string, found: number, wanted: number) => {
    if (found !== wanted) differences.push(`${what}: the report says ${found}, ${wanted} were sent`)
  }
  const byAd = journal.counts((offer) => offer.adId)
  let cost = 0n
  for (const id of new Set([...after.ads.keys(), ...byAd.keys()])) {
    const was = before.ads.get(id) ?? noAd
    const now = after.ads.get(id) ?? noAd
    check(`ad ${id}, impressions`, now.impressions - was.impressions, byAd.get(id)?.impressions ?? 0)
    check(`ad ${id}, clicks`, now.clicks - was.clicks, byAd.get(id)?.clicks ?? 0)
    cost += now.cost - was.cost
  }
  const byApp = journal.counts((offer) => offer.appId)
  let revenue = 0n
  for (const id of new Set([...after.apps.keys(), ...byApp.keys()])) {
    const was = before.apps.get(id) ?? noApp
    const now = after.apps.get(id) ?? noApp
    check(`app ${id}, impressions`, now.impressions - was.impressions, byApp.get(id)?.impressions ?? 0)
    check(`app ${id}, clicks`, now.clicks - was.clicks, byApp.get(id)?.clicks ?? 0)
    check(`app ${id}, installs`, now.installs - was.installs, byApp.get(id)?.installs ?? 0)
    revenue += now.revenue - was.revenue
  }
  // Every charge is rounded down separately, so the publisher's revenue differs from the share of the advertisers' cost
  // by less than a millionth of a won per event.
  const share = (cost * BigInt(900_000 - networkShare)) / 1_000_000n
  const lostToRounding = share - revenue
  if (lostToRounding < 0n || lostToRounding > BigInt(journal.events)) {
    differences.push(`money: advertisers paid ${cost} micro-won, the publisher got ${revenue}`)
  }
  const total = [...byAd.values()]
  const sum = (figure: (record: (typeof total)[number]) => number) =>
    total.reduce((sum, record) => sum + figure(record), 0)
  return {
    lines: [
      `${journal.requests} requests, ${journal.served} ads, ${journal.events} events, ${journal.bad} times bad traffic`,
      `${sum((record) => record.impressions)} impressions, ${sum((record) => record.clicks)} clicks, ${sum((record) => record.installs)} installs`,
      `advertisers paid ${wonText(cost as never)} KRW, the publisher got ${wonText(revenue as never)} KRW`,
    ],
    differences,
  }
}
