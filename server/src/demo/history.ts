import { type ActionType, billedOn, type PricingModel, type Product } from '@voltline/contract'
import {
  type AdId,
  addDays,
  after,
  type CampaignId,
  type Clock,
  type Day,
  hour,
  type Instant,
  type Millionths,
  micros,
  minute,
  second,
  seoul,
  startOfDay,
  utcDay,
} from '@voltline/kernel'
import { createBilling } from '../billing/billing.ts'
import { Tallies } from '../delivery/intake/tallies.ts'
import { Visits } from '../delivery/intake/visits.ts'
import * as reader from '../delivery/snapshot/reader.ts'
import type { LiveAd } from '../delivery/snapshot/records.ts'
import { Snapshot } from '../delivery/snapshot/snapshot.ts'
import { decide } from '../domain/auction/auction.ts'
import type { OfferEvent } from '../domain/events/event-log.ts'
import { insertEvents } from '../domain/events/postgres-event-log.ts'
import type { Database } from '../platform/database/database.ts'
import type { Log } from '../platform/log.ts'
import { closeMonths } from '../worker/month-close.ts'
import type { AddedApp } from './apps.ts'
import { type AdRequest, Crowd } from './crowd.ts'
import type { Random } from './random.ts'

/** In the demo's past a device saw an ad twice a day at most, so that every ad had its share. */
const frequencyCap = 2
const eventsPerInsert = 2_000
const batchRowsMax = 20_000

export interface HistoryServices {
  db: Database
  log: Log
  clock: Clock
  settings: { networkShare: Millionths }
}

export interface HistoryPlan {
  random: Random
  apps: readonly AddedApp[]
  /** The first day and the one after the last, by Seoul's calendar. */
  start: Day
  end: Day
  /** What the customers and operators do at the start of a day. */
  onDay(date: Day, now: Instant): Promise<void>
}

/** A clock that is moved by hand. */
class PastClock implements Clock {
  at: Instant
  constructor(at: Instant) {
    this.at = at
  }
  now(): Instant {
    return this.at
  }
}

/** The ads as they stood at the start of a day. */
function openMarket(db: Database, now: Instant): Promise<Snapshot> {
  return db.snapshot(async (tx) => {
    const snapshot = new Snapshot()
    snapshot.passTime(now, Number.POSITIVE_INFINITY)
    for (const row of await reader.readCustomers(tx)) snapshot.putCustomer(row)
    for (const row of await reader.readCash(tx)) snapshot.putCash(row)
    for (const row of await reader.readCampaigns(tx)) snapshot.putCampaign(row)
    const fetchLiveAds = await reader.openLiveAds(tx)
    for (const row of await fetchLiveAds()) snapshot.putAd(row, now)
    return snapshot
  })
}

/** How often an impression is clicked and a click leads on: a little more often than new ads are expected to. */
const clickRate: Record<Product, number> = { BANNER: 0.012, INTERSTITIAL: 0.035, VIDEO: 0.03 }
const clickRateOfBilling: Partial<Record<PricingModel, number>> = { CPC: 0.034, nCPI: 0.05, nCPA: 0.05 }
const installRate = 0.09
const actionRate = 0.035
const watchRate = 0.58
/** A share of the clicks is made up: no impression was ever shown. */
const badRate = 0.004

/** What became of one offer, each event at its time. */
function eventsOf(random: Random, request: AdRequest, ad: LiveAd): { action: ActionType; at: Instant }[] {
  if (random.chance(badRate)) return [{ action: 'CLICK', at: after(request.at, random.whole(1, 9) * second) }]
  if (!random.chance(0.97)) return []
  const shownAt = after(request.at, random.whole(300, 2_500))
  const events: { action: ActionType; at: Instant }[] = [{ action: 'IMPRESSION', at: shownAt }]
  if (request.product === 'VIDEO' && random.chance(watchRate)) {
    events.push({ action: 'WATCH', at: after(shownAt, 6 * second + random.whole(0, second)) })
  }
  if (!random.chance(clickRateOfBilling[ad.billingType] ?? clickRate[request.product])) return events
  const clickedAt = after(shownAt, random.whole(1, 20) * second)
  events.push({ action: 'CLICK', at: clickedAt })
  if (random.chance(installRate)) {
    events.push({ action: 'INSTALL', at: after(clickedAt, random.whole(minute, 30 * hour)) })
  }
  if (random.chance(actionRate)) {
    events.push({ action: 'ACTION', at: after(clickedAt, random.whole(10 * minute, 60 * hour)) })
  }
  return events
}

/** Serves the requests of a day with the real decision, and answers the events that follow from it. */
function serve(
  services: { random: Random; snapshot: Snapshot; visits: Visits; tallies: Tallies },
  requests: readonly AdRequest[],
): OfferEvent[] {
  const { random, snapshot, visits, tallies } = services
  const seen = new Map<string, Map<AdId, number>>()
  const spent = new Map<CampaignId, number>()
  const events: OfferEvent[] = []
  requests.forEach((request, turn) => {
    const { app, device, at: now } = request
    snapshot.passTime(now, Number.POSITIVE_INFINITY)
    visits.note({ appId: app.id, deviceId: device.id, at: now, asks: true })
    const shown = seen.get(device.id) ?? new Map<AdId, number>()
    seen.set(device.id, shown)
    const capped = new Set([...shown].filter(([, count]) => count >= frequencyCap).map(([id]) => id))
    const decision = decide(
      snapshot.market,
      { ...request, platform: app.platform, country: device.country, allowsAdult: false, capped },
      turn,
    )
    if (!decision.winner) {
      tallies.answered(decision.refusal, request.mediumId, now)
      return
    }
    tallies.answered('SUCCESS', request.mediumId, now)
    const { ad } = decision.winner
    shown.set(ad.id, (shown.get(ad.id) ?? 0) + 1)
    const offer = {
      ...{ issueDay: utcDay(now), offerId: random.uuid(), adId: ad.id, mediumId: request.mediumId },
      ...{ deviceId: device.id, price: micros(BigInt(decision.priceMicros)) },
    }
    for (const { action, at: receivedAt } of eventsOf(random, request, ad)) {
      events.push({ ...offer, action, receivedAt })
      if (billedOn[ad.billingType] !== action) continue
      const sum = (spent.get(ad.campaign.id) ?? 0) + decision.priceMicros
      spent.set(ad.campaign.id, sum)
      snapshot.putCampaign({ id: ad.campaign.id, left: ad.campaign.left - decision.priceMicros })
    }
  })
  return events
}

const bySeoulDay = (date: Day): Instant => startOfDay(date, seoul)

/**
 * Lives through the demo's past, one of Seoul's days after the other: users ask, the real decision answers, events
 * arrive, and the real billing charges them. Nothing is written into a report by hand.
 */
export async function makeHistory(services: HistoryServices, plan: HistoryPlan): Promise<void> {
  const { db, log, settings } = services
  const clock = new PastClock(bySeoulDay(plan.start))
  const billing = createBilling({ db, clock, log, settings: { ...settings, batchRowsMax } })
  const crowds = plan.apps.map((app) => new Crowd(plan.random, app))
  const visits = new Visits()
  const tallies = new Tallies()
  let pending: OfferEvent[] = []
  try {
    for (let date = plan.start; date < plan.end; date = addDays(date, 1)) {
      const startsAt = bySeoulDay(date)
      const endsAt = bySeoulDay(addDays(date, 1))
      clock.at = startsAt
      await plan.onDay(date, startsAt)
      const weekday = new Date(`${date}T00:00:00Z`).getUTCDay()
      const requests = crowds
        .flatMap((crowd) => crowd.requests(startsAt, weekday))
        .sort((a, b) => a.at - b.at)
      const snapshot = await openMarket(db, startsAt)
      pending.push(...serve({ random: plan.random, snapshot, visits, tallies }, requests))
      const arrived = pending
        .filter((event) => event.receivedAt < endsAt)
        .sort((a, b) => a.receivedAt - b.receivedAt)
      pending = pending.filter((event) => event.receivedAt >= endsAt)
      await append(db, arrived)
      clock.at = endsAt
      await billing.drain()
      await closeMonths({ db, clock })
    }
    await visits.flush(db)
    await tallies.flush(db)
    // From here on the clock is the program's own, and the last clicks without an impression end their wait.
    clock.at = services.clock.now()
    for (let batches = 0; batches < 3; batches++) await billing.runBatch()
    await closeMonths({ db, clock })
  } finally {
    await billing.stop()
  }
}

async function append(db: Database, events: readonly OfferEvent[]): Promise<void> {
  for (let first = 0; first < events.length; first += eventsPerInsert) {
    await db.transaction((tx) => insertEvents(tx, events.slice(first, first + eventsPerInsert)))
  }
}

/** Room for the history's events until they are billed: one partition for all days that are too old to be kept. */
export async function withRoomForHistory(
  db: Database,
  span: { start: Day; end: Day },
  work: () => Promise<void>,
): Promise<void> {
  const tables = ['event', 'counted_event']
  const name = (table: string) => `${table}_${span.start.replaceAll('-', '')}`
  const run = (statement: (table: string) => string) =>
    db.asOwner(async (session) => {
      for (const table of tables) await session.run({ text: statement(table), values: [] })
    })
  await run(
    (table) =>
      `create table ${name(table)} partition of ${table} for values from ('${span.start}') to ('${span.end}')`,
  )
  await work()
  await run((table) => `drop table ${name(table)}`)
}
