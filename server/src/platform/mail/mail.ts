import type { Instant } from '@voltline/kernel'
import type { ReadSession, Tx } from '../database/database.ts'
import type { MailRow } from '../database/rows.ts'
import { at, type Query, sql } from '../database/sql.ts'
import { enqueue } from '../jobs/queue.ts'

export interface MailContent {
  subject: string
  text: string
  html: string
  links: string[]
}

export interface MailAddress {
  name: string
  address: string
}

export interface NewMail extends MailContent {
  to: string
  /** Kept apart from the text, so that a name can never become a header. */
  replyTo?: MailAddress | undefined
}

export const mailJob = 'mail'
/** Two days of attempts, with the queue's back-off of at most ten minutes. */
const mailAttemptsMax = 300

/** Saves the mail and its sending job in the caller's transaction: both exist once it commits, or neither. */
export async function queueMail(tx: Tx, mail: NewMail, now: Instant): Promise<void> {
  const mailId = await tx.one(
    (row) => row.mail_id,
    sql<Pick<MailRow, 'mail_id'>>`
    insert into mail (recipient, subject, text, html, links, created_at)
    values (${mail.to}, ${mail.subject}, ${mail.text}, ${mail.html}, ${mail.links}, ${at(now)})
    returning mail_id`,
  )
  await enqueue(tx, {
    kind: mailJob,
    payload: { mailId: String(mailId), ...(mail.replyTo ? { replyTo: mail.replyTo } : {}) },
    runAt: now,
    uniqueKey: String(mailId),
    attemptsMax: mailAttemptsMax,
  })
}

export interface StoredMail extends MailContent {
  id: bigint
  to: string
  createdAt: Instant
  sentAt: Instant | undefined
}

type MailColumns = Omit<MailRow, 'attempts' | 'error'>

const toStoredMail = (row: MailColumns): StoredMail => ({
  id: row.mail_id,
  to: row.recipient,
  subject: row.subject,
  text: row.text,
  html: row.html,
  links: row.links,
  createdAt: row.created_at,
  sentAt: row.sent_at ?? undefined,
})

const selectMail = (condition: Query) => sql<MailColumns>`
  select mail_id, recipient, subject, text, html, links, created_at, sent_at from mail where ${condition}`

export const findMail = (session: ReadSession, id: bigint): Promise<StoredMail | undefined> =>
  session.maybeOne(toStoredMail, selectMail(sql`mail_id = ${id}`))

export async function markSent(tx: Tx, id: bigint, now: Instant): Promise<void> {
  await tx.run(sql`
    update mail set sent_at = ${at(now)}, attempts = attempts + 1, error = '' where mail_id = ${id} and sent_at is null`)
}

export async function saveFailure(tx: Tx, id: bigint, error: string): Promise<void> {
  await tx.run(sql`update mail set attempts = attempts + 1, error = ${error} where mail_id = ${id}`)
}

/** Newest first, to one address or to all; for the outbox. */
export const listMail = (
  session: ReadSession,
  filter: { to: string | undefined; rowsMax: number },
): Promise<StoredMail[]> => {
  const matches = filter.to === undefined ? sql`true` : sql`lower(recipient) = lower(${filter.to})`
  return session.many(toStoredMail, selectMail(sql`${matches} order by mail_id desc limit ${filter.rowsMax}`))
}

/** Mails contain links and names, so sent ones are deleted after a while. */
export const deleteSentMail = (tx: Tx, before: Instant): Promise<number> =>
  tx.run(sql`delete from mail where sent_at < ${at(before)}`)
