import {
  type AdStatus,
  getAd,
  type Hold,
  listAds,
  startAd,
  startAll,
  stopAd,
  stopAll,
} from '@voltline/contract'
import {
  type AdId,
  type CampaignId,
  type CustomerId,
  type Instant,
  isoInZone,
  ok,
  refuse,
} from '@voltline/kernel'
import type { CustomerSession } from '../../../domain/account/session/session.ts'
import { type Ad, averageCost, start, stop } from '../../../domain/ad/ad.ts'
import { tidyCounts } from '../../../domain/ad/ad-count.ts'
import { type AdRow, pageOfAds } from '../../../domain/ad/list.ts'
import { holdOf, liveAds } from '../../../domain/ad/live-ads.ts'
import { KeptNames } from '../../../domain/ad/names.ts'
import {
  lockAds,
  readStoppedAds,
  remaindersOf,
  spentInRunningDay,
  startAds,
  stopAds,
} from '../../../domain/ad/running.ts'
import { runningDay } from '../../../domain/ad/running-day.ts'
import { findAd, lockAd, saveStatus } from '../../../domain/ad/store.ts'
import { audit } from '../../../domain/audit/audit.ts'
import { chooseCampaign } from '../../../domain/campaign/own-campaign.ts'
import { promotionCounts } from '../../../domain/campaign/promotion-counts.ts'
import { balanceOf, cashOf } from '../../../domain/ledger/account.ts'
import type { ReadSession, Tx } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import type { FeatureServices } from '../../feature.ts'
import { registerBidCost } from './bid-routes.ts'
import { openSecret, registerPostback } from './postback-routes.ts'
import { registerAdWrites } from './write-routes.ts'

interface Held {
  Why: Hold
  BackAt: string | null
}

/** Why ads in progress are not shown now. */
async function holdsOf(
  tx: ReadSession,
  ads: readonly AdRow[],
  { customerId: owner, zone }: CustomerSession,
  now: Instant,
): Promise<Map<AdId, Held>> {
  const running = ads.filter((ad) => ad.status === 'INPROGRESS').map((ad) => ad.id)
  if (running.length === 0) return new Map()
  const day = await runningDay(tx, owner, now)
  const cash = await balanceOf(tx, cashOf(owner))
  const among = sql`a.ad_id = any (${running}::int[])`
  const holds = new Map<AdId, Held>()
  for (const ad of await liveAds(tx, owner, { dayStartsAt: day.startsAt, cash, among })) {
    const why = holdOf(ad, now, zone)
    if (why) holds.set(ad.id, { Why: why, BackAt: why === 'DAY' ? isoInZone(day.endsAt, zone) : null })
  }
  return holds
}

const toRow = (ad: AdRow, hold: Held | undefined) => ({
  ProID: ad.id,
  Status: ad.status,
  ProName: ad.name,
  Platform: ad.platform,
  Product: ad.product,
  BillingType: ad.billingType,
  AvgCost: averageCost(ad),
  Winning: ad.winning && ad.status === 'INPROGRESS' ? (1 as const) : (0 as const),
  Hold: hold ?? null,
})

const toDays = ([sun = 0, mon = 0, tue = 0, wed = 0, thu = 0, fri = 0, sat = 0]: readonly number[]) => ({
  Sunday: sun,
  Monday: mon,
  Tuesday: tue,
  Wednesday: wed,
  Thursday: thu,
  Friday: fri,
  Saturday: sat,
})

const toDetail = (ad: Ad) => ({
  ProID: ad.id,
  CampID: ad.campaignId,
  Product: ad.product,
  BillingType: ad.billingType,
  Name: ad.name,
  Comment: ad.comment,
  MatNames: JSON.stringify({ MatNames: ad.materials }),
  Country: JSON.stringify({ Country: ad.countries }),
  CampType: ad.platform,
  URL_AOS: ad.urls.aos,
  URL_iOS: ad.urls.ios,
  Filter: JSON.stringify({ Adult: ad.adult }),
  ...toDays(ad.week),
  DayLimit: ad.dayLimit,
  BudgetLimit: ad.budgetLimit,
  MinCost: ad.minCostWon,
  MaxCost: ad.maxCostWon,
  Status: ad.status,
  Winning: ad.winning && ad.status === 'INPROGRESS' ? (1 as const) : (0 as const),
  GmID: ad.gmId,
  AudID: ad.audId,
  AppInfo: JSON.stringify({ AppInfo: ad.appInfo }),
  VideoLength: ad.videoSeconds,
  Spent: ad.spent,
})

function registerReads({ handle, db, clock, secrets }: FeatureServices): void {
  const names = new KeptNames()
  handle(listAds, async ({ input, session }) =>
    db.snapshot(async (tx) => {
      const { campID, ...search } = input
      const campaignId = await chooseCampaign(tx, session.customerId, campID)
      const page = await pageOfAds(tx, names, session.customerId, { ...search, campaignId })
      const holds = await holdsOf(tx, page.ads, session, clock.now())
      const ads = page.ads.map((ad) => toRow(ad, holds.get(ad.id)))
      return ok({ campID: campaignId, ads, rowCount: page.rowCount })
    }),
  )

  handle(getAd, async ({ input, session }) =>
    db.snapshot(async (tx) => {
      const found = await findAd(tx, session.customerId, input.proID)
      if (!found) return ok({ ad: null })
      const { ad } = found
      return ok({
        ad: {
          ...toDetail(ad),
          CampName: found.campaignName,
          RegistTime: isoInZone(ad.registeredAt, session.zone),
          UpdateTime: isoInZone(ad.updatedAt, session.zone),
          PostbackSecret: await openSecret(tx, session.customerId, secrets),
          SpentToday: await spentInRunningDay(tx, session.customerId, ad.id, clock.now()),
        },
      })
    }),
  )
}

/** Ids are kept all at once, the rest of an ad only for so many at a time. */
const batchRows = 1_000

function* inBatches<T>(all: readonly T[]): Generator<T[]> {
  for (let from = 0; from < all.length; from += batchRows) yield all.slice(from, from + batchRows)
}

/** Every stopped ad that can start. */
async function startEveryAd(tx: Tx, owner: CustomerId, now: Instant): Promise<void> {
  const cash = await balanceOf(tx, cashOf(owner))
  const { startsAt: dayStartsAt } = await runningDay(tx, owner, now)
  const stopped = await lockAds(tx, owner, ['FIRST', 'WAITING'])
  for (const batch of inBatches(stopped)) {
    const ads = await readStoppedAds(tx, batch, { dayStartsAt, cash })
    const ids = ads.filter((ad) => start(ad, ad.left).ok).map((ad) => ad.id)
    const moved = await startAds(tx, ids, now)
    await noteMany(tx, owner, { action: startAll.path, moved, status: 'INPROGRESS', now })
  }
}

async function stopEveryAd(tx: Tx, owner: CustomerId, now: Instant): Promise<void> {
  for (const batch of inBatches(await lockAds(tx, owner, ['INPROGRESS']))) {
    const moved = await stopAds(tx, batch, now)
    await noteMany(tx, owner, { action: stopAll.path, moved, status: 'WAITING', now })
  }
}

/** What start all and stop all leave behind them. */
async function noteMany(
  tx: Tx,
  owner: CustomerId,
  change: {
    action: string
    moved: readonly { id: AdId; campaignId: CampaignId }[]
    status: AdStatus
    now: Instant
  },
): Promise<void> {
  const { action, moved, status, now } = change
  if (moved.length === 0) return
  const became = { status, ads: moved.map((ad) => ad.id) }
  await audit(tx, { actor: { customerId: owner }, action, entity: 'ad', became, at: now })
  await tidyCounts(tx, [...new Set(moved.map((ad) => ad.campaignId))])
}

function registerAll({ handle, db, clock }: FeatureServices): void {
  handle(startAll, async ({ session }) =>
    db.transaction(async (tx) => {
      await startEveryAd(tx, session.customerId, clock.now())
      return ok({ promotion: await promotionCounts(tx, session.customerId) })
    }),
  )

  handle(stopAll, async ({ session }) =>
    db.transaction(async (tx) => {
      await stopEveryAd(tx, session.customerId, clock.now())
      return ok({ promotion: await promotionCounts(tx, session.customerId) })
    }),
  )
}

export function registerAds(services: FeatureServices): void {
  const { handle, db, clock } = services
  registerReads(services)
  registerAll(services)
  registerAdWrites(services)
  registerBidCost(services)
  registerPostback(services)

  handle(startAd, async ({ input, session }) =>
    db.transaction(async (tx) => {
      const now = clock.now()
      const ad = await lockAd(tx, session.customerId, input.proID)
      if (!ad) return refuse('NO_PERMISSION')
      const started = start(ad, await remaindersOf(tx, session.customerId, ad, now))
      if (!started.ok) return started
      await saveStatus(tx, ad, started.value, now)
      const row = { actor: session, action: startAd.path, entity: 'ad', entityId: ad.id, at: now }
      await audit(tx, { ...row, was: { status: ad.status }, became: { status: started.value } })
      await tidyCounts(tx, [ad.campaignId])
      return ok({})
    }),
  )

  handle(stopAd, async ({ input, session }) =>
    db.transaction(async (tx) => {
      const now = clock.now()
      const ad = await lockAd(tx, session.customerId, input.proID)
      if (!ad) return refuse('NO_PERMISSION')
      const stopped = stop(ad)
      if (!stopped.ok) return stopped
      await saveStatus(tx, ad, stopped.value, now)
      const row = { actor: session, action: stopAd.path, entity: 'ad', entityId: ad.id, at: now }
      await audit(tx, { ...row, was: { status: ad.status }, became: { status: stopped.value } })
      await tidyCounts(tx, [ad.campaignId])
      return ok({})
    }),
  )
}
