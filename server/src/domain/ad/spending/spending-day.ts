import { addDays, daySpan, type Instant, instant, localDay, startOfDay, type Zone } from '@voltline/kernel'

/** An advertiser's spending day: half open, `endsAt` belongs to the next day. */
export interface SpendingDay {
  startsAt: Instant
  endsAt: Instant
}

/**
 * The spending day of an instant: the recorded day, or else the zone's calendar day, cut where a recorded day begins
 * or ends. So every instant has exactly one spending day, in whatever order the zone was changed.
 */
export function spendingDay(
  days: { zone: Zone; recorded: readonly SpendingDay[] },
  at: Instant,
): SpendingDay {
  const recorded = days.recorded.find((day) => day.startsAt <= at && at < day.endsAt)
  if (recorded) return recorded
  const { from, to } = daySpan(localDay(at, days.zone), days.zone)
  let startsAt: number = from
  let endsAt: number = to
  for (const day of days.recorded) {
    if (day.endsAt <= at) startsAt = Math.max(startsAt, day.endsAt)
    else endsAt = Math.min(endsAt, day.startsAt)
  }
  return { startsAt: instant(startsAt), endsAt: instant(endsAt) }
}

/** The zone's first midnight at or after an instant. */
function nextMidnight(at: Instant, zone: Zone): Instant {
  const today = localDay(at, zone)
  const midnight = startOfDay(today, zone)
  return midnight === at ? at : startOfDay(addDays(today, 1), zone)
}

/**
 * The days to record when an advertiser changes zone: the current day, extended to the first midnight of the new zone
 * at or after its old end, so that no second day limit is gained; and the day before it, unchanged, because its last
 * events may not be billed yet. Both replace a recorded day with the same start.
 */
export function daysAfterZoneChange(change: {
  from: Zone
  to: Zone
  recorded: readonly SpendingDay[]
  at: Instant
}): [before: SpendingDay, current: SpendingDay] {
  const old = { zone: change.from, recorded: change.recorded }
  const current = spendingDay(old, change.at)
  const before = spendingDay(old, instant(current.startsAt - 1))
  return [before, { startsAt: current.startsAt, endsAt: nextMidnight(current.endsAt, change.to) }]
}
