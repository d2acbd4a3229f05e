import type { Answer, MailLinkType, pubMyPage, User } from '@voltline/contract'
import { type CustomerId, type Instant, ok, type Result, refuse } from '@voltline/kernel'
import type { Account } from './store.ts'
import { zoneFacts } from './zone.ts'

/** A mailed link's token as it is kept. */
export interface MailToken {
  kind: MailLinkType
  email: string
  /** Whose password it sets; a sign-up has no account yet. */
  customerId: CustomerId | undefined
  expiresAt: Instant
  wasUsed: boolean
  wasReplaced: boolean
}

/** Unknown, used, replaced by a newer mail and of the other kind all read the same; only age is told apart. */
export function judgeToken(
  token: MailToken | undefined,
  now: Instant,
  kind?: MailLinkType,
): Result<MailToken, 'INVALID_CONFTOKEN' | 'TOKEN_EXPIRED'> {
  if (!token || token.wasUsed || token.wasReplaced) return refuse('INVALID_CONFTOKEN')
  if (kind !== undefined && token.kind !== kind) return refuse('INVALID_CONFTOKEN')
  return token.expiresAt <= now ? refuse('TOKEN_EXPIRED') : ok(token)
}

/** The user that a browser stores after sign-in. */
export const toUser = (account: Account, sessionKey: string, now: Instant): User => ({
  Type: account.type,
  CustID: account.customerId,
  SessionKey: sessionKey,
  ...zoneFacts(account.zone, now),
})

/** The account as its owner sees it on the my page. */
export const toMyPage = (account: Account): Answer<typeof pubMyPage>['customer'] => ({
  Email: account.email,
  FirstName: account.firstName,
  LastName: account.lastName,
  Company: account.company,
  TimezoneName: account.zone,
  CountryCode: account.countryCode,
  MobileNumber: account.mobileNumber,
  Type: account.type,
})
