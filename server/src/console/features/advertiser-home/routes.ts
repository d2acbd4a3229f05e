import { advertiserHome, advertiserOverview } from '@voltline/contract'
import {
  addDays,
  type CampaignId,
  type CustomerId,
  type Day,
  type Instant,
  isoInZone,
  localDay,
  type Micros,
  micros,
  noMoney,
  ok,
  type Zone,
} from '@voltline/kernel'
import { holdOf, liveAds } from '../../../domain/ad/live-ads.ts'
import { runningDay } from '../../../domain/ad/running-day.ts'
import { promotionCounts } from '../../../domain/campaign/promotion-counts.ts'
import { balanceOf, cashOf } from '../../../domain/ledger/account.ts'
import { cashWarning, needsPayment, spendPerDay } from '../../../domain/reports/advertiser-home.ts'
import {
  type AdRef,
  campaignNames,
  campaignsRunningOut,
  dearestBids,
  neverStarted,
  totalsOf,
} from '../../../domain/reports/advertiser-home-store.ts'
import { ctr } from '../../../domain/reports/figures.ts'
import { spansOf } from '../../../domain/reports/rollup/quarter.ts'
import {
  type CampaignDay,
  type Figures,
  noFigures,
  readCampaignDays,
} from '../../../domain/reports/rollup/read-figures.ts'
import type { ReadSession } from '../../../platform/database/database.ts'
import type { FeatureServices } from '../../feature.ts'

const chartDays = 7
/** How many rows of each kind the dashboard shows. */
const shownMax = 10

type DayFigures = Pick<Figures, 'impressions' | 'clicks' | 'amount'> & { day: Day }

const plus = (sum: DayFigures, one: Figures): DayFigures => ({
  day: sum.day,
  impressions: sum.impressions + one.impressions,
  clicks: sum.clicks + one.clicks,
  amount: micros(sum.amount + one.amount),
})

/** All ads together, one row a day, also for days without any traffic. */
function sumByDay(rows: readonly CampaignDay[], days: readonly Day[]): DayFigures[] {
  const byDay = new Map<Day, DayFigures>(days.map((date) => [date, { ...noFigures, day: date }]))
  for (const row of rows) {
    const sum = byDay.get(row.day)
    if (sum) byDay.set(row.day, plus(sum, row))
  }
  return days.map((date) => byDay.get(date) ?? { ...noFigures, day: date })
}

const toDay = (figures: DayFigures) => ({
  Day: figures.day,
  Impressions: figures.impressions,
  Clicks: figures.clicks,
  CTR: ctr(figures),
  Spend: figures.amount,
})

async function spendByCampaign(tx: ReadSession, owner: CustomerId, rows: readonly CampaignDay[], from: Day) {
  const spend = new Map<CampaignId, Micros>()
  for (const row of rows) {
    if (row.day < from || row.amount === 0n) continue
    spend.set(row.campaignId, micros((spend.get(row.campaignId) ?? 0n) + row.amount))
  }
  const names = await campaignNames(tx, owner, [...spend.keys()])
  return names
    .map(({ id, name }) => ({ CampID: id, Name: name, Spend: spend.get(id) ?? noMoney }))
    .sort((a, b) => (a.Spend === b.Spend ? b.CampID - a.CampID : a.Spend < b.Spend ? 1 : -1))
}

const toRef = (ad: AdRef) => ({ ProID: ad.id, ProName: ad.name, CampID: ad.campaignId })

async function attentionOf(
  tx: ReadSession,
  owner: CustomerId,
  state: { now: Instant; zone: Zone; fullDays: readonly DayFigures[] },
) {
  const { now, zone } = state
  const cash = await balanceOf(tx, cashOf(owner))
  const running = await runningDay(tx, owner, now)
  const live = await liveAds(tx, owner, { dayStartsAt: running.startsAt, cash })
  const paused = live.filter((ad) => holdOf(ad, now, zone) === 'DAY')
  const outbid = live.filter((ad) => holdOf(ad, now, zone) === 'OUTBID')
  const fresh = await neverStarted(tx, owner, shownMax)
  const runningOut = await campaignsRunningOut(tx, owner)
  const pays = needsPayment(cash, await dearestBids(tx, owner))
  const warning = cashWarning({ cash, perDay: spendPerDay(state.fullDays), needsPayment: pays }, now)
  return {
    Cash: warning
      ? {
          Cash: cash,
          PerDay: warning.perDay,
          RunsOutAt: isoInZone(warning.runsOutAt, zone),
          UsedUp: warning.usedUp,
        }
      : null,
    DayLimit: {
      Count: paused.length,
      Ads: paused.slice(0, shownMax).map((ad) => ({
        ...toRef(ad),
        DayLimit: ad.dayLimit,
        BackAt: isoInZone(running.endsAt, zone),
      })),
    },
    Outbid: { Count: outbid.length, Ads: outbid.slice(0, shownMax).map(toRef) },
    NeverStarted: { Count: fresh.count, Ads: fresh.ads.map(toRef) },
    CampaignBudget: {
      Count: runningOut.length,
      Campaigns: runningOut
        .slice(0, shownMax)
        .map((one) => ({ CampID: one.id, Name: one.name, Budget: one.budget, Left: one.left })),
    },
  }
}

export function registerAdvertiserHome({ handle, db, clock }: FeatureServices): void {
  handle(advertiserHome, async ({ session }) =>
    db.snapshot(async (tx) => {
      const owner = session.customerId
      const totals = await totalsOf(tx, owner)
      const promotion = await promotionCounts(tx, owner)
      const cash = await balanceOf(tx, cashOf(owner))
      const pays = needsPayment(cash, await dearestBids(tx, owner))
      const { impressions, clicks } = totals
      return ok({
        state: { Impressions: impressions, Clicks: clicks, CTR: ctr(totals) },
        campaigns: totals.campaigns,
        promotion,
        user: { Cash: cash, NeedPayment: pays ? (1 as const) : (0 as const) },
      })
    }),
  )

  handle(advertiserOverview, async ({ session }) =>
    db.snapshot(async (tx) => {
      const owner = session.customerId
      const { zone } = session
      const now = clock.now()
      const end = localDay(now, zone)
      const range = { zone, start: addDays(end, 1 - 2 * chartDays), end }
      const rows = await readCampaignDays(tx, { owner }, range)
      const days = sumByDay(
        rows,
        spansOf(range).map((span) => span.day),
      )
      const recent = days.slice(chartDays)
      // Today is not over, so the pace is that of the 7 days before it.
      const fullDays = days.slice(chartDays - 1, -1)
      return ok({
        days: recent.map(toDay),
        before: days.slice(0, chartDays).map(toDay),
        campaigns: await spendByCampaign(tx, owner, rows, addDays(end, 1 - chartDays)),
        attention: await attentionOf(tx, owner, { now, zone, fullDays }),
      })
    }),
  )
}
