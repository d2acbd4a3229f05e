import { after, type Day, day, type Instant, instant, utcDay } from '@voltline/kernel'
import { quarterMs, quarterOf } from '../../reports/rollup/quarter.ts'

/** By the server time of events, both ends included. */
export interface Period {
  from: Instant
  to: Instant
}

/** Half-open. */
export interface Span {
  from: Instant
  to: Instant
}

/** Quarter-hours of one UTC day, from first to last, both included. */
export interface Quarters {
  utcDay: Day
  first: number
  last: number
}

const quartersIn = ({ from, to }: Span): Quarters[] => {
  const pieces: Quarters[] = []
  for (let at: number = from; at < to; ) {
    const end = Math.min(Math.floor(at / day) * day + day, to)
    pieces.push({
      utcDay: utcDay(instant(at)),
      first: quarterOf(instant(at)),
      last: quarterOf(instant(end - 1)),
    })
    at = end
  }
  return pieces
}

const down = (at: number): number => Math.floor(at / quarterMs) * quarterMs
const up = (at: number): number => Math.ceil(at / quarterMs) * quarterMs

/** The whole quarter-hours of a span, of which there are sums, and what is left of it at its ends. */
export function cut({ from, to }: Span): { quarters: Quarters[]; edges: Span[] } {
  const [first, last] = [up(from), down(to)]
  if (first >= last) return { quarters: [], edges: from < to ? [{ from, to }] : [] }
  const edges = [
    { from, to: instant(first) },
    { from: instant(last), to },
  ]
  return {
    quarters: quartersIn({ from: instant(first), to: instant(last) }),
    edges: edges.filter((edge) => edge.from < edge.to),
  }
}

/** Every quarter-hour that a period touches. */
export const touchedQuarters = ({ from, to }: Period): Quarters[] =>
  quartersIn({ from: instant(down(from)), to: instant(up(to + 1)) })

export const spanOf = ({ from, to }: Period): Span => ({ from, to: after(to, 1) })

/** The same instants without overlaps, so that what several periods cover counts once; only those before `end`. */
export function unionBefore(periods: readonly Period[], end: Instant): Span[] {
  const spans = periods
    .map(spanOf)
    .map((span) => ({ from: span.from, to: instant(Math.min(span.to, end)) }))
    .filter((span) => span.from < span.to)
    .sort((a, b) => a.from - b.from)
  const union: Span[] = []
  for (const span of spans) {
    const last = union.at(-1)
    if (last && span.from <= last.to) last.to = instant(Math.max(last.to, span.to))
    else union.push({ ...span })
  }
  return union
}
