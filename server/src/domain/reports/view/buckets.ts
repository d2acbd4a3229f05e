import type { Comparison } from '@voltline/contract'
import { addDays, type Day, daysBetween, hour, type Instant, instant, localTime } from '@voltline/kernel'
import { type DayRange, piecesBetween, spansOf } from '../rollup/quarter.ts'

/** The rows of time that a report has: days, hours, hours of the day, or the whole range as one. */
export interface Buckets {
  /** The keys of the report's dimensions of time, by bucket. */
  keys: (readonly string[])[]
  /** A part of a bucket within one UTC day: the quarters from first to last. */
  pieces: { bucket: number; utcDay: Day; first: number; last: number }[]
}

export type TimeDimension = 'day' | 'hour'

/** The hours of a local day; a day on which the clock changes has 23 or 25 of them, and one occurs twice. */
function hoursOf(
  span: { from: Instant; to: Instant },
  range: DayRange,
): { from: Instant; to: Instant; of: number }[] {
  const isPlain = span.to - span.from === 24 * hour
  const hours = []
  for (let from = span.from; from < span.to; ) {
    // Where the clock changes by half an hour, an hour of the clock may be cut short.
    const of = isPlain ? (from - span.from) / hour : localTime(from, range.zone).hour
    const minutes = isPlain ? 0 : localTime(from, range.zone).minute
    const to = instant(Math.min(span.to, from + hour - minutes * 60_000))
    hours.push({ from, to, of })
    from = to
  }
  return hours
}

/** `hour` alone is the hour of the day; with `day`, each hour of each day. */
export function bucketsOf(range: DayRange, dimensions: readonly TimeDimension[]): Buckets {
  const buckets: Buckets = { keys: [], pieces: [] }
  const numbers = new Map<string, number>()
  const add = (key: readonly string[], from: Instant, to: Instant): void => {
    const text = key.join()
    let bucket = numbers.get(text)
    if (bucket === undefined) {
      bucket = buckets.keys.push(key) - 1
      numbers.set(text, bucket)
    }
    for (const piece of piecesBetween(from, to)) buckets.pieces.push({ bucket, ...piece })
  }
  const spans = spansOf(range)
  const [firstSpan, lastSpan] = [spans[0], spans.at(-1)]
  if (dimensions.length === 0) {
    if (firstSpan && lastSpan) add([], firstSpan.from, lastSpan.to)
    return buckets
  }
  for (const span of spans) {
    if (!dimensions.includes('hour')) {
      add([span.day], span.from, span.to)
      continue
    }
    for (const { from, to, of } of hoursOf(span, range)) {
      const keys: Record<TimeDimension, string> = { day: span.day, hour: String(of) }
      add(
        dimensions.map((dimension) => keys[dimension]),
        from,
        to,
      )
    }
  }
  return buckets
}

/** The same day a year ago; 28 February for 29 February. */
function yearBefore(day: Day): Day {
  const before = `${Number(day.slice(0, 4)) - 1}${day.slice(4)}`
  return (before.endsWith('-02-29') ? before.replace('-02-29', '-02-28') : before) as Day
}

/** As many days right before the range, or the same days a year ago. */
export function comparedRange(range: DayRange, comparison: Comparison): DayRange {
  const { zone, start, end } = range
  if (comparison === 'year') return { zone, start: yearBefore(start), end: yearBefore(end) }
  const days = daysBetween(range) + 1
  return { zone, start: addDays(start, -days), end: addDays(end, -days) }
}
