import { contact, type Input } from '@voltline/contract'
import { type Instant, minute, ok } from '@voltline/kernel'
import { audit } from '../../../domain/audit/audit.ts'
import type { Row, Tx } from '../../../platform/database/database.ts'
import { at, sql } from '../../../platform/database/sql.ts'
import { humanPassCookie, usePass } from '../../../platform/human-check/pass.ts'
import { queueMail } from '../../../platform/mail/mail.ts'
import type { Rate } from '../../http/rate-limit.ts'
import type { AccountServices } from './services.ts'

const contactRate: Rate = { count: 5, windowMs: minute }

const insertMessage = (tx: Tx, message: Input<typeof contact>, now: Instant): Promise<number> =>
  tx.one(
    (row: Row) => row.message_id as number,
    sql`
    insert into contact_message (name, email, company, mobile, message, received_at)
    values (${message.name}, ${message.email}, ${message.company}, ${message.mobile}, ${message.message}, ${at(now)})
    returning message_id`,
  )

export function registerContact({ handle, db, clock, settings }: AccountServices): void {
  handle(
    contact,
    async ({ input, cookies }) =>
      db.transaction(async (tx) => {
        const now = clock.now()
        return usePass(tx, { cookie: cookies[humanPassCookie], call: 'contact' }, now, async () => {
          const id = await insertMessage(tx, input, now)
          await queueMail(tx, { to: settings.contactMail, template: 'contact', values: input }, now)
          await audit(tx, {
            actor: 'SYSTEM',
            action: contact.path,
            entity: 'contact_message',
            entityId: id,
            at: now,
          })
          return ok({})
        })
      }),
    { rate: contactRate },
  )
}
