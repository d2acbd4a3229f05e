import { adApps, adCharges, type Input, unitEarnings } from '@voltline/contract'
import { daySpan, localDay, ok, type Zone } from '@voltline/kernel'
import { type ChargeScope, countCharges, listCharges } from '../../../domain/charge/list.ts'
import {
  chargeColumns,
  csvFile,
  csvLine,
  earningColumns,
  toChargeRow,
  toEarningRow,
} from '../../../domain/charge/table.ts'
import { reportRange } from '../../../domain/reports/range.ts'
import { readAppsOfAds } from '../../../domain/reports/rollup/ad-media.ts'
import type { FeatureServices } from '../../feature.ts'
import { Download } from '../../http/download.ts'

/** What both lists of a day are asked for. */
type DayInput = Pick<Input<typeof adCharges>, 'day' | 'pageNo' | 'format'>

const csv = (name: string, columns: readonly string[], lines: readonly string[]): Download =>
  new Download(`${name}.csv`, 'text/csv', csvFile(columns, lines))

function registerLists({ handle, db, clock }: FeatureServices): void {
  /** A page of the day, or for a file all of it. */
  const read = (scope: ChargeScope, zone: Zone, input: DayInput) =>
    db.report(async (session) => {
      const day = input.day ?? localDay(clock.now(), zone)
      const span = daySpan(day, zone)
      const isFile = input.format === 'csv'
      const charges = await listCharges(session, scope, span, isFile ? undefined : input.pageNo)
      const rowCount = isFile ? charges.length : await countCharges(session, scope, span)
      return { charges, rowCount, day, isFile }
    })

  handle(adCharges, async ({ input, session: { zone, customerId: owner } }) => {
    const { charges, rowCount, day, isFile } = await read({ owner, adId: input.proID }, zone, input)
    const list = charges.map((charge) => toChargeRow(charge, zone))
    if (!isFile) return ok({ list, rowCount })
    const lines = list.map((row) => csvLine(chargeColumns, row))
    return ok(csv(`charges-${input.proID}-${day}`, chargeColumns, lines))
  })

  handle(unitEarnings, async ({ input, session: { zone, customerId: owner } }) => {
    const { charges, rowCount, day, isFile } = await read({ owner, mediumId: input.medID }, zone, input)
    const list = charges.map((charge) => toEarningRow(charge, zone))
    if (!isFile) return ok({ list, rowCount })
    const lines = list.map((row) => csvLine(earningColumns, row))
    return ok(csv(`earnings-${input.medID}-${day}`, earningColumns, lines))
  })
}

/** Every event with its price or amount, and where an ad ran. */
export function registerCharges(services: FeatureServices): void {
  registerLists(services)
  const { handle, db, clock, settings } = services

  handle(adApps, async ({ input, session }) => {
    const { zone, customerId: owner } = session
    const range = reportRange(input, { zone, searchDays: settings.searchDays, now: clock.now() })
    if (!range.ok) return range
    const scope = { owner, campaignId: input.campID || undefined, adId: input.proID || undefined }
    const apps = await db.report((reader) => readAppsOfAds(reader, scope, range.value))
    return ok({
      list: apps.map(({ appId, name, storeUrl, counts, costMicros }) => ({
        AppID: appId,
        AppName: name,
        StoreURL: storeUrl,
        Impressions: counts.impressions,
        Clicks: counts.clicks,
        Watches: counts.watches,
        Installs: counts.installs,
        Actions: counts.actions,
        Invalid: counts.invalid,
        Cost: costMicros,
      })),
    })
  })
}
