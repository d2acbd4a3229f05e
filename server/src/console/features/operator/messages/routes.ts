import { adminListMessages, closeMessage } from '@voltline/contract'
import { isoInZone, ok, refuse, seoul } from '@voltline/kernel'
import {
  type ContactMessage,
  countMessages,
  lockMessage,
  pageOfMessages,
  saveClosed,
} from '../../../../domain/account/contact-message.ts'
import { audit } from '../../../../domain/audit/audit.ts'
import type { FeatureServices } from '../../../feature.ts'

const toWire = (message: ContactMessage) => ({
  MessageID: message.id,
  Name: message.name,
  Email: message.email,
  Company: message.company,
  Mobile: message.mobile,
  Message: message.text,
  ReceivedTime: isoInZone(message.receivedAt, seoul),
  ClosedTime: message.closedAt === undefined ? null : isoInZone(message.closedAt, seoul),
  ClosedBy: message.closedBy,
})

/** Operators read contact messages and close them. */
export function registerOperatorMessages({ handle, db, clock }: FeatureServices): void {
  handle(adminListMessages, async ({ input }) =>
    db.snapshot(async (tx) => {
      const open = input.state === 'OPEN'
      const messages = await pageOfMessages(tx, { open, pageNo: input.pageNo })
      return ok({ messages: messages.map(toWire), rowCount: await countMessages(tx, open) })
    }),
  )

  handle(closeMessage, async ({ input, session }) =>
    db.transaction(async (tx) => {
      const now = clock.now()
      const message = await lockMessage(tx, input.messageID)
      if (!message) return refuse('NO_PERMISSION')
      if (message.closedAt !== undefined) return refuse('UNKNOWN', 'the message is already closed')
      await saveClosed(tx, message.id, { by: session.operatorId, now })
      const row = { actor: session, action: closeMessage.path, entity: 'contact_message', at: now }
      await audit(tx, { ...row, entityId: message.id, was: { closed: false }, became: { closed: true } })
      return ok({})
    }),
  )
}
