import { limits } from '@voltline/contract'
import {
  addDays,
  type Day,
  daysBetween,
  type Instant,
  localDay,
  ok,
  type Result,
  refuse,
  type Zone,
} from '@voltline/kernel'
import type { DayRange } from './rollup/quarter.ts'

/** The days of a report. Without dates it shows the last 7 days, ending today in the account's zone. */
export function reportRange(
  dates: { startDate?: Day | undefined; endDate?: Day | undefined },
  { zone, searchDays, now }: { zone: Zone; searchDays: number; now: Instant },
): Result<DayRange, 'UNKNOWN'> {
  const end = dates.endDate ?? localDay(now, zone)
  const start = dates.startDate ?? addDays(end, 1 - limits.reportDaysDefault)
  const days = daysBetween({ start, end })
  if (days < 0 || days > searchDays) return refuse('UNKNOWN', `Search range is 1 to ${searchDays} days`)
  return ok({ zone, start, end })
}
