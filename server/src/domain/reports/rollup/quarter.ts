import {
  addDays,
  type Day,
  day,
  type Instant,
  instant,
  minute,
  startOfDay,
  utcDay,
  type Zone,
} from '@voltline/kernel'

/** Every zone's midnight falls on a quarter-hour of UTC, so quarters add up to the days of any of them. */
export const quarterMs = 15 * minute
export const quartersPerDay = 96

/** The quarter-hour of an instant's UTC day, 1 to 96, as the arrays of the rollups count. */
export const quarterOf = (at: Instant): number => Math.floor((at % day) / quarterMs) + 1

/** Quarter-hours since the epoch. */
export type QuarterNumber = number & { readonly unit: 'quarter-hours' }
export const quarterNumber = (at: Instant): QuarterNumber => Math.floor(at / quarterMs) as QuarterNumber

/** A range of days in a named zone, both ends included. */
export interface DayRange {
  zone: Zone
  start: Day
  end: Day
}

/** A part of a local day that lies within one UTC day: the quarters from first to last, both included. */
export interface Piece {
  day: Day
  utcDay: Day
  first: number
  last: number
}

const knownStartsMax = 100_000
const knownStarts = new Map<string, Instant>()

/** Computing the start of a local day takes about 100 µs, and a report needs 180 of them. */
function dayStart(date: Day, zone: Zone): Instant {
  const key = `${zone}/${date}`
  const known = knownStarts.get(key)
  if (known !== undefined) return known
  const found = startOfDay(date, zone)
  if (knownStarts.size >= knownStartsMax) knownStarts.clear()
  knownStarts.set(key, found)
  return found
}

/** The days of a range with their half-open spans, oldest first. */
export function spansOf(range: DayRange): { day: Day; from: Instant; to: Instant }[] {
  const spans = []
  for (let date = range.start; date <= range.end; date = addDays(date, 1)) {
    spans.push({ day: date, from: dayStart(date, range.zone), to: dayStart(addDays(date, 1), range.zone) })
  }
  return spans
}

const knownRangesMax = 200
const knownRanges = new Map<string, readonly Piece[]>()

/** The local days of a range, cut at midnight UTC. Cached, because most reports use the same few ranges. */
export function piecesOf(range: DayRange): readonly Piece[] {
  const key = `${range.zone}/${range.start}/${range.end}`
  const known = knownRanges.get(key)
  if (known) return known
  const pieces = spansOf(range).flatMap(({ day: date, from, to }) =>
    piecesBetween(from, to).map((piece) => ({ day: date, ...piece })),
  )
  if (knownRanges.size >= knownRangesMax) knownRanges.clear()
  knownRanges.set(key, pieces)
  return pieces
}

/** A half-open span, cut at midnight UTC. */
export function piecesBetween(from: Instant, to: Instant): Omit<Piece, 'day'>[] {
  const pieces: Omit<Piece, 'day'>[] = []
  for (let at = from; at < to; ) {
    const midnight = Math.floor(at / day) * day + day
    const end = Math.min(midnight, to)
    pieces.push({ utcDay: utcDay(at), first: quarterOf(at), last: quarterOf(instant(end - 1)) })
    at = instant(end)
  }
  return pieces
}
