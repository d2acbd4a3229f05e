import type { AdminGroup, CustomerType } from '@voltline/contract'
import { limits } from '@voltline/contract'
import {
  after,
  type Clock,
  type CustomerId,
  type Instant,
  type OperatorId,
  ok,
  type Result,
  refuse,
  type Zone,
} from '@voltline/kernel'
import type { Database, Row } from '../../platform/database/database.ts'
import { at, prepared, sql } from '../../platform/database/sql.ts'
import { hashToken, type Secrets, sameBytes } from '../../platform/secrets.ts'

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

export interface Credentials {
  accessToken: string | undefined
  custId: string | undefined
  sessionKey: string | undefined
}

type Headers = Readonly<Record<string, string | string[] | undefined>>
const first = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value)

/** Node gives header names in lower case, whatever the caller wrote. */
export function credentialsOf(headers: Headers): Credentials {
  const bearer = /^Bearer +(\S+)$/i.exec(first(headers.authorization) ?? '')?.[1]
  return {
    accessToken: bearer ?? first(headers.accesstoken),
    custId: first(headers.custid),
    sessionKey: first(headers.sessionkey),
  }
}

interface Found {
  session: AnySession
  id: number
  sessionKeyHash: Buffer
  issuedAt: Instant
  expiresAt: Instant
  endedBy: string | undefined
}

function toFound(row: Row): Found {
  const shared = { sessionId: row.session_id as bigint }
  const session: AnySession =
    row.customer_id === null
      ? {
          ...shared,
          kind: 'OPERATOR',
          operatorId: row.operator_id as OperatorId,
          group: row.admin_group as AdminGroup,
        }
      : {
          ...shared,
          kind: 'CUSTOMER',
          customerId: row.customer_id as CustomerId,
          type: row.type as CustomerType,
          zone: row.timezone as Zone,
          passwordConfirmedAt: (row.password_confirmed_at as Instant | null) ?? undefined,
        }
  return {
    session,
    id: (row.customer_id ?? row.operator_id) as number,
    sessionKeyHash: row.session_key_hash as Buffer,
    issuedAt: row.issued_at as Instant,
    expiresAt: row.expires_at as Instant,
    endedBy: (row.ended_by as string | null) ?? undefined,
  }
}

const findToken = (accessToken: string) =>
  prepared(
    'session-by-token',
    sql`
    select s.session_id, s.customer_id, s.operator_id, s.session_key_hash, s.password_confirmed_at, s.ended_by,
           t.issued_at, t.expires_at, c.type, c.timezone, o.admin_group
      from access_token t
      join session s using (session_id)
      left join customer c using (customer_id)
      left join operator o using (operator_id)
     where t.token_hash = ${hashToken(accessToken)}`,
  )

export type NotSignedIn = 'NEED_SIGNIN' | 'INVALID_SESSIONKEY' | 'NEED_REFRESHTOKEN'

export interface SignedIn {
  session: AnySession
  /** Given once the token is past half its life. */
  newToken: string | undefined
}

/** Finds out who calls, from the token alone; the other headers must agree with it. */
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
    const found = checked.value
    if (String(found.id) !== custId || !sameBytes(hashToken(sessionKey), found.sessionKeyHash)) {
      return refuse('INVALID_SESSIONKEY')
    }
    return ok({ session: found.session, newToken: await this.#renew(accessToken, found) })
  }

  /** Whether a token is good, without the other headers. */
  async check(accessToken: string): Promise<Result<Found, NotSignedIn>> {
    const found = await this.#db.read((session) => session.maybeOne(toFound, findToken(accessToken)))
    if (!found) return refuse('NEED_SIGNIN')
    // Only a sign-in elsewhere is told as such; signed out and password changed simply need a new sign-in.
    if (found.endedBy) return refuse(found.endedBy === 'SIGNIN' ? 'INVALID_SESSIONKEY' : 'NEED_SIGNIN')
    if (found.expiresAt <= this.#clock.now()) return refuse('NEED_REFRESHTOKEN')
    return ok(found)
  }

  /**
   * The next token derives from the present one, so that parallel calls are all given the same.
   * The present one stays good till its end.
   */
  async #renew(accessToken: string, found: Found): Promise<string | undefined> {
    const now = this.#clock.now()
    if (now - found.issuedAt < limits.accessTokenLifeMs / 2) return undefined
    const next = this.#secrets.mac('access-token-renewal', accessToken).toString('base64url')
    await this.#db.transaction((session) =>
      session.run(sql`
        insert into access_token (token_hash, session_id, issued_at, expires_at)
        values (${hashToken(next)}, ${found.session.sessionId}, ${at(now)},
                ${at(after(now, limits.accessTokenLifeMs))})
            on conflict do nothing`),
    )
    return next
  }
}
