import { type Clock, ok, type Result, refuse } from '@voltline/kernel'
import {
  type AccessToken,
  type AnySession,
  isRenewalDue,
  judgeAccessToken,
  type NotSignedIn,
} from '../../domain/account/session/session.ts'
import { findAccessToken, saveAccessToken } from '../../domain/account/session/store.ts'
import type { Database } from '../../platform/database/database.ts'
import { hashToken, type Secrets, sameBytes } from '../../platform/secrets.ts'

export interface Credentials {
  accessToken: string | undefined
  custId: string | undefined
  sessionKey: string | undefined
}

type Headers = Readonly<Record<string, string | string[] | undefined>>
const first = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value)

/** Node lower-cases header names. */
export function credentialsOf(headers: Headers): Credentials {
  const bearer = /^Bearer +(\S+)$/i.exec(first(headers.authorization) ?? '')?.[1]
  return {
    accessToken: bearer ?? first(headers.accesstoken),
    custId: first(headers.custid),
    sessionKey: first(headers.sessionkey),
  }
}

export interface SignedIn {
  session: AnySession
  /** Set when the token has been renewed. */
  newToken: string | undefined
}

/** Identifies the caller by the access token; the other headers must match it. */
export class Sessions {
  readonly #db: Database
  readonly #clock: Clock
  readonly #secrets: Secrets
  constructor(services: { db: Database; clock: Clock; secrets: Secrets }) {
    this.#db = services.db
    this.#clock = services.clock
    this.#secrets = services.secrets
  }

  async authenticate(credentials: Credentials): Promise<Result<SignedIn, NotSignedIn>> {
    const { accessToken, custId, sessionKey } = credentials
    if (!accessToken || !custId || !sessionKey) return refuse('NEED_SIGNIN')
    const checked = await this.check(accessToken)
    if (!checked.ok) return checked
    const { session, sessionKeyHash } = checked.value
    const accountId = session.kind === 'CUSTOMER' ? session.customerId : session.operatorId
    if (String(accountId) !== custId || !sameBytes(hashToken(sessionKey), sessionKeyHash)) {
      return refuse('INVALID_SESSIONKEY')
    }
    return ok({ session, newToken: await this.#renew(accessToken, checked.value) })
  }

  /** Checks a token without the other headers. */
  async check(accessToken: string): Promise<Result<AccessToken, NotSignedIn>> {
    const token = await this.#db.read((reader) => findAccessToken(reader, accessToken))
    return judgeAccessToken(token, this.#clock.now())
  }

  /** The next token is derived from the current one, so parallel calls all receive the same token. */
  async #renew(
    accessToken: string,
    { session, issuedAt, sessionEndsAt }: AccessToken,
  ): Promise<string | undefined> {
    const now = this.#clock.now()
    if (!isRenewalDue({ issuedAt }, now)) return undefined
    const next = this.#secrets.mac('access-token-renewal', accessToken).toString('base64url')
    const { sessionId } = session
    await this.#db.transaction((tx) =>
      saveAccessToken(tx, { accessToken: next, sessionId, sessionEndsAt }, now),
    )
    return next
  }
}
