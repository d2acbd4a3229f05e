import { adDailyReport, adReport, campaignReport } from '@voltline/contract'
import { type AdId, ok } from '@voltline/kernel'
import type { CustomerSession } from '../../../domain/account/session/session.ts'
import { chooseCampaign } from '../../../domain/campaign/own-campaign.ts'
import { sum, toWire } from '../../../domain/reports/ad-report.ts'
import { adNames, campaignNames, isOwnAd } from '../../../domain/reports/ad-report-store.ts'
import { reportRange } from '../../../domain/reports/range.ts'
import { spansOf } from '../../../domain/reports/rollup/quarter.ts'
import { readAdDays } from '../../../domain/reports/rollup/read-ad-days.ts'
import { noFigures, readAdTotals } from '../../../domain/reports/rollup/read-figures.ts'
import type { FeatureServices } from '../../feature.ts'

export function registerAdReports({ handle, db, clock, settings }: FeatureServices): void {
  const rangeOf = (input: Parameters<typeof reportRange>[0], session: CustomerSession) =>
    reportRange(input, { zone: session.zone, clock, searchDays: settings.searchDays })

  handle(campaignReport, async ({ input, session }) => {
    const range = rangeOf(input, session)
    if (!range.ok) return range
    const owner = session.customerId
    return db.snapshot(async (tx) => {
      const totals = Map.groupBy(await readAdTotals(tx, { owner }, range.value), (ad) => ad.campaignId)
      const campaigns = (await campaignNames(tx, owner)).map(({ id, name }) => {
        const figures = sum(totals.get(id) ?? [])
        return { CampID: id, Name: name, ...toWire(figures), Execute: figures.amount }
      })
      return ok({ campaigns })
    })
  })

  handle(adReport, async ({ input, session }) => {
    const range = rangeOf(input, session)
    if (!range.ok) return range
    const owner = session.customerId
    return db.snapshot(async (tx) => {
      const campaignId = await chooseCampaign(tx, owner, input.campID)
      const totals = await readAdTotals(tx, { owner, campaignId }, range.value)
      const byId = new Map(totals.map((one) => [one.adId, one]))
      const names = await adNames(tx, owner, { campaignId, withFigures: [...byId.keys()] })
      const ads = names.map(({ id, name }) => {
        const figures = byId.get(id) ?? noFigures
        return { ProID: id, PromotionName: name, ...toWire(figures), Cost: figures.amount }
      })
      return ok({ campID: campaignId, ads })
    })
  })

  handle(adDailyReport, async ({ input, session }) => {
    const range = rangeOf(input, session)
    if (!range.ok) return range
    const owner = session.customerId
    return db.snapshot(async (tx) => {
      const asked = { id: input.proID, campaignId: input.campID }
      if (!(await isOwnAd(tx, owner, asked))) return ok({ daily: [] })
      const rows = await readAdDays(tx, { owner, adId: input.proID as AdId }, range.value)
      const byDay = new Map(rows.map((row) => [row.day, row]))
      const daily = spansOf(range.value).map(({ day }) => {
        const figures = byDay.get(day) ?? noFigures
        return { RegistTime: day, ...toWire(figures), Cost: figures.amount }
      })
      return ok({ daily })
    })
  })
}
