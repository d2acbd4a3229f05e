import { type CaseSignal, type CaseStatus, limits } from '@voltline/contract'
import {
  after,
  day,
  type Instant,
  instant,
  type MediumId,
  type Micros,
  ok,
  type Result,
  refuse,
} from '@voltline/kernel'
import type { Period } from './period.ts'

/** The value of a unit, the median of its group, and the robust z of the difference. */
export interface SignalFound {
  signal: CaseSignal
  value: number
  norm: number
  z: number
}

export interface Case extends Period {
  id: number
  mediumId: MediumId
  origin: 'DETECTOR' | 'OPERATOR'
  status: CaseStatus
  signals: readonly SignalFound[]
  /** Of the operator who opened it; '' if the detectors did. */
  reason: string
  openedAt: Instant
  /** Of the operator who decided. */
  answer: string
  decidedAt: Instant | undefined
  appeal: string
  appealedAt: Instant | undefined
}

/** The publisher's part of the charges in the period, and the events of it. */
export interface CaseFigures {
  amountMicros: Micros
  events: number
}

/** Only an open case can be confirmed or released, and that is final. */
export const decide = (
  { status }: Pick<Case, 'status'>,
  decision: Exclude<CaseStatus, 'OPEN'>,
): Result<Exclude<CaseStatus, 'OPEN'>, 'UNKNOWN'> =>
  status === 'OPEN' ? ok(decision) : refuse('UNKNOWN', `status: the case is ${status}, not OPEN`)

/** 14 days after the case was opened or, if later, confirmed. */
export function appealUntil({
  status,
  openedAt,
  decidedAt,
}: Pick<Case, 'status' | 'openedAt' | 'decidedAt'>): Instant {
  const confirmedAt = status === 'CONFIRMED' ? (decidedAt ?? openedAt) : openedAt
  return after(instant(Math.max(openedAt, confirmedAt)), limits.appealDays * day)
}

export function checkAppeal(
  appealed: Pick<Case, 'status' | 'openedAt' | 'decidedAt' | 'appealedAt'>,
  now: Instant,
): Result<Record<string, never>, 'INVALID_PERIOD' | 'DUPLICATE_REQUEST'> {
  if (appealed.appealedAt !== undefined) return refuse('DUPLICATE_REQUEST')
  if (now > appealUntil(appealed)) return refuse('INVALID_PERIOD')
  return ok({})
}

/** The strongest of each signal, in the order in which they were first seen. */
export function strongest(
  known: readonly SignalFound[],
  found: readonly SignalFound[],
): readonly SignalFound[] {
  const best = new Map(known.map((signal) => [signal.signal, signal]))
  for (const signal of found) {
    const before = best.get(signal.signal)
    if (!before || signal.z > before.z) best.set(signal.signal, signal)
  }
  return [...best.values()]
}
