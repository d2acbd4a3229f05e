import { type Clock, minute } from '@voltline/kernel'
import type { Database } from '../platform/database/database.ts'
import { HopelessJob, type JobHandler } from '../platform/jobs/runner.ts'
import { findMail, type MailAddress, mailJobs, markSent, saveFailure } from '../platform/mail/mail.ts'
import type { MailTransport } from '../platform/mail/smtp.ts'
import type { Secrets } from '../platform/secrets.ts'

interface MailHandlerServices {
  db: Database
  clock: Clock
  secrets: Secrets
  /** Undefined without SMTP, outside production: mails then only go to the outbox. */
  transport: MailTransport | undefined
}

const isAddress = (value: unknown): value is MailAddress =>
  typeof value === 'object' &&
  value !== null &&
  'name' in value &&
  'address' in value &&
  typeof value.name === 'string' &&
  typeof value.address === 'string'

/** The receiving server says that the mailbox does not exist; trying again would only harm our reputation. */
const isUnknownMailbox = (fault: unknown): boolean =>
  fault instanceof Error &&
  'code' in fault &&
  fault.code === 'EENVELOPE' &&
  'responseCode' in fault &&
  [550, 551, 553].includes(Number(fault.responseCode))

/** Sends queued mails. A mail is marked as sent in the transaction that finishes its job, right after delivery. */
export function mailHandlers({ db, clock, secrets, transport }: MailHandlerServices): JobHandler[] {
  return mailJobs.map((kind) => ({
    kind,
    leaseMs: 5 * minute,
    concurrencyMax: 4,
    async run(job) {
      const id = BigInt(String(job.payload.mailId))
      const mail = await db.read((session) => findMail(session, secrets, id))
      if (!mail) throw new HopelessJob('The mail is gone.')
      const replyTo = isAddress(job.payload.replyTo) ? job.payload.replyTo : undefined
      if (mail.sentAt === undefined && transport) {
        try {
          await transport.deliver(mail, replyTo)
        } catch (fault) {
          const reason = fault instanceof Error ? fault.message : String(fault)
          await db.transaction((tx) => saveFailure(tx, id, reason.slice(0, 500)))
          throw isUnknownMailbox(fault) ? new HopelessJob(reason) : fault
        }
      }
      return (tx) => markSent(tx, id, clock.now())
    },
  }))
}
