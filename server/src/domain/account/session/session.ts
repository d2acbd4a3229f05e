import { type AdminGroup, type CustomerType, limits } from '@voltline/contract'
import {
  after,
  type CustomerId,
  type Instant,
  instant,
  type OperatorId,
  ok,
  type Result,
  refuse,
  type Zone,
} from '@voltline/kernel'
import type { SessionRow } from '../../../platform/database/rows.ts'

export interface CustomerSession {
  kind: 'CUSTOMER'
  sessionId: bigint
  customerId: CustomerId
  type: CustomerType
  zone: Zone
  /** When the password was last confirmed in this session. */
  passwordConfirmedAt: Instant | undefined
}
export interface OperatorSession {
  kind: 'OPERATOR'
  sessionId: bigint
  operatorId: OperatorId
  group: AdminGroup
}
export type AnySession = CustomerSession | OperatorSession

export type EndedBy = NonNullable<SessionRow['ended_by']>

/** An access token with the session it belongs to. */
export interface AccessToken {
  session: AnySession
  sessionKeyHash: Buffer
  issuedAt: Instant
  expiresAt: Instant
  /** The end of the session's life, counted from sign-in. */
  sessionEndsAt: Instant
  endedBy: EndedBy | undefined
}

export type NotSignedIn = 'NEED_SIGNIN' | 'INVALID_SESSIONKEY' | 'NEED_REFRESHTOKEN'

/** Only a sign-in elsewhere has a code of its own; after a sign-out or a password change the caller signs in again. */
export function judgeAccessToken(
  token: AccessToken | undefined,
  now: Instant,
): Result<AccessToken, NotSignedIn> {
  if (!token) return refuse('NEED_SIGNIN')
  if (token.endedBy) return refuse(token.endedBy === 'SIGNIN' ? 'INVALID_SESSIONKEY' : 'NEED_SIGNIN')
  return token.expiresAt <= now || token.sessionEndsAt <= now ? refuse('NEED_REFRESHTOKEN') : ok(token)
}

/** A session ends this long after sign-in, however often its token is renewed. */
export const sessionEnd = (kind: AnySession['kind'], startedAt: Instant): Instant =>
  after(startedAt, kind === 'OPERATOR' ? limits.operatorSessionLifeMs : limits.sessionLifeMs)

/** No token outlives its session. */
export const accessTokenExpiry = (issuedAt: Instant, sessionEndsAt: Instant): Instant =>
  instant(Math.min(after(issuedAt, limits.accessTokenLifeMs), sessionEndsAt))

/** A token is renewed after half its life. The old one stays valid until it expires. */
export const isRenewalDue = (token: Pick<AccessToken, 'issuedAt'>, now: Instant): boolean =>
  now - token.issuedAt >= limits.accessTokenLifeMs / 2

/** Guarded changes require the password to have been entered again recently in the same session. */
export const hasConfirmedPassword = (
  session: Pick<CustomerSession, 'passwordConfirmedAt'>,
  now: Instant,
): boolean =>
  session.passwordConfirmedAt !== undefined &&
  now - session.passwordConfirmedAt < limits.confirmedPasswordLifeMs
