import { adminListPayouts, answerPayout } from '@voltline/contract'
import { isoInZone, ok, refuse, seoul, won } from '@voltline/kernel'
import { audit } from '../../../platform/audit.ts'
import { outside, post, reservedOf } from '../../../platform/ledger/ledger.ts'
import type { FeatureParts } from '../../feature.ts'
import { answer } from './payout-desk.ts'
import { type DeskRequest, lockRequest, requestsByWait, saveAnswer } from './store.ts'

const toWire = (request: DeskRequest) => ({
  RequestID: request.id,
  CustID: request.owner,
  Email: request.email,
  Company: request.company,
  RequestTime: isoInZone(request.requestedAt, seoul),
  Name: request.name,
  Bank: request.bank,
  Number: request.number,
  Num: request.amountWon,
  Status: request.status,
  Reason: request.reason,
  AccountChanged: request.accountChanged,
})

/** The operator's side of payouts. */
export function registerPayoutDesk({ handle, db, clock }: FeatureParts): void {
  handle(adminListPayouts, async () =>
    db.read(async (reader) => ok({ requests: (await requestsByWait(reader)).map(toWire) })),
  )

  handle(answerPayout, async ({ input, session }) =>
    db.transaction(async (tx) => {
      const now = clock.now()
      const request = await lockRequest(tx, input.requestID)
      if (!request) return refuse('NO_PERMISSION')
      const answered = answer(request.status, input)
      if (!answered.ok) return answered
      const { status, reason } = answered.value
      await saveAnswer(tx, request.id, { status, reason, by: session.operatorId, now })
      if (status === 'COMPLETE') {
        await post(tx, [
          {
            key: `payout-paid/${request.id}`,
            kind: 'PAYOUT_PAID',
            from: reservedOf(request.owner),
            to: [[outside, won(request.amountWon)]],
            at: now,
          },
        ])
      }
      const row = {
        actor: session,
        action: answerPayout.path,
        entity: 'payout-request',
        entityId: request.id,
        at: now,
      }
      await audit(tx, {
        ...row,
        was: { status: request.status, reason: request.reason },
        became: { status, reason },
      })
      return ok({})
    }),
  )
}
