import { type Language, languages } from '@voltline/contract'
import type { Instant } from '@voltline/kernel'
import { type LaidOutMail, layOut } from '../../domain/letters/layout.ts'
import { contactLetter, letter, type MailValues, type Template } from '../../domain/letters/letters.ts'
import type { ReadSession, Row, Tx } from '../database/database.ts'
import { at, sql } from '../database/sql.ts'
import { enqueue } from '../jobs/queue.ts'

/** A mail to send: which one, to whom, and what stands in it. Without a language it is written in both. */
export type NewMail = {
  [T in Template]: { to: string; language?: Language | undefined; template: T; values: MailValues[T] }
}[Template]

export interface MailAddress {
  name: string
  address: string
}

export const mailJob = 'mail'
/** With the queue's back-off of ten minutes at most: two days of trying. */
const mailAttemptsMax = 300

function write(mail: NewMail): LaidOutMail {
  if (mail.template === 'contact')
    return layOut([{ language: undefined, letter: contactLetter(mail.values) }])
  const { template, values } = mail
  const wanted = mail.language ? [mail.language] : languages
  return layOut(wanted.map((language) => ({ language, letter: letter(template, values, language) })))
}

/** Writes the mail and its sending job in the caller's transaction: both are there when it commits, or neither. */
export async function queueMail(tx: Tx, mail: NewMail, now: Instant): Promise<void> {
  const { subject, text, html, links } = write(mail)
  const mailId = await tx.one(
    (row) => row.mail_id as bigint,
    sql`
    insert into mail (recipient, subject, text, html, links, created_at)
    values (${mail.to}, ${subject}, ${text}, ${html}, ${links}, ${at(now)})
    returning mail_id`,
  )
  // Whom an answer goes to, kept apart from every text, so that a name can never become a header.
  const replyTo =
    mail.template === 'contact' ? { name: mail.values.name, address: mail.values.email } : undefined
  await enqueue(tx, {
    kind: mailJob,
    payload: { mailId: String(mailId), ...(replyTo ? { replyTo } : {}) },
    runAt: now,
    uniqueKey: String(mailId),
    attemptsMax: mailAttemptsMax,
  })
}

export interface StoredMail extends LaidOutMail {
  id: bigint
  to: string
  at: Instant
  sentAt: Instant | undefined
}

const toStoredMail = (row: Row): StoredMail => ({
  id: row.mail_id as bigint,
  to: row.recipient as string,
  subject: row.subject as string,
  text: row.text as string,
  html: row.html as string,
  links: row.links as string[],
  at: row.created_at as Instant,
  sentAt: (row.sent_at as Instant | null) ?? undefined,
})

export const findMail = (session: ReadSession, id: bigint): Promise<StoredMail | undefined> =>
  session.maybeOne(toStoredMail, sql`select * from mail where mail_id = ${id}`)

export async function markSent(tx: Tx, id: bigint, now: Instant): Promise<void> {
  await tx.run(sql`
    update mail set sent_at = ${at(now)}, attempts = attempts + 1, error = '' where mail_id = ${id} and sent_at is null`)
}

export async function noteFailure(tx: Tx, id: bigint, error: string): Promise<void> {
  await tx.run(sql`update mail set attempts = attempts + 1, error = ${error} where mail_id = ${id}`)
}

/** Newest first, to one address or to all; for the outbox. */
export const listMail = (
  session: ReadSession,
  filter: { to: string | undefined; rowsMax: number },
): Promise<StoredMail[]> =>
  session.many(
    toStoredMail,
    filter.to === undefined
      ? sql`select * from mail order by mail_id desc limit ${filter.rowsMax}`
      : sql`select * from mail where lower(recipient) = lower(${filter.to}) order by mail_id desc limit ${filter.rowsMax}`,
  )

/** Mails hold links and names, so sent ones are not kept for ever. */
export const deleteSentMail = (tx: Tx, before: Instant): Promise<number> =>
  tx.run(sql`delete from mail where sent_at < ${at(before)}`)
