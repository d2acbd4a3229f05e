import { contact } from '@voltline/contract'
import { minute, ok } from '@voltline/kernel'
import { insertMessage } from '../../../domain/account/contact-message.ts'
import { audit } from '../../../domain/audit/audit.ts'
import { queueLetter } from '../../../domain/letters/queue-letter.ts'
import { humanPassCookie, usePass } from '../../../platform/human-check/pass.ts'
import type { Rate } from '../../../platform/rate-limit/rate-limiter.ts'
import type { FeatureServices } from '../../feature.ts'

const contactRate: Rate = { count: 5, windowMs: minute }

export function registerContact({ handle, db, clock, secrets, settings }: FeatureServices): void {
  handle(
    contact,
    async ({ input, cookies }) =>
      db.transaction(async (tx) => {
        const now = clock.now()
        return usePass(tx, { cookie: cookies[humanPassCookie], call: 'contact' }, now, async () => {
          const id = await insertMessage(tx, input, now)
          await queueLetter(
            tx,
            secrets,
            { to: settings.contactMail, template: 'contact', values: input },
            now,
          )
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
    { rate: contactRate, isRateShared: true },
  )
}
