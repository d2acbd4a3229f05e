import { adDailyReport, adReport, campaignReport } from '@voltline/contract'
import { ok } from '@voltline/kernel'
import type { CustomerSession } from '../../../domain/account/session/session.ts'
import { adsForReport, findOwnAd } from '../../../domain/ad/summary.ts'
import { allCampaigns, chooseCampaign } from '../../../domain/campaign/store.ts'
import { toAdFigures } from '../../../domain/reports/ad-report.ts'
import { asOf } from '../../../domain/reports/as-of.ts'
import { sumAdFigures } from '../../../domain/reports/figures.ts'
import { reportRange } from '../../../domain/reports/range.ts'
import { spansOf } from '../../../domain/reports/rollup/quarter.ts'
import { readAdDays } from '../../../domain/reports/rollup/read-ad-days.ts'
import { noAdFigures, readAdTotals } from '../../../domain/reports/rollup/read-figures.ts'
import { readUncharged, Uncharged } from '../../../domain/reports/rollup/uncharged.ts'
import type { FeatureServices } from '../../feature.ts'

export function registerAdReports({ handle, db, clock, settings }: FeatureServices): void {
  const rangeOf = (input: Parameters<typeof reportRange>[0], session: CustomerSession) =>
    reportRange(input, { zone: session.zone, searchDays: settings.searchDays, now: clock.now() })

  handle(campaignReport, async ({ input, session }) => {
    const range = rangeOf(input, session)
    if (!range.ok) return range
    const owner = session.customerId
    return db.report(async (tx, lagMs) => {
      const byCampaign = Map.groupBy(await readAdTotals(tx, { owner }, range.value), (ad) => ad.campaignId)
      const uncharged = new Uncharged(await readUncharged(tx, { owner }, range.value))
      const campaigns = (await allCampaigns(tx, owner)).map(({ id, name }) => {
        const figures = sumAdFigures(byCampaign.get(id) ?? [])
        return {
          CampID: id,
          Name: name,
          ...toAdFigures(figures, uncharged.of({ campaignId: id })),
          Execute: figures.costMicros,
        }
      })
      return ok({ ...asOf(lagMs, clock.now(), session.zone), campaigns })
    })
  })

  handle(adReport, async ({ input, session }) => {
    const range = rangeOf(input, session)
    if (!range.ok) return range
    const owner = session.customerId
    return db.report(async (tx, lagMs) => {
      const campaignId = await chooseCampaign(tx, owner, input.campID)
      const totals = await readAdTotals(tx, { owner, campaignId }, range.value)
      const uncharged = new Uncharged(await readUncharged(tx, { owner, campaignId }, range.value))
      const byId = new Map(totals.map((ad) => [ad.adId, ad]))
      const listed = await adsForReport(tx, owner, { campaignId, withFigures: [...byId.keys()] })
      const ads = listed.map(({ id, name }) => {
        const figures = byId.get(id) ?? noAdFigures
        return {
          ProID: id,
          PromotionName: name,
          ...toAdFigures(figures, uncharged.of({ adId: id })),
          Cost: figures.costMicros,
        }
      })
      return ok({ ...asOf(lagMs, clock.now(), session.zone), campID: campaignId, ads })
    })
  })

  handle(adDailyReport, async ({ input, session }) => {
    const range = rangeOf(input, session)
    if (!range.ok) return range
    const owner = session.customerId
    return db.report(async (tx, lagMs) => {
      const ad = await findOwnAd(tx, owner, { id: input.proID, campaignId: input.campID })
      if (!ad) return ok({ daily: [] })
      const rows = await readAdDays(tx, { owner, adId: ad.id }, range.value)
      const uncharged = new Uncharged(await readUncharged(tx, { owner, adId: ad.id }, range.value))
      const byDay = new Map(rows.map((row) => [row.day, row]))
      const daily = spansOf(range.value).map(({ day }) => {
        const figures = byDay.get(day) ?? noAdFigures
        return { RegistTime: day, ...toAdFigures(figures, uncharged.of({ day })), Cost: figures.costMicros }
      })
      return ok({ ...asOf(lagMs, clock.now(), session.zone), daily })
    })
  })
}
