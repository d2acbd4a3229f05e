import type { PayoutStatus } from '@voltline/contract'
import { type Micros, type Month, micros, ok, type Result, refuse } from '@voltline/kernel'

/** The statuses that an operator may set. COMPLETE is paid out and final; RELEASED has a call of its own. */
const nextStatuses: Record<PayoutStatus, readonly PayoutStatus[]> = {
  WAITING: ['COMPLETE', 'HOLD'],
  HOLD: ['WAITING', 'COMPLETE'],
  COMPLETE: [],
  RELEASED: [],
}

export interface Decision {
  status: PayoutStatus
  reason: string
}

export function decide(from: PayoutStatus, to: Decision): Result<Decision, 'UNKNOWN'> {
  if (!nextStatuses[from].includes(to.status))
    return refuse('UNKNOWN', `status: ${from} cannot become ${to.status}`)
  if (to.status === 'HOLD' && to.reason === '') return refuse('UNKNOWN', 'reason: required for HOLD')
  return ok({ status: to.status, reason: to.reason })
}

/** Only a request on HOLD can be released, and that is final. */
export const release = (from: PayoutStatus, reason: string): Result<Decision, 'UNKNOWN'> =>
  from === 'HOLD'
    ? ok({ status: 'RELEASED', reason })
    : refuse('UNKNOWN', `status: ${from} cannot be released`)

/** One source of payable revenue: a month, or the corrections, which belong to no month. */
export interface Earning {
  month: Month | undefined
  amountMicros: Micros
}

const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b)

/**
 * The earnings that an amount is paid from. The oldest are used first, and those that earlier requests used are
 * skipped. Negative corrections reduce the months from the oldest on.
 */
export function sourcesOf(
  earnings: readonly Earning[],
  request: { earlierMicros: Micros; amountMicros: Micros },
): readonly Earning[] {
  const corrected = earnings.reduce(
    (sum, { amountMicros }) => (amountMicros < 0n ? sum - amountMicros : sum),
    0n,
  )
  let skipped: bigint = request.earlierMicros + corrected
  let unpaid: bigint = request.amountMicros
  const sources: Earning[] = []
  for (const { month, amountMicros } of earnings) {
    if (amountMicros <= 0n) continue
    const used = smaller(skipped, amountMicros)
    skipped -= used
    const taken = smaller(unpaid, amountMicros - used)
    unpaid -= taken
    if (taken > 0n) sources.push({ month, amountMicros: micros(taken) })
  }
  return sources
}

export const payableOf = (earnings: readonly Earning[], earlierMicros: Micros, heldMicros: Micros): Micros =>
  micros(earnings.reduce((sum, { amountMicros }) => sum + amountMicros, 0n) - earlierMicros - heldMicros)
