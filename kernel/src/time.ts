import { assert } from './assert.ts'

/** Epoch milliseconds, UTC. */
export type Instant = number & { readonly unit: 'epoch-ms' }
/** A calendar date `YYYY-MM-DD`; the zone is stated separately. */
export type Day = string & { readonly unit: 'day' }
/** A calendar month `YYYY-MM`. */
export type Month = string & { readonly unit: 'month' }
/** An IANA zone name that Intl accepts. */
export type Zone = string & { readonly unit: 'zone' }

export interface Clock {
  now(): Instant
}

export const second = 1_000
export const minute = 60 * second
export const hour = 60 * minute
export const day = 24 * hour

export const instant = (ms: number): Instant => ms as Instant
export const after = (at: Instant, ms: number): Instant => instant(at + ms)

/** The zone of payout windows and revenue months. */
export const seoul = 'Asia/Seoul' as Zone

export function isZone(name: string): name is Zone {
  // Intl also takes offsets such as "+09:00", which are not zone names.
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

const dayPattern = /^(\d{4})-(\d{2})-(\d{2})$/

export function isDay(text: string): text is Day {
  if (!dayPattern.test(text)) return false
  const at = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(at) && new Date(at).toISOString().slice(0, 10) === text
}

export const utcDay = (at: Instant): Day => new Date(at).toISOString().slice(0, 10) as Day

export function addDays(from: Day, count: number): Day {
  return utcDay(instant(Date.parse(`${from}T00:00:00Z`) + count * day))
}

/** Days from `start` to `end`: 0 for the same day, negative when end comes first. */
export const daysBetween = (range: { start: Day; end: Day }): number =>
  (Date.parse(range.end) - Date.parse(range.start)) / day

const formats = new Map<string, Intl.DateTimeFormat>()

function format(zone: Zone): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  formats.set(zone, made)
  return made
}

export interface LocalTime {
  day: Day
  hour: number
  minute: number
  second: number
  /** 0 is Sunday. */
  weekday: number
}

export function localTime(at: Instant, zone: Zone): LocalTime {
  const part: Record<string, string> = {}
  for (const { type, value } of format(zone).formatToParts(at)) part[type] = value
  const date = `${part.year?.padStart(4, '0')}-${part.month}-${part.day}` as Day
  return {
    day: date,
    hour: Number(part.hour),
    minute: Number(part.minute),
    second: Number(part.second),
    weekday: new Date(`${date}T00:00:00Z`).getUTCDay(),
  }
}

export const localDay = (at: Instant, zone: Zone): Day => localTime(at, zone).day

/** Minutes east of UTC at that instant; Seoul is 540. */
export function offsetMinutes(at: Instant, zone: Zone): number {
  const local = localTime(at, zone)
  const asUtc =
    Date.parse(`${local.day}T00:00:00Z`) + local.hour * hour + local.minute * minute + local.second * second
  return Math.round((asUtc - Math.floor(at / second) * second) / minute)
}

/**
 * The first instant of a local day. Where a clock change skips midnight, the day begins
 * at the first instant that exists; where it repeats midnight, at the earlier one.
 */
export function startOfDay(date: Day, zone: Zone): Instant {
  assert(isDay(date), 'a day is a real date')
  const utcMidnight = Date.parse(`${date}T00:00:00Z`)
  // Nearly always the day begins at its midnight, by the offset of that moment.
  const near = instant(utcMidnight - offsetMinutes(instant(utcMidnight), zone) * minute)
  const guess = instant(utcMidnight - offsetMinutes(near, zone) * minute)
  if (localDay(guess, zone) === date && localDay(instant(guess - 1), zone) < date) return guess
  // Else its first instant lies within the zone's possible offsets of UTC midnight.
  let early = utcMidnight - 15 * hour
  let late = utcMidnight + 15 * hour
  // Local dates never run backwards by a day, so the earliest instant of `date` is found by halving.
  while (late - early > 1) {
    const middle = Math.floor((early + late) / 2)
    if (localDay(instant(middle), zone) >= date) late = middle
    else early = middle
  }
  return instant(late)
}

/** The local day's half-open span. */
export const daySpan = (date: Day, zone: Zone): { from: Instant; to: Instant } => ({
  from: startOfDay(date, zone),
  to: startOfDay(addDays(date, 1), zone),
})

export const monthOf = (date: Day): Month => date.slice(0, 7) as Month

export function addMonths(month: Month, count: number): Month {
  const [year = 0, number = 1] = month.split('-').map(Number)
  const index = year * 12 + (number - 1) + count
  return `${String(Math.floor(index / 12)).padStart(4, '0')}-${String((index % 12) + 1).padStart(2, '0')}` as Month
}

export const monthSpan = (month: Month, zone: Zone): { from: Instant; to: Instant } => ({
  from: startOfDay(`${month}-01` as Day, zone),
  to: startOfDay(`${addMonths(month, 1)}-01` as Day, zone),
})

/** ISO 8601 with the zone's offset, as in console responses: `2026-11-03T14:20:00+09:00`. */
export function isoInZone(at: Instant, zone: Zone): string {
  const offset = offsetMinutes(at, zone)
  const local = new Date(at + offset * minute).toISOString().slice(0, 19)
  const size = Math.abs(offset)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${local}${offset < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`
}
