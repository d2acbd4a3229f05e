import { floorWon, hour, type Instant, type Micros, ok, type Result, refuse } from '@voltline/kernel'
import type { PayoutWindow } from './window.ts'

export interface Application {
  amountWon: number
  hasAccount: boolean
  window: PayoutWindow
  appliedThisWindow: boolean
  payable: Micros
  minimumWon: number
}

export type ApplicationRefusal = 'NEED_ACCOUNT' | 'INVALID_PERIOD' | 'DUPLICATE_REQUEST' | 'NOTENOUGH_REVENUE'

/** The order of refusals is fixed: the first thing that a publisher has to put right comes first. */
export function check(application: Application): Result<Record<string, never>, ApplicationRefusal> {
  if (!application.hasAccount) return refuse('NEED_ACCOUNT')
  if (!application.window.open) return refuse('INVALID_PERIOD')
  if (application.appliedThisWindow) return refuse('DUPLICATE_REQUEST')
  const { amountWon, minimumWon, payable } = application
  if (amountWon < minimumWon || amountWon > floorWon(payable)) return refuse('NOTENOUGH_REVENUE')
  return ok({})
}

const lateChangeMs = 72 * hour

/** A bank account changed shortly before a request may be a thief's; the operator is shown a mark. */
export const wasChangedLately = (changedAt: Instant, now: Instant): boolean => now - changedAt < lateChangeMs
