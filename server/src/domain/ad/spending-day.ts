import { addDays, daySpan, type Instant, instant, localDay, startOfDay, type Zone } from '@voltline/kernel'

/** An advertiser's spending day: half open, the end belongs to the next one. */
export interface SpendingDay {
  startsAt: Instant
  endsAt: Instant
}

/**
 * The spending day that holds an instant: the recorded one, else the zone's own day, cut where a recorded one begins
 * or ends. So every instant has exactly one day, whatever the order of zone changes was.
 */
export function spendingDay(
  days: { zone: Zone; recorded: readonly SpendingDay[] },
  at: Instant,
): SpendingDay {
  const running = days.recorded.find((one) => one.startsAt <= at && at < one.endsAt)
  if (running) return running
  const { from, to } = daySpan(localDay(at, days.zone), days.zone)
  let startsAt: number = from
  let endsAt: number = to
  for (const one of days.recorded) {
    if (one.endsAt <= at) startsAt = Math.max(startsAt, one.endsAt)
    else endsAt = Math.min(endsAt, one.startsAt)
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
 * The days to record when an advertiser changes zone: the running one, stretched to the first midnight of the new zone
 * at or after its old end, so that nobody gains a second day limit; and the one before it as it was, because events of
 * its last moments may not be billed yet. Both replace a recorded day with the same start.
 */
export function daysAfterZoneChange(change: {
  from: Zone
  to: Zone
  recorded: readonly SpendingDay[]
  at: Instant
}): [before: SpendingDay, running: SpendingDay] {
  const old = { zone: change.from, recorded: change.recorded }
  const running = spendingDay(old, change.at)
  const before = spendingDay(old, instant(running.startsAt - 1))
  return [before, { startsAt: running.startsAt, endsAt: nextMidnight(running.endsAt, change.to) }]
}
