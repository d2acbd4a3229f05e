import { invalidTraffic } from '@voltline/contract'
import { addDays, daysBetween, ok, type Zone } from '@voltline/kernel'
import { byDay, byRule, byUnit } from '../../../../domain/quality/invalid-traffic.ts'
import { reportRange } from '../../../../domain/reports/range.ts'
import type { FeatureServices } from '../../../feature.ts'

/** Invalid traffic is counted by UTC day, regardless of the publisher's zone. */
const utc = 'UTC' as Zone

export function registerOperatorInvalid({ handle, db, clock, settings }: FeatureServices): void {
  handle(invalidTraffic, async ({ input }) => {
    const range = reportRange(input, { zone: utc, now: clock.now(), searchDays: settings.searchDays })
    if (!range.ok) return range
    const { start, end } = range.value
    const search = { start, end, reason: input.reason, mediumId: input.mediumID }
    return db.snapshot(async (tx) => {
      const counted = new Map((await byDay(tx, search)).map(({ day, count }) => [day, count]))
      const days = Array.from({ length: daysBetween({ start, end }) + 1 }, (_, index) => {
        const date = addDays(start, index)
        return { Day: date, Count: counted.get(date) ?? 0 }
      })
      return ok({ rules: await byRule(tx, search), units: await byUnit(tx, search), days })
    })
  })
}
