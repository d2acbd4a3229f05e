import { limits } from '@voltline/contract'
import { after, type CustomerId, type Instant, type OperatorId } from '@voltline/kernel'
import type { Row, Tx } from '../../platform/database/database.ts'
import { at, sql } from '../../platform/database/sql.ts'
import { hashToken, randomToken } from '../../platform/secrets.ts'

export type Owner = { customerId: CustomerId } | { operatorId: OperatorId }
export type EndedBy = 'SIGNOUT' | 'SIGNIN' | 'PASSWORD' | 'BLOCK'

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
 * Opens the one live session of an account and ends the earlier ones. The caller holds the account's row locked, so
 * that of several sign-ins at once exactly one stays.
 */
export async function openSession(tx: Tx, owner: Owner, now: Instant): Promise<OpenedSession> {
  await endSessions(tx, owner, { by: 'SIGNIN', at: now })
  const accessToken = randomToken()
  const sessionKey = randomToken()
  const customerId = 'customerId' in owner ? owner.customerId : null
  const operatorId = 'operatorId' in owner ? owner.operatorId : null
  const sessionId = await tx.one(
    (row: Row) => row.session_id as bigint,
    sql`
    insert into session (customer_id, operator_id, session_key_hash, started_at)
    values (${customerId}, ${operatorId}, ${hashToken(sessionKey)}, ${at(now)})
    returning session_id`,
  )
  await tx.run(sql`
    insert into access_token (token_hash, session_id, issued_at, expires_at)
    values (${hashToken(accessToken)}, ${sessionId}, ${at(now)}, ${at(after(now, limits.accessTokenLifeMs))})`)
  return { sessionId, accessToken, sessionKey }
}
