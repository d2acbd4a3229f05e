import { tryUnit, unitFill } from '@voltline/contract'
import { type AppId, type MediumId, ok, refuse } from '@voltline/kernel'
import { dryRun, findTriedUnit } from '../../../domain/insight/dry-run.ts'
import { readFill, reasonsIn, sumOf } from '../../../domain/insight/read-outcomes.ts'
import { filled } from '../../../domain/insight/rollup-store.ts'
import { reportRange } from '../../../domain/reports/range.ts'
import { readPublisherGroups } from '../../../domain/reports/view/read-groups.ts'
import { isEmpty } from '../../../domain/reports/view/view-sums.ts'
import type { FeatureServices } from '../../feature.ts'

/** Reads all ads of a product: enough for a person who tries, too little to burden the database. */
const tryRate = { count: 30, windowMs: 60_000 }

export function registerPublisherInsight(services: FeatureServices): void {
  const { handle, db, clock, settings } = services

  handle(unitFill, async ({ input, session }) => {
    const { searchDays } = settings
    const range = reportRange(input, { zone: session.zone, searchDays, now: clock.now() })
    if (!range.ok) return range
    const scope = {
      owner: session.customerId,
      appId: input.appID as AppId | undefined,
      mediumId: input.medID as MediumId | undefined,
    }
    return db.report(async (reader) => {
      const fill = await readFill(reader, scope, range.value)
      const by = ['day', 'country'] as const
      const groups = await readPublisherGroups(reader, scope, { range: range.value, by })
      const outcomesOf = new Map(fill.map((row) => [`${row.day}\n${row.country}`, row.outcomes]))
      for (const { day, country } of fill) groups.add([day, country], {})
      const list = groups.all.flatMap(({ keys: [day = '', country = ''], sums }) => {
        const outcomes = outcomesOf.get(`${day}\n${country}`)
        if (!outcomes && isEmpty(sums)) return []
        const noFill = reasonsIn(outcomes ?? {})
        const Filled = outcomes?.[filled] ?? 0
        return {
          ...{ RegistTime: day, Country: country, Requests: Filled + sumOf(noFill), Filled },
          ...{ Shown: sums.impressions, Revenue: sums.amountMicros, NoFill: noFill },
        }
      })
      list.sort(
        (a, b) =>
          a.RegistTime.localeCompare(b.RegistTime) ||
          b.Requests - a.Requests ||
          a.Country.localeCompare(b.Country),
      )
      return ok({ list })
    })
  })

  handle(
    tryUnit,
    ({ input, session }) =>
      db.report(async (reader) => {
        const unit = await findTriedUnit(reader, session.customerId, input.medID)
        if (!unit) return refuse('NO_PERMISSION')
        const { candidates, reasons } = await dryRun(reader, unit, {
          country: input.country,
          adReview: settings.adReview,
          playground: services.playground?.customers ?? [],
          now: clock.now(),
        })
        return ok({ filled: candidates > 0, candidates, reasons })
      }),
    { rate: tryRate },
  )
}
