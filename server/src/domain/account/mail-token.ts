import { limits, type MailLinkType } from '@voltline/contract'
import { after, type CustomerId, type Instant } from '@voltline/kernel'
import type { ReadSession, Row, Tx } from '../../platform/database/database.ts'
import { at, sql } from '../../platform/database/sql.ts'
import { hashToken, randomToken } from '../../platform/secrets.ts'
import type { MailToken } from './account.ts'
import { emailKey } from './email-key.ts'

const lifeMs: Record<MailLinkType, number> = { signup: limits.signupLifeMs, findpw: limits.resetLifeMs }

interface NewToken {
  kind: MailLinkType
  email: string
  customerId?: CustomerId
}

/** A new token for an address; the ones before it are good no more. Only its hash is kept. */
export async function issueToken(tx: Tx, wanted: NewToken, now: Instant): Promise<string> {
  const key = emailKey(wanted.email)
  // A sign-up has no row yet that could be locked, and of two mails at once only one may stay good.
  await tx.rows(sql`select pg_advisory_xact_lock(hashtextextended(${`mail-token ${wanted.kind} ${key}`}, 0))`)
  await replaceTokens(tx, wanted, now)
  const token = randomToken()
  await tx.run(sql`
    insert into mail_token (token_hash, kind, email, email_key, customer_id, issued_at, expires_at)
    values (${hashToken(token)}, ${wanted.kind}, ${wanted.email}, ${key}, ${wanted.customerId ?? null}, ${at(now)},
            ${at(after(now, lifeMs[wanted.kind]))})`)
  return token
}

/** Makes every unused token of an address and kind invalid. */
export async function replaceTokens(
  tx: Tx,
  old: { kind: MailLinkType; email: string },
  now: Instant,
): Promise<void> {
  await tx.run(sql`
    update mail_token set replaced_at = ${at(now)}
     where kind = ${old.kind} and email_key = ${emailKey(old.email)} and used_at is null and replaced_at is null`)
}

const toToken = (row: Row): MailToken => ({
  kind: row.kind as MailLinkType,
  email: row.email as string,
  customerId: (row.customer_id as CustomerId | null) ?? undefined,
  expiresAt: row.expires_at as Instant,
  wasUsed: row.used_at !== null,
  wasReplaced: row.replaced_at !== null,
})

const columns = sql`kind, email, customer_id, expires_at, used_at, replaced_at`

export const findToken = (session: ReadSession, token: string): Promise<MailToken | undefined> =>
  session.maybeOne(toToken, sql`select ${columns} from mail_token where token_hash = ${hashToken(token)}`)

/** Held until the transaction ends, so that of two uses at once one comes second and finds it used. */
export const lockToken = (tx: Tx, token: string): Promise<MailToken | undefined> =>
  tx.maybeOne(
    toToken,
    sql`select ${columns} from mail_token where token_hash = ${hashToken(token)} for update`,
  )

export async function useToken(tx: Tx, token: string, now: Instant): Promise<void> {
  await tx.run(sql`update mail_token set used_at = ${at(now)} where token_hash = ${hashToken(token)}`)
}
