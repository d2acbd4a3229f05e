import { limits, type MailLinkType } from '@voltline/contract'
import { after, type CustomerId, type Instant, ok, type Result, refuse } from '@voltline/kernel'

/** The stored state of a token that was mailed in a link. */
export interface MailToken {
  kind: MailLinkType
  email: string
  /** Whose password it sets; at sign-up there is no account yet. */
  customerId: CustomerId | undefined
  expiresAt: Instant
  wasUsed: boolean
  wasReplaced: boolean
}

const lifeMs: Record<MailLinkType, number> = { signup: limits.signupLifeMs, findpw: limits.resetLifeMs }

export const mailTokenExpiry = (kind: MailLinkType, issuedAt: Instant): Instant =>
  after(issuedAt, lifeMs[kind])

/** A token that is unknown, used, replaced or of the other kind gets the same refusal; only expiry has its own. */
export function judgeMailToken(
  token: MailToken | undefined,
  now: Instant,
  kind?: MailLinkType,
): Result<MailToken, 'INVALID_CONFTOKEN' | 'TOKEN_EXPIRED'> {
  if (!token || token.wasUsed || token.wasReplaced) return refuse('INVALID_CONFTOKEN')
  if (kind !== undefined && token.kind !== kind) return refuse('INVALID_CONFTOKEN')
  return token.expiresAt <= now ? refuse('TOKEN_EXPIRED') : ok(token)
}
