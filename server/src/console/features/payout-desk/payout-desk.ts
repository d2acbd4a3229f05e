import type { PayoutStatus } from '@voltline/contract'
import { ok, type Result, refuse } from '@voltline/kernel'

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
