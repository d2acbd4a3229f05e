import { type ActionType, billedOn, type PricingModel, type Product } from '@voltline/contract'
import {
  type AdId,
  addDays,
  after,
  type Clock,
  type Day,
  hour,
  type Instant,
  type MicrosNumber,
  type Millionths,
  micros,
  minute,
  second,
  seoul,
  startOfDay,
  utcDay,
} from '@voltline/kernel'
import { createBilling } from '../billing/billing.ts'
import { DeviceVisits } from '../delivery/intake/device-visits.ts'
import { TrafficCounts } from '../delivery/intake/traffic-counts.ts'
import type { SnapshotAd } from '../delivery/snapshot/records.ts'
import { Snapshot } from '../delivery/snapshot/snapshot.ts'
import { decide } from '../domain/auction/auction.ts'
import { openLiveAds } from '../domain/auction/live/ads.ts'
import { readCampaigns, readCash, readCustomers } from '../domain/auction/live/advertisers.ts'
import type { EventLog, OfferEvent } from '../domain/events/event-log.ts'
import type { EventReader } from '../domain/events/event-reader.ts'
import { openEventLog } from '../domain/events/open-event-log.ts'
import { makeChargePartitions } from '../domain/events/postgres/postgres-days.ts'
import { switchPartitions } from '../domain/events/postgres/postgres-switch.ts'
import { encodeEvidence } from '../domain/quality/evidence/evidence.ts'
import type { Database } from '../platform/database/database.ts'
import type { Log } from '../platform/log.ts'
import { foldBooks } from '../worker/fold.ts'
import { closeMonths } from '../worker/month-close.ts'
import type { AddedApp } from './apps.ts'
import { type AdRequest, Crowd } from './crowd.ts'
import type { Random } from './random.ts'

/** In the demo's history a device sees an ad at most twice a day, so that every ad gets a share. */
const frequencyCap = 2
const eventsPerInsert = 2_000
const batchRowsMax = 20_000

export interface HistoryServices {
  db: Database
  log: Log
  clock: Clock
  settings: { networkShare: Millionths; eventPartitions: number }
}

export interface HistoryPlan {
  random: Random
  apps: readonly AddedApp[]
  /** The first day and the day after the last, in Seoul. */
  start: Day
  end: Day
  /** Actions of customers and operators at the start of a day. */
  onDay(date: Day, now: Instant): Promise<void>
}

/** A clock that the history sets. */
class PastClock implements Clock {
  at: Instant
  constructor(at: Instant) {
    this.at = at
  }
  now(): Instant {
    return this.at
  }
}

/** The ads at the start of a day. */
function readSnapshot(db: Database, now: Instant): Promise<Snapshot> {
  return db.snapshot(async (tx) => {
    const snapshot = new Snapshot()
    snapshot.passTime(now, Number.POSITIVE_INFINITY)
    for (const customer of await readCustomers(tx)) snapshot.putCustomer(customer)
    for (const cash of await readCash(tx)) snapshot.putCash(cash)
    for (const campaign of await readCampaigns(tx)) snapshot.putCampaign(campaign)
    const fetchLiveAds = await openLiveAds(tx)
    for (const ad of await fetchLiveAds()) snapshot.putAd(ad, now)
    return snapshot
  })
}

/** Rates slightly above those expected of new ads. */
const clickRate: Record<Product, number> = { BANNER: 0.012, INTERSTITIAL: 0.035, VIDEO: 0.03 }
const clickRateOfBilling: Partial<Record<PricingModel, number>> = { CPC: 0.034, nCPI: 0.05, nCPA: 0.05 }
const installRate = 0.09
const actionRate = 0.035
const watchRate = 0.58
/** Share of offers that the app shows. */
const shownRate = 0.97
/** Share of invalid clicks, which have no impression. */
const invalidRate = 0.004

/** The events of one offer. */
function eventsOf(random: Random, request: AdRequest, ad: SnapshotAd): { action: ActionType; at: Instant }[] {
  if (random.chance(invalidRate))
    return [{ action: 'CLICK', at: after(request.at, random.whole(1, 9) * second) }]
  if (!random.chance(shownRate)) return []
  const shownAt = after(request.at, random.whole(300, 2_500))
  const events: { action: ActionType; at: Instant }[] = [{ action: 'IMPRESSION', at: shownAt }]
  if (request.product === 'VIDEO' && random.chance(watchRate)) {
    events.push({ action: 'WATCH', at: after(shownAt, 6 * second + random.whole(0, second)) })
  }
  if (!random.chance(clickRateOfBilling[ad.state.billingType] ?? clickRate[request.product])) return events
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

/** Of a person who breaks no rule. */
const honestEvidence = (country: string, offerMs: number): Buffer =>
  encodeEvidence({
    ...{
      ipHash: '',
      networkHash: '',
      formerHashes: [],
      country,
      offerCountry: country,
      agent: 'APP',
      sdk: '',
      measures: {},
    },
    ...{
      isDataCenter: false,
      hasNoPlace: false,
      isVast: false,
      isCountryMismatch: false,
      isRivalPrice: false,
    },
    ...{ isRewardedInterstitial: false, offerMs, videoMs: 0, deviceClicks: 1, deviceImpressions: 1 },
  })

/** Serves the requests of a day with the real auction and returns the resulting events. */
function serve(
  services: { random: Random; snapshot: Snapshot; visits: DeviceVisits; traffic: TrafficCounts },
  requests: readonly AdRequest[],
): OfferEvent[] {
  const { random, snapshot, visits, traffic } = services
  const seen = new Map<string, Map<AdId, number>>()
  const events: OfferEvent[] = []
  requests.forEach((request, turn) => {
    const { app, device, at: now } = request
    snapshot.passTime(now, Number.POSITIVE_INFINITY)
    visits.recordSession({ appId: app.id, deviceId: device.id, at: now })
    const shown = seen.get(device.id) ?? new Map<AdId, number>()
    seen.set(device.id, shown)
    const capped = new Set([...shown].filter(([, count]) => count >= frequencyCap).map(([id]) => id))
    const decision = decide(
      snapshot.market,
      { ...request, platform: app.platform, country: device.country, allowsAdult: false, capped },
      turn,
    )
    if (!decision.winner) {
      traffic.countRequest(decision.refusal, request.mediumId, now)
      return
    }
    traffic.countRequest('SUCCESS', request.mediumId, now)
    const { ad } = decision.winner
    shown.set(ad.id, (shown.get(ad.id) ?? 0) + 1)
    const offer = {
      ...{ issueDay: utcDay(now), offerId: random.uuid(), adId: ad.id },
      ...{ advertiserId: ad.advertiser.id, mediumId: request.mediumId },
      ...{ deviceId: device.id, priceMicros: micros(BigInt(decision.priceMicros)) },
    }
    for (const { action, at: receivedAt } of eventsOf(random, request, ad)) {
      events.push({
        ...{ ...offer, action, receivedAt },
        evidence: honestEvidence(device.country, Math.max(1_000, receivedAt - now)),
      })
      if (billedOn[ad.state.billingType] !== action) continue
      const { id, remainingMicros } = ad.campaign
      snapshot.putCampaign({ id, remainingMicros: (remainingMicros - decision.priceMicros) as MicrosNumber })
    }
  })
  return events
}

const startOfSeoulDay = (date: Day): Instant => startOfDay(date, seoul)

/**
 * Simulates the demo's history day by day: users request ads, the real auction decides, events arrive, and the real
 * billing charges them. No report is written directly.
 */
export async function makeHistory(services: HistoryServices, plan: HistoryPlan): Promise<void> {
  const { db, settings } = services
  const clock = new PastClock(startOfSeoulDay(plan.start))
  // A batch takes dozens of round trips, and the history has one for every day and partition.
  await switchPartitions(db, 1)
  const withOnePartition = { ...services, clock, settings: { ...settings, eventPartitions: 1 } }
  await withEventLog(withOnePartition, (events) => live(services, plan, { ...events, clock }))
  await switchPartitions(db, settings.eventPartitions)
}

/**
 * The log, opened with the clock of the work. Always in PostgreSQL: the history is billed before the program moves the
 * log to where the settings want it.
 */
export async function withEventLog(
  services: Parameters<typeof openEventLog>[0],
  work: (events: { log: EventLog; reader: EventReader }) => Promise<void>,
): Promise<void> {
  const { eventPartitions } = services.settings
  const events = await openEventLog({ ...services, settings: { eventPartitions } })
  try {
    await work(events)
  } finally {
    await events.reader.close()
    await events.log.close()
  }
}

async function live(
  services: HistoryServices,
  plan: HistoryPlan,
  { clock, log: eventLog, reader: eventReader }: { clock: PastClock; log: EventLog; reader: EventReader },
): Promise<void> {
  const { db, log, settings } = services
  const billing = createBilling({
    ...{ db, eventReader, clock, log },
    settings: { ...settings, batchRowsMax },
  })
  const crowds = plan.apps.map((app) => new Crowd(plan.random, app))
  const visits = new DeviceVisits()
  const traffic = new TrafficCounts()
  let pending: OfferEvent[] = []
  try {
    for (let date = plan.start; date < plan.end; date = addDays(date, 1)) {
      const startsAt = startOfSeoulDay(date)
      const endsAt = startOfSeoulDay(addDays(date, 1))
      clock.at = startsAt
      await plan.onDay(date, startsAt)
      const weekday = new Date(`${date}T00:00:00Z`).getUTCDay()
      const requests = crowds
        .flatMap((crowd) => crowd.requests(startsAt, weekday))
        .sort((a, b) => a.at - b.at)
      const snapshot = await readSnapshot(db, startsAt)
      pending.push(...serve({ random: plan.random, snapshot, visits, traffic }, requests))
      const arrived = pending
        .filter((event) => event.receivedAt < endsAt)
        .sort((a, b) => a.receivedAt - b.receivedAt)
      pending = pending.filter((event) => event.receivedAt >= endsAt)
      await append(eventLog, arrived)
      clock.at = endsAt
      await billing.drain()
      await foldBooks({ db })
      await closeMonths({ db, clock })
    }
    await visits.flush(db)
    await traffic.flush(db, services.clock.now())
    // Billing gives up waiting for the impressions of the last invalid clicks once the clock reaches the present.
    clock.at = services.clock.now()
    for (let batches = 0; batches < 3; batches++) await billing.runBatch()
    await foldBooks({ db })
    await closeMonths({ db, clock })
  } finally {
    await billing.stop()
  }
}

async function append(eventLog: EventLog, events: readonly OfferEvent[]): Promise<void> {
  for (let first = 0; first < events.length; first += eventsPerInsert) {
    await eventLog.append(events.slice(first, first + eventsPerInsert))
  }
}

/** Creates one partition for all events that are too old to be kept, and drops it when they are billed. */
export async function withHistoryPartition(
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
  const days: Day[] = []
  for (let date = span.start; date <= span.end; date = addDays(date, 1)) days.push(date)
  await db.asOwner((tx) => makeChargePartitions(tx, days))
  await work()
  await run((table) => `drop table ${name(table)}`)
}
