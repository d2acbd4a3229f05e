import {
  type AdId,
  type Day,
  type Instant,
  type MediumId,
  type Micros,
  micros,
  noMoney,
} from '@voltline/kernel'
import { type Counts, countColumns } from './read-figures.ts'

export type RollupCount = (typeof countColumns)[number]

export interface Sums {
  counts: Counts
  amountMicros: Micros
}

/** The sums of a quarter-hour, and those of its events whose country is known, by country. */
export interface QuarterSums extends Sums {
  countries: Map<string, Sums>
}

/** When and where an event was received. */
export interface Received {
  receivedAt: Instant
  /** '' if unknown. */
  country: string
}

/** What a batch adds to one ad or medium on one UTC day, by quarter. */
export interface Addition {
  id: AdId | MediumId
  utcDay: Day
  quarters: Map<number, QuarterSums>
}

export const noSums = (): Sums => ({
  counts: { impressions: 0, clicks: 0, watches: 0, installs: 0, actions: 0, unpaid: 0 },
  amountMicros: noMoney,
})

const combined = (a: Sums, b: Sums, sign: 1 | -1): Sums => {
  const counts = { ...a.counts }
  for (const name of countColumns) counts[name] += sign * b.counts[name]
  return { counts, amountMicros: micros(a.amountMicros + BigInt(sign) * b.amountMicros) }
}
export const plus = (a: Sums, b: Sums): Sums => combined(a, b, 1)
export const minus = (a: Sums, b: Sums): Sums => combined(a, b, -1)

export const isNothing = ({ counts, amountMicros }: Sums): boolean =>
  amountMicros === 0n && countColumns.every((name) => counts[name] === 0)
