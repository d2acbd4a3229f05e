import {
  floorWon,
  hour,
  type Instant,
  type Micros,
  ok,
  type Result,
  refuse,
  type Won,
} from '@voltline/kernel'
import type { PayoutWindow } from './window.ts'

export interface Application {
  amountWon: Won
  hasAccount: boolean
  window: PayoutWindow
  appliedThisWindow: boolean
  payableMicros: Micros
  minimumWon: Won
}

export type ApplicationRefusal = 'NEED_ACCOUNT' | 'INVALID_PERIOD' | 'DUPLICATE_REQUEST' | 'NOTENOUGH_REVENUE'

/** The order of refusals is fixed: what the publisher has to fix first comes first. */
export function checkApplication(
  application: Application,
): Result<Record<string, never>, ApplicationRefusal> {
  if (!application.hasAccount) return refuse('NEED_ACCOUNT')
  if (!application.window.open) return refuse('INVALID_PERIOD')
  if (application.appliedThisWindow) return refuse('DUPLICATE_REQUEST')
  const { amountWon, minimumWon, payableMicros } = application
  if (amountWon < minimumWon || amountWon > floorWon(payableMicros)) return refuse('NOTENOUGH_REVENUE')
  return ok({})
}

const recentChangeMs = 72 * hour

/** A bank account changed shortly before a request may be a thief's, so the operator is warned. */
export const wasChangedRecently = (changedAt: Instant, now: Instant): boolean =>
  now - changedAt < recentChangeMs
