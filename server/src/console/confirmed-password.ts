import { limits } from '@voltline/contract'
import type { Instant } from '@voltline/kernel'
import type { CustomerSession } from './http/session.ts'

/** Guarded changes need the password to have been entered again a short while ago, in the same session. */
export const hasConfirmedPassword = (
  session: Pick<CustomerSession, 'passwordConfirmedAt'>,
  now: Instant,
): boolean =>
  session.passwordConfirmedAt !== undefined &&
  now - session.passwordConfirmedAt < limits.confirmedPasswordLifeMs
