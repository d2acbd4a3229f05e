import { second } from '@voltline/kernel'
import { createTransport } from 'nodemailer'
import type { MailAddress, StoredMail } from './mail.ts'

/** Sends a mail; resolves once the receiving server has accepted it. */
export interface MailTransport {
  deliver(mail: StoredMail, replyTo: MailAddress | undefined): Promise<void>
  close(): void
}

const connectMsMax = 10 * second
const idleMsMax = 30 * second

export function smtpTransport(settings: {
  smtpUrl: string
  mailFrom: string
  publicUrl: string
}): MailTransport {
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
      await transport.sendMail({
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
    },
    close: () => transport.close(),
  }
}
