import { addDays, type Day, daysBetween, instant, isDay, minute, utcDay } from '@voltline/kernel'

/** A range of days, both included. */
export interface DayRange {
  start: string
  end: string
}

/** Whether the end is 0 to `daysMax` days after the start. */
export function isRange(range: DayRange, daysMax: number): boolean {
  if (!isDay(range.start) || !isDay(range.end)) return false
  const days = daysBetween({ start: range.start, end: range.end })
  return days >= 0 && days <= daysMax
}

/** The date on a clock that many minutes east of UTC. */
export const dayAt = (nowMs: number, offsetMinutes: number): Day =>
  utcDay(instant(nowMs + offsetMinutes * minute))

/** The last `count` days ending today. */
export const lastDays = (count: number, today: Day): DayRange => ({
  start: addDays(today, 1 - count),
  end: today,
})

/** How many days back from today the range reaches, if it is such a range. */
export function presetOf(range: DayRange, today: Day): number | null {
  if (range.end !== today || !isDay(range.start)) return null
  return daysBetween({ start: range.start, end: today }) + 1
}
