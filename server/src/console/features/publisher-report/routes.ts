import {
  reportByApp,
  reportByDaily,
  reportByDailyApp,
  reportByDailyMedia,
  reportByUser,
} from '@voltline/contract'
import { type AppId, ok } from '@voltline/kernel'
import type { CustomerSession } from '../../../domain/account/session/session.ts'
import { appNames, mediumNames } from '../../../domain/app/overview.ts'
import { asOf } from '../../../domain/reports/as-of.ts'
import { hasFigures, sumMediumFigures } from '../../../domain/reports/figures.ts'
import { summariseUsers, toPublisherFigures } from '../../../domain/reports/publisher-report.ts'
import { reportRange } from '../../../domain/reports/range.ts'
import { type DayRange, spansOf } from '../../../domain/reports/rollup/quarter.ts'
import {
  noMediumFigures,
  readMediumTotals,
  readPublisherDays,
} from '../../../domain/reports/rollup/read-figures.ts'
import { readUserDays } from '../../../domain/reports/rollup/read-users.ts'
import type { ReadSession } from '../../../platform/database/database.ts'
import type { FeatureServices } from '../../feature.ts'

async function byApp(reader: ReadSession, session: CustomerSession, range: DayRange) {
  const media = await readMediumTotals(reader, { owner: session.customerId }, range)
  const apps = await appNames(reader, session.customerId)
  return apps.map((app) => ({
    AppID: app.id,
    AppName: app.name,
    figures: sumMediumFigures(media.filter((medium) => medium.appId === app.id)),
  }))
}

/** Reads from the replica, if there is one, and says how old that is. */
const reportReader =
  ({ db, clock }: Pick<FeatureServices, 'db' | 'clock'>) =>
  <T>(session: CustomerSession, read: (reader: ReadSession) => Promise<T>) =>
    db.report(async (reader, lagMs) => ({
      found: await read(reader),
      ...asOf(lagMs, clock.now(), session.zone),
    }))

export function registerPublisherReports(services: FeatureServices): void {
  const { handle, db, clock, settings } = services
  const rangeOf = (input: Parameters<typeof reportRange>[0], session: CustomerSession) =>
    reportRange(input, { zone: session.zone, searchDays: settings.searchDays, now: clock.now() })

  const readReport = reportReader({ db, clock })

  handle(reportByDaily, async ({ input, session }) => {
    const range = rangeOf(input, session)
    if (!range.ok) return range
    const { found: days, ...age } = await readReport(session, (reader) =>
      readPublisherDays(reader, { owner: session.customerId }, range.value),
    )
    const byDay = new Map(days.map((row) => [row.day, row]))
    const list = spansOf(range.value).map(({ day }) => ({
      RegistTime: day,
      ...toPublisherFigures(byDay.get(day) ?? noMediumFigures),
    }))
    return ok({ ...age, list })
  })

  handle(reportByDailyApp, async ({ input, session }) => {
    const range = rangeOf(input, session)
    if (!range.ok) return range
    const { found: apps, ...age } = await readReport(session, (tx) => byApp(tx, session, range.value))
    const list = apps
      .filter((app) => hasFigures(app.figures))
      .map(({ figures, ...app }) => ({
        RegistTime: range.value.start,
        ...app,
        ...toPublisherFigures(figures),
      }))
    return ok({ ...age, list })
  })

  handle(reportByDailyMedia, async ({ input, session }) => {
    const range = rangeOf(input, session)
    if (!range.ok) return range
    const owner = session.customerId
    const appId = (input.appID ?? 0) as AppId
    const { found: list, ...age } = await readReport(session, async (tx) => {
      const figures = await readMediumTotals(tx, { owner, appId }, range.value)
      const byId = new Map(figures.map((row) => [row.mediumId, row]))
      const media = await mediumNames(tx, owner, appId)
      return media
        .filter((medium) => hasFigures(byId.get(medium.id) ?? noMediumFigures))
        .map(({ id, name }) => ({
          MedID: id,
          Name: name,
          ...toPublisherFigures(byId.get(id) ?? noMediumFigures),
        }))
    })
    return ok({ ...age, list })
  })

  handle(reportByApp, async ({ input, session }) => {
    const range = rangeOf(input, session)
    if (!range.ok) return range
    const { found: apps, ...age } = await readReport(session, (tx) => byApp(tx, session, range.value))
    return ok({
      ...age,
      list: apps.map(({ figures, ...app }) => ({ ...app, ...toPublisherFigures(figures) })),
    })
  })
  registerUserReport(services)
}

function registerUserReport({ handle, db, clock, settings }: FeatureServices): void {
  const readReport = reportReader({ db, clock })

  handle(reportByUser, async ({ input, session }) => {
    const range = reportRange(input, {
      zone: session.zone,
      searchDays: settings.searchDays,
      now: clock.now(),
    })
    if (!range.ok) return range
    const scope = { owner: session.customerId, appId: (input.appID ?? 0) as AppId }
    const { found: days, ...age } = await readReport(session, async (tx) => {
      const isOwn = (await appNames(tx, scope.owner)).some((app) => app.id === scope.appId)
      return isOwn ? readUserDays(tx, scope, range.value) : []
    })
    const list = days.map(({ day, active, fresh }) => ({ RegistTime: day, DAU: active, NRU: fresh }))
    return ok({ ...age, list, report: summariseUsers(days) })
  })
}
