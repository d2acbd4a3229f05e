import { second } from '@voltline/kernel'
import { createTransport } from 'nodemailer'
import type { MailAddress, StoredMail } from './mail.ts'

/** Hands a mail over; resolves when the other side has taken it. */
export interface Postman {
  deliver(mail: StoredMail, replyTo: MailAddress | undefined): Promise<void>
  close(): void
}

const connectMsMax = 10 * second
const silenceMsMax = 30 * second

export function smtpPostman(settings: { smtpUrl: string; mailFrom: string; publicUrl: string }): Postman {
  const transport = createTransport({
    url: settings.smtpUrl,
    connectionTimeout: connectMsMax,
    greetingTimeout: connectMsMax,
    dnsTimeout: connectMsMax,
    socketTimeout: silenceMsMax,
    // Nothing in a mail may make the mailer read a file or fetch an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const host = new URL(settings.publicUrl).hostname
  return {
    async deliver(mail, replyTo) {
      await transport.sendMail({
        from: settings.mailFrom,
        to: { name: '', address: mail.to },
        ...(replyTo ? { replyTo } : {}),
        subject: mail.subject,
        text: mail.text,
        html: mail.html,
        date: new Date(mail.at),
        // The same for every try, so that a receiver can tell a repeated mail from a new one.
        messageId: `<mail.${mail.id}.${mail.at}@${host}>`,
        headers: { 'Auto-Submitted': 'auto-generated' },
      })
    },
    close: () => transport.close(),
  }
}
