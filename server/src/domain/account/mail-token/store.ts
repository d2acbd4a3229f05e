import type { MailLinkType } from '@voltline/contract'
import type { CustomerId, Instant } from '@voltline/kernel'
import type { ReadSession, Tx } from '../../../platform/database/database.ts'
import type { MailTokenRow } from '../../../platform/database/rows.ts'
import { at, type Query, sql } from '../../../platform/database/sql.ts'
import { hashToken, randomToken } from '../../../platform/secrets.ts'
import { emailKey } from '../email/email-key.ts'
import { type MailToken, mailTokenExpiry } from './mail-token.ts'

interface NewMailToken {
  kind: MailLinkType
  email: string
  customerId?: CustomerId
}

/** Issues a token for an address and invalidates the earlier ones of its kind. Only the hash is stored. */
export async function issueMailToken(tx: Tx, token: NewMailToken, now: Instant): Promise<string> {
  const key = emailKey(token.email)
  // At sign-up there is no row to lock yet, and of two concurrent mails only one may stay valid.
  await tx.rows(sql`select pg_advisory_xact_lock(hashtextextended(${`mail-token ${token.kind} ${key}`}, 0))`)
  await replaceMailTokens(tx, token, now)
  const secret = randomToken()
  await tx.run(sql`
    insert into mail_token (token_hash, kind, email, email_key, customer_id, issued_at, expires_at)
    values (${hashToken(secret)}, ${token.kind}, ${token.email}, ${key}, ${token.customerId ?? null}, ${at(now)},
            ${at(mailTokenExpiry(token.kind, now))})`)
  return secret
}

/** Invalidates every unused token of an address and kind. */
export async function replaceMailTokens(
  tx: Tx,
  { kind, email }: { kind: MailLinkType; email: string },
  now: Instant,
): Promise<void> {
  await tx.run(sql`
    update mail_token set replaced_at = ${at(now)}
     where kind = ${kind} and email_key = ${emailKey(email)} and used_at is null and replaced_at is null`)
}

type MailTokenColumns = Omit<MailTokenRow, 'token_hash' | 'email_key' | 'issued_at'>

const toMailToken = (row: MailTokenColumns): MailToken => ({
  kind: row.kind,
  email: row.email,
  customerId: row.customer_id ?? undefined,
  expiresAt: row.expires_at,
  wasUsed: row.used_at !== null,
  wasReplaced: row.replaced_at !== null,
})

const selectMailToken = (secret: string, lock: Query = sql``) => sql<MailTokenColumns>`
  select kind, email, customer_id, expires_at, used_at, replaced_at
    from mail_token where token_hash = ${hashToken(secret)} ${lock}`

export const findMailToken = (session: ReadSession, secret: string): Promise<MailToken | undefined> =>
  session.maybeOne(toMailToken, selectMailToken(secret))

/** Locked until the transaction ends, so the second of two concurrent uses finds the token used. */
export const lockMailToken = (tx: Tx, secret: string): Promise<MailToken | undefined> =>
  tx.maybeOne(toMailToken, selectMailToken(secret, sql`for update`))

export async function saveMailTokenUse(tx: Tx, secret: string, now: Instant): Promise<void> {
  await tx.run(sql`update mail_token set used_at = ${at(now)} where token_hash = ${hashToken(secret)}`)
}

export const deleteExpiredMailTokens = (tx: Tx, before: Instant): Promise<number> =>
  tx.run(sql`delete from mail_token where expires_at < ${at(before)}`)
