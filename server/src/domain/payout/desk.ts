import type { PayoutStatus } from '@voltline/contract'
import { type Micros, type Month, micros, noMoney, ok, type Result, refuse } from '@voltline/kernel'

/** Where an operator may move a request. COMPLETE is paid out, and the end. */
const moves: Record<PayoutStatus, readonly PayoutStatus[]> = {
  WAITING: ['COMPLETE', 'HOLD'],
  HOLD: ['WAITING', 'COMPLETE'],
  COMPLETE: [],
}

export function answer(
  from: PayoutStatus,
  to: { status: PayoutStatus; reason: string },
): Result<{ status: PayoutStatus; reason: string }, 'UNKNOWN'> {
  if (!moves[from].includes(to.status))
    return refuse('UNKNOWN', `status: ${from} does not become ${to.status}`)
  if (to.status === 'HOLD' && to.reason === '') return refuse('UNKNOWN', 'reason: a hold says why')
  return ok(to)
}

/** A part of what is payable: a month's revenue, or corrections, which belong to no month. */
export interface Earning {
  month: Month | undefined
  amount: Micros
}

const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b)

/**
 * Which earnings an amount is paid from. The oldest are used up first, and those that earlier requests took are passed
 * over. Corrections that took money away shorten the months from the oldest on.
 */
export function madeOf(
  earnings: readonly Earning[],
  request: { earlier: Micros; amount: Micros },
): readonly Earning[] {
  const taken = earnings.reduce((sum, one) => (one.amount < 0n ? sum - one.amount : sum), 0n)
  let passed: bigint = request.earlier + taken
  let left: bigint = request.amount
  const parts: Earning[] = []
  for (const { month, amount } of earnings) {
    if (amount <= 0n) continue
    const gone = smaller(passed, amount)
    passed -= gone
    const part = smaller(left, amount - gone)
    left -= part
    if (part > 0n) parts.push({ month, amount: micros(part) })
  }
  return parts
}

export const payableOf = (earnings: readonly Earning[], earlier: Micros): Micros =>
  micros(earnings.reduce<bigint>((sum, one) => sum + one.amount, noMoney) - earlier)
