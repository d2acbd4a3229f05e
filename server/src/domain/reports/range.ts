import { limits } from '@voltline/contract'
import {
  addDays,
  type Clock,
  type Day,
  daysBetween,
  localDay,
  ok,
  type Result,
  refuse,
  type Zone,
} from '@voltline/kernel'
import type { DayRange } from './rollup/quarter.ts'

/** A report without dates shows the last 7 days, ending today in the account's zone. */
export function reportRange(
  asked: { startDate?: Day | undefined; endDate?: Day | undefined },
  services: { zone: Zone; clock: Clock; searchDays: number },
): Result<DayRange, 'UNKNOWN'> {
  const end = asked.endDate ?? localDay(services.clock.now(), services.zone)
  const start = asked.startDate ?? addDays(end, 1 - limits.reportDaysDefault)
  const days = daysBetween({ start, end })
  if (days < 0 || days > services.searchDays) {
    return refuse('UNKNOWN', `Search range is 1 to ${services.searchDays} days`)
  }
  return ok({ zone: services.zone, start, end })
}
