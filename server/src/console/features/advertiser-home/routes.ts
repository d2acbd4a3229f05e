import { advertiserHome, advertiserOverview } from '@voltline/contract'
import {
  addDays,
  type CampaignId,
  type CustomerId,
  type Instant,
  isoInZone,
  localDay,
  type Micros,
  noMoney,
  ok,
  type Zone,
} from '@voltline/kernel'
import { promotionCounts } from '../../../domain/ad/counts.ts'
import { type HoldTerms, holdOf } from '../../../domain/ad/holds.ts'
import { fundedAdsInProgress, fundsOf } from '../../../domain/ad/remaining.ts'
import { type AdRef, adTotals, highestLeastBids, neverStarted } from '../../../domain/ad/summary.ts'
import { type CampaignRef, remainingBudget } from '../../../domain/campaign/campaign.ts'
import { campaignsRunningOut, countCampaigns, findCampaigns } from '../../../domain/campaign/store.ts'
import { balanceOf, cashOf } from '../../../domain/ledger/account.ts'
import {
  type CashWarning,
  cashWarning,
  type DayFigures,
  needsPayment,
  spendByCampaign,
  spendPerDay,
  sumByDay,
} from '../../../domain/reports/advertiser-home.ts'
import { ctr } from '../../../domain/reports/figures.ts'
import { spansOf } from '../../../domain/reports/rollup/quarter.ts'
import { readCampaignDays } from '../../../domain/reports/rollup/read-figures.ts'
import type { ReadSession } from '../../../platform/database/database.ts'
import type { FeatureServices } from '../../feature.ts'

const chartDays = 7
/** How many rows of each list the page shows. */
const shownMax = 10

const toDay = (figures: DayFigures) => ({
  Day: figures.day,
  Impressions: figures.impressions,
  Clicks: figures.clicks,
  CTR: ctr(figures),
  Spend: figures.costMicros,
})

/** The campaigns that spent, the largest spend first. */
const toSpend = (campaigns: readonly CampaignRef[], spend: ReadonlyMap<CampaignId, Micros>) =>
  campaigns
    .map(({ id, name }) => ({ CampID: id, Name: name, Spend: spend.get(id) ?? noMoney }))
    .sort((a, b) => (a.Spend === b.Spend ? b.CampID - a.CampID : a.Spend < b.Spend ? 1 : -1))

const toRef = (ad: AdRef) => ({ ProID: ad.id, ProName: ad.name, CampID: ad.campaignId })

const toCash = (cashMicros: Micros, warning: CashWarning, zone: Zone) => ({
  Cash: cashMicros,
  PerDay: warning.perDayMicros,
  RunsOutAt: isoInZone(warning.runsOutAt, zone),
  UsedUp: warning.usedUp,
})

async function attentionOf(
  tx: ReadSession,
  owner: CustomerId,
  { now, zone, adReview, fullDays }: HoldTerms & { now: Instant; fullDays: readonly DayFigures[] },
) {
  const funds = await fundsOf(tx, owner, now)
  const { cashMicros } = funds
  const byHold = Map.groupBy(await fundedAdsInProgress(tx, owner, funds), (ad) =>
    holdOf(ad, now, { zone, adReview }),
  )
  const paused = byHold.get('DAY') ?? []
  const outbid = byHold.get('OUTBID') ?? []
  const fresh = await neverStarted(tx, owner, shownMax)
  const runningOut = await campaignsRunningOut(tx, owner)
  const warning = cashWarning(
    {
      cashMicros,
      perDayMicros: spendPerDay(fullDays),
      needsPayment: needsPayment(cashMicros, await highestLeastBids(tx, owner)),
    },
    now,
  )
  return {
    Cash: warning ? toCash(cashMicros, warning, zone) : null,
    DayLimit: {
      Count: paused.length,
      Ads: paused.slice(0, shownMax).map((ad) => ({
        ...toRef(ad),
        DayLimit: ad.dayLimitMicros,
        BackAt: isoInZone(funds.day.endsAt, zone),
      })),
    },
    Outbid: { Count: outbid.length, Ads: outbid.slice(0, shownMax).map(toRef) },
    NeverStarted: { Count: fresh.count, Ads: fresh.ads.map(toRef) },
    CampaignBudget: {
      Count: runningOut.length,
      Campaigns: runningOut.slice(0, shownMax).map((campaign) => ({
        CampID: campaign.id,
        Name: campaign.name,
        Budget: campaign.budgetMicros,
        Left: remainingBudget(campaign),
      })),
    },
  }
}

export function registerAdvertiserHome({ handle, db, clock, settings }: FeatureServices): void {
  handle(advertiserHome, async ({ session }) =>
    db.snapshot(async (tx) => {
      const owner = session.customerId
      const totals = await adTotals(tx, owner)
      const cashMicros = await balanceOf(tx, cashOf(owner))
      const mustPay = needsPayment(cashMicros, await highestLeastBids(tx, owner))
      return ok({
        state: { Impressions: totals.impressions, Clicks: totals.clicks, CTR: ctr(totals) },
        campaigns: await countCampaigns(tx, owner),
        promotion: await promotionCounts(tx, owner),
        user: { Cash: cashMicros, NeedPayment: mustPay ? (1 as const) : (0 as const) },
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
      const dates = spansOf(range).map((span) => span.day)
      const days = sumByDay(rows, dates)
      const recent = days.slice(chartDays)
      // Today is not over, so the pace is taken from the 7 days before it.
      const fullDays = days.slice(chartDays - 1, -1)
      const spend = spendByCampaign(rows, addDays(end, 1 - chartDays))
      return ok({
        days: recent.map(toDay),
        before: days.slice(0, chartDays).map(toDay),
        campaigns: toSpend(await findCampaigns(tx, owner, [...spend.keys()]), spend),
        attention: await attentionOf(tx, owner, { now, zone, adReview: settings.adReview, fullDays }),
      })
    }),
  )
}
