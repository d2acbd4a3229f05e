import type { Instant } from '@voltline/kernel'
import type { ReadSession, Tx } from '../database/database.ts'
import type { MailRow } from '../database/rows.ts'
import { at, type Query, sql } from '../database/sql.ts'
import { enqueue } from '../jobs/queue.ts'
import type { Secrets } from '../secrets.ts'

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

/** Of encrypted mails. A worker of an earlier version, which cannot read them, does not know this kind. */
const sealedMailJob = 'sealed-mail'
/** The second kind is that of mails from before they were encrypted. */
export const mailJobs = [sealedMailJob, 'mail'] as const
const purpose = 'mail'
/** Two days of attempts, with the queue's back-off of at most ten minutes. */
const mailAttemptsMax = 300

/** Saves the mail and its sending job in the caller's transaction: both exist once it commits, or neither. */
export async function queueMail(tx: Tx, secrets: Secrets, mail: NewMail, now: Instant): Promise<void> {
  const mailId = await tx.one(
    (row) => row.mail_id,
    sql<Pick<MailRow, 'mail_id'>>`
    insert into mail (recipient, subject, sealed, created_at)
    values (${mail.to}, ${mail.subject}, ${sealContent(secrets, mail)}, ${at(now)})
    returning mail_id`,
  )
  await enqueue(tx, {
    kind: sealedMailJob,
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
type Body = Omit<MailContent, 'subject'>

const sealContent = (secrets: Secrets, { text, html, links }: Body): Buffer =>
  secrets.seal(purpose, JSON.stringify({ text, html, links }))

const clearContent = (row: Pick<MailRow, 'text' | 'html' | 'links'>): Body => ({
  text: row.text ?? '',
  html: row.html ?? '',
  links: row.links ?? [],
})

const toStoredMail =
  (secrets: Secrets) =>
  (row: MailColumns): StoredMail => {
    const { text, html, links } = row.sealed
      ? (JSON.parse(secrets.open(purpose, row.sealed)) as Body)
      : clearContent(row)
    const { mail_id: id, recipient: to, subject, created_at: createdAt } = row
    return { id, to, subject, text, html, links, createdAt, sentAt: row.sent_at ?? undefined }
  }

const selectMail = (condition: Query) => sql<MailColumns>`
  select mail_id, recipient, subject, sealed, text, html, links, created_at, sent_at from mail where ${condition}`

export const findMail = (
  session: ReadSession,
  secrets: Secrets,
  id: bigint,
): Promise<StoredMail | undefined> =>
  session.maybeOne(toStoredMail(secrets), selectMail(sql`mail_id = ${id}`))

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
  secrets: Secrets,
  filter: { to: string | undefined; rowsMax: number },
): Promise<StoredMail[]> => {
  const matches = filter.to === undefined ? sql`true` : sql`lower(recipient) = lower(${filter.to})`
  return session.many(
    toStoredMail(secrets),
    selectMail(sql`${matches} order by mail_id desc limit ${filter.rowsMax}`),
  )
}

/** Mails contain links and names, so sent ones are deleted after a while. */
export const deleteSentMail = (tx: Tx, before: Instant): Promise<number> =>
  tx.run(sql`delete from mail where sent_at < ${at(before)}`)

const sealedPerRun = 100

/** Encrypts mails that an earlier version wrote in clear, or that a former key sealed. Returns how many were left. */
export async function sealMails(tx: Tx, secrets: Secrets): Promise<number> {
  const found = await tx.rows(sql<MailColumns>`
    select mail_id, recipient, subject, sealed, text, html, links, created_at, sent_at from mail
     where sealed is null or substring(sealed for ${secrets.keyId.length}) <> ${secrets.keyId}
     order by mail_id limit ${sealedPerRun} for update skip locked`)
  for (const mail of found.map(toStoredMail(secrets))) {
    await tx.run(sql`
      update mail set sealed = ${sealContent(secrets, mail)}, text = null, html = null, links = null
       where mail_id = ${mail.id}`)
  }
  return found.length
}
