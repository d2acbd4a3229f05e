import { type Language, languages } from '@voltline/contract'
import type { Instant } from '@voltline/kernel'
import type { Tx } from '../../platform/database/database.ts'
import { type MailContent, queueMail } from '../../platform/mail/mail.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { layOut } from './layout.ts'
import { contactLetter, letter, type MailValues, type Template } from './letters.ts'

/** Which letter to send, to whom, and its values. Without a language it is written in both. */
export type NewLetter = {
  [T in Template]: { to: string; language?: Language | undefined; template: T; values: MailValues[T] }
}[Template]

function write(mail: NewLetter): MailContent {
  if (mail.template === 'contact')
    return layOut([{ language: undefined, letter: contactLetter(mail.values) }])
  const { template, values } = mail
  const written = mail.language ? [mail.language] : languages
  return layOut(written.map((language) => ({ language, letter: letter(template, values, language) })))
}

/** Queues a letter in the caller's transaction. Replies to a contact message go to its sender. */
export async function queueLetter(tx: Tx, secrets: Secrets, mail: NewLetter, now: Instant): Promise<void> {
  const replyTo =
    mail.template === 'contact' ? { name: mail.values.name, address: mail.values.email } : undefined
  await queueMail(tx, secrets, { to: mail.to, replyTo, ...write(mail) }, now)
}
