import {
  type AdViewFigures,
  adReportView,
  type Comparison,
  type PublisherViewFigures,
  publisherReportView,
} from '@voltline/contract'
import { type AdId, type AppId, type CampaignId, type CustomerId, type MediumId, ok } from '@voltline/kernel'
import type { CustomerSession } from '../../../domain/account/session/session.ts'
import { asOf } from '../../../domain/reports/as-of.ts'
import { reportRange } from '../../../domain/reports/range.ts'
import type { DayRange } from '../../../domain/reports/rollup/quarter.ts'
import { comparedRange } from '../../../domain/reports/view/buckets.ts'
import { readNames } from '../../../domain/reports/view/names.ts'
import { readAdGroups, readPublisherGroups } from '../../../domain/reports/view/read-groups.ts'
import { addUsers, hasUsers } from '../../../domain/reports/view/read-users-by.ts'
import { type View, viewOf } from '../../../domain/reports/view/view.ts'
import type { Grouped, ViewSums } from '../../../domain/reports/view/view-sums.ts'
import type { ReadSession } from '../../../platform/database/database.ts'
import type { FeatureServices } from '../../feature.ts'

const toAdFigures = (sums: ViewSums): AdViewFigures => ({
  Impressions: sums.impressions,
  Clicks: sums.clicks,
  Watches: sums.watches,
  Installs: sums.installs,
  Actions: sums.actions,
  Spend: sums.amountMicros,
  Paid: sums.billable - sums.unpaid,
  Unpaid: sums.unpaid,
})

/** Figures that are not known by a dimension of the report are null. */
const toPublisherFigures =
  (known: { requests: boolean; users: boolean }) =>
  (sums: ViewSums): PublisherViewFigures => ({
    Requests: known.requests ? sums.requests : null,
    Filled: known.requests ? sums.filled : null,
    Impressions: sums.impressions,
    Clicks: sums.clicks,
    Revenue: sums.amountMicros,
    ActiveDays: known.users ? sums.activeDays : null,
    NewUsers: known.users ? sums.newUsers : null,
  })

interface Asked {
  range: DayRange
  by: readonly string[]
  compare: Comparison | undefined
}

/** Reads both periods in one session, so that they agree. */
async function readView(
  { range, by, compare }: Asked,
  read: (range: DayRange) => Promise<Grouped>,
): Promise<View & { before?: DayRange }> {
  const groups = await read(range)
  if (!compare) return viewOf({ range, by }, groups)
  const before = comparedRange(range, compare)
  return { ...viewOf({ range, by }, groups, { range: before, groups: await read(before) }), before }
}

/** A view in the names of the wire. */
async function toWire<F extends object>(
  session: ReadSession,
  asked: Asked & { owner: CustomerId },
  view: View & { before?: DayRange },
  toFigures: (sums: ViewSums) => F,
) {
  const { range, by } = asked
  const nameOf = await readNames(session, asked.owner, by, view.rows)
  const figures = ({ sums, before }: { sums: ViewSums; before: ViewSums }) => ({
    ...toFigures(sums),
    ...(view.before ? { Before: toFigures(before) } : {}),
  })
  return {
    ...{ start: range.start, end: range.end },
    ...(view.before ? { before: { start: view.before.start, end: view.before.end } } : {}),
    rows: view.rows.map((row) => ({
      Keys: [...row.keys],
      Names: row.keys.map((key, at) => nameOf(by[at] ?? '', key)),
      ...figures(row),
    })),
    others: view.others ? { Rows: view.others.rows, ...figures(view.others) } : null,
    total: figures(view.total),
  }
}

export function registerReportViews({ handle, db, clock, settings }: FeatureServices): void {
  const rangeOf = (input: Parameters<typeof reportRange>[0], session: CustomerSession) =>
    reportRange(input, { zone: session.zone, searchDays: settings.searchDays, now: clock.now() })

  handle(adReportView, async ({ input, session }) => {
    const range = rangeOf(input, session)
    if (!range.ok) return range
    const { by, compare } = input
    const scope = {
      owner: session.customerId,
      campaignId: input.campID as CampaignId | undefined,
      adId: input.proID as AdId | undefined,
    }
    return db.report(async (reader, lagMs) => {
      const asked = { range: range.value, by, compare, owner: scope.owner }
      const view = await readView(asked, (period) => readAdGroups(reader, scope, { range: period, by }))
      const wire = await toWire(reader, asked, view, toAdFigures)
      return ok({ ...asOf(lagMs, clock.now(), session.zone), ...wire })
    })
  })

  handle(publisherReportView, async ({ input, session }) => {
    const range = rangeOf(input, session)
    if (!range.ok) return range
    const { by, compare, metrics } = input
    const owner = session.customerId
    const appId = input.appID as AppId | undefined
    const mediumId = input.medID as MediumId | undefined
    const wantsUsers =
      metrics.length === 0 || metrics.some((metric) => ['dau', 'newUsers', 'revenuePerDau'].includes(metric))
    const known = {
      requests: !by.includes('country'),
      users: wantsUsers && mediumId === undefined && hasUsers(by),
    }
    return db.report(async (reader, lagMs) => {
      const read = async (period: DayRange): Promise<Grouped> => {
        const groups = await readPublisherGroups(reader, { owner, appId, mediumId }, { range: period, by })
        if (known.users) await addUsers(reader, groups, { owner, appId }, { range: period, by })
        return groups
      }
      const asked = { range: range.value, by, compare, owner }
      const wire = await toWire(reader, asked, await readView(asked, read), toPublisherFigures(known))
      return ok({ ...asOf(lagMs, clock.now(), session.zone), ...wire })
    })
  })
}
