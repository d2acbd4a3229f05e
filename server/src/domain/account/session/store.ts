import type { CustomerId, Instant, OperatorId } from '@voltline/kernel'
import type { ReadSession, Tx } from '../../../platform/database/database.ts'
import type { AccessTokenRow, CustomerRow, OperatorRow, SessionRow } from '../../../platform/database/rows.ts'
import { at, prepared, sql } from '../../../platform/database/sql.ts'
import { hashToken, randomToken } from '../../../platform/secrets.ts'
import { type AccessToken, type AnySession, accessTokenExpiry, type EndedBy, sessionEnd } from './session.ts'

export type Owner = { customerId: CustomerId } | { operatorId: OperatorId }

const ownedBy = (owner: Owner) =>
  'customerId' in owner ? sql`customer_id = ${owner.customerId}` : sql`operator_id = ${owner.operatorId}`

/** Ends every live session of an account, or all but one. */
export async function endSessions(
  tx: Tx,
  owner: Owner,
  end: { by: EndedBy; at: Instant; except?: bigint },
): Promise<void> {
  await tx.run(sql`
    update session set ended_at = ${at(end.at)}, ended_by = ${end.by}
     where ${ownedBy(owner)} and ended_at is null and session_id <> ${end.except ?? 0n}`)
}

export interface OpenedSession {
  sessionId: bigint
  accessToken: string
  sessionKey: string
}

/**
 * Opens the one live session of an account and ends the earlier ones. The caller holds a lock on the account's row, so
 * concurrent sign-ins leave exactly one session.
 */
export async function openSession(tx: Tx, owner: Owner, now: Instant): Promise<OpenedSession> {
  await endSessions(tx, owner, { by: 'SIGNIN', at: now })
  const accessToken = randomToken()
  const sessionKey = randomToken()
  const customerId = 'customerId' in owner ? owner.customerId : null
  const operatorId = 'operatorId' in owner ? owner.operatorId : null
  const sessionId = await tx.one(
    (row) => row.session_id,
    sql<Pick<SessionRow, 'session_id'>>`
    insert into session (customer_id, operator_id, session_key_hash, started_at)
    values (${customerId}, ${operatorId}, ${hashToken(sessionKey)}, ${at(now)})
    returning session_id`,
  )
  const sessionEndsAt = sessionEnd(customerId === null ? 'OPERATOR' : 'CUSTOMER', now)
  await saveAccessToken(tx, { accessToken, sessionId, sessionEndsAt }, now)
  return { sessionId, accessToken, sessionKey }
}

/** Saving the same token twice changes nothing. */
export async function saveAccessToken(
  tx: Tx,
  token: { accessToken: string; sessionId: bigint; sessionEndsAt: Instant },
  now: Instant,
): Promise<void> {
  await tx.run(sql`
    insert into access_token (token_hash, session_id, issued_at, expires_at)
    values (${hashToken(token.accessToken)}, ${token.sessionId}, ${at(now)},
            ${at(accessTokenExpiry(now, token.sessionEndsAt))})
        on conflict do nothing`)
}

type TokenColumns = Pick<AccessTokenRow, 'issued_at' | 'expires_at'> &
  Pick<SessionRow, 'session_id' | 'session_key_hash' | 'started_at' | 'password_confirmed_at' | 'ended_by'> &
  (
    | (Pick<CustomerRow, 'customer_id' | 'type' | 'timezone'> & { operator_id: null; admin_group: null })
    | (Pick<OperatorRow, 'operator_id' | 'admin_group'> & { customer_id: null; type: null; timezone: null })
  )

const toSession = (row: TokenColumns): AnySession =>
  row.customer_id === null
    ? {
        kind: 'OPERATOR',
        sessionId: row.session_id,
        operatorId: row.operator_id,
        group: row.admin_group,
      }
    : {
        kind: 'CUSTOMER',
        sessionId: row.session_id,
        customerId: row.customer_id,
        type: row.type,
        zone: row.timezone,
        passwordConfirmedAt: row.password_confirmed_at ?? undefined,
      }

const toAccessToken = (row: TokenColumns): AccessToken => ({
  session: toSession(row),
  sessionKeyHash: row.session_key_hash,
  issuedAt: row.issued_at,
  expiresAt: row.expires_at,
  sessionEndsAt: sessionEnd(row.customer_id === null ? 'OPERATOR' : 'CUSTOMER', row.started_at),
  endedBy: row.ended_by ?? undefined,
})

export const findAccessToken = (session: ReadSession, accessToken: string) =>
  session.maybeOne(
    toAccessToken,
    prepared(
      'session-by-token',
      sql<TokenColumns>`
      select s.session_id, s.customer_id, s.operator_id, s.session_key_hash, s.started_at,
             s.password_confirmed_at, s.ended_by,
             t.issued_at, t.expires_at, c.type, c.timezone, o.admin_group
        from access_token t
        join session s using (session_id)
        left join customer c using (customer_id)
        left join operator o using (operator_id)
       where t.token_hash = ${hashToken(accessToken)}`,
    ),
  )

export async function savePasswordConfirmation(tx: Tx, sessionId: bigint, now: Instant): Promise<void> {
  await tx.run(sql`update session set password_confirmed_at = ${at(now)} where session_id = ${sessionId}`)
}

export const deleteExpiredAccessTokens = (tx: Tx, before: Instant): Promise<number> =>
  tx.run(sql`delete from access_token where expires_at < ${at(before)}`)
