import { minute, second } from '@voltline/kernel'
import { createTransport } from 'nodemailer'
import { deadline } from '../sync/deadline.ts'
import type { MailAddress, StoredMail } from './mail.ts'

/** Sends a mail; resolves once the receiving server has accepted it. */
export interface MailTransport {
  deliver(mail: StoredMail, replyTo: MailAddress | undefined): Promise<void>
  close(): void
}

interface SmtpLimits {
  /** To connect, and until the greeting. */
  connectMsMax: number
  /** Without a byte. */
  idleMsMax: number
  /** Of one mail in all, because a server that sends a byte now and then is never idle. */
  deliverMsMax: number
}

const limitsDefault: SmtpLimits = {
  connectMsMax: 10 * second,
  idleMsMax: 30 * second,
  deliverMsMax: 2 * minute,
}

export function smtpTransport(
  settings: { smtpUrl: string; mailFrom: string; publicUrl: string },
  { connectMsMax, idleMsMax, deliverMsMax }: SmtpLimits = limitsDefault,
): MailTransport {
  const transport = createTransport({
    url: settings.smtpUrl,
    connectionTimeout: connectMsMax,
    greetingTimeout: connectMsMax,
    dnsTimeout: connectMsMax,
    socketTimeout: idleMsMax,
    // A mail can never make nodemailer read a file or fetch a URL.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const host = new URL(settings.publicUrl).hostname
  return {
    async deliver(mail, replyTo) {
      const sending = transport.sendMail({
        from: settings.mailFrom,
        to: { name: '', address: mail.to },
        ...(replyTo ? { replyTo } : {}),
        subject: mail.subject,
        text: mail.text,
        html: mail.html,
        date: new Date(mail.createdAt),
        // The same for every attempt, so that a receiver can recognise a repeated mail.
        messageId: `<mail.${mail.id}.${mail.createdAt}@${host}>`,
        headers: { 'Auto-Submitted': 'auto-generated' },
      })
      await within(deliverMsMax, sending)
    },
    close: () => transport.close(),
  }
}

async function within(msMax: number, sending: Promise<unknown>): Promise<void> {
  let cancel = () => {}
  const late = new Promise<never>((_, reject) => {
    const fault = new Error(`The mail server did not accept the mail within ${msMax / second} s.`)
    cancel = deadline(msMax, () => reject(fault))
  })
  try {
    await Promise.race([sending, late])
  } finally {
    cancel()
  }
}
