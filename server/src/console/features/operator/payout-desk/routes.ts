import { adminGetPayout, adminListPayouts, answerPayout, releasePayout } from '@voltline/contract'
import { addDays, isoInZone, ok, refuse, seoul, utcDay, won } from '@voltline/kernel'
import { audit } from '../../../../domain/audit/audit.ts'
import { outside, reservedOf, revenueOf } from '../../../../domain/ledger/account.ts'
import { post } from '../../../../domain/ledger/ledger.ts'
import { decide, payableOf, release, sourcesOf } from '../../../../domain/payout/desk.ts'
import {
  type DeskRequest,
  earningsBefore,
  eventsBetween,
  evidenceOf,
  findRequest,
  invalidBetween,
  lockRequest,
  requestsByStatus,
  saveDecision,
  sumOfRequests,
} from '../../../../domain/payout/desk-store.ts'
import type { FeatureServices } from '../../../feature.ts'

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

const invalidDays = 30

function registerEvidence({ handle, db }: FeatureServices): void {
  handle(adminGetPayout, async ({ input, session }) =>
    db.snapshot(async (tx) => {
      const request = await findRequest(tx, input.requestID)
      if (!request) return refuse('NO_PERMISSION')
      const earnings = await earningsBefore(tx, request)
      const evidence = await evidenceOf(tx, request)
      // For operators of USERS the documents do not exist; a name alone is half of what a request for one needs.
      const maySeeDocuments = session.group === 'ADMINISTRATORS'
      const sources = sourcesOf(earnings, {
        earlierMicros: evidence.earlierMicros,
        amountMicros: won(request.amountWon),
      })
      const end = utcDay(request.requestedAt)
      const range = { start: addDays(end, -invalidDays), end }
      const invalid = await invalidBetween(tx, request.owner, range)
      return ok({
        detail: {
          RequestID: request.id,
          Num: request.amountWon,
          Status: request.status,
          MadeOf: sources.map(({ month, amountMicros }) => ({ Month: month ?? '', Part: amountMicros })),
          Payable: payableOf(earnings, evidence.earlierMicros, evidence.heldMicros),
          BankBook: maySeeDocuments ? evidence.bankBook : '',
          Certificate: maySeeDocuments ? evidence.certificate : '',
          AnswerTime: evidence.decidedAt === undefined ? null : isoInZone(evidence.decidedAt, seoul),
          AnsweredBy: evidence.decidedBy,
          Events: await eventsBetween(tx, request.owner, range),
          Invalid: invalid.map(({ reason, count }) => ({ Reason: reason, Count: count })),
        },
      })
    }),
  )
}

function registerRelease({ handle, clock }: FeatureServices): void {
  handle(releasePayout, async ({ input, session, tx }) => {
    const now = clock.now()
    const request = await lockRequest(tx, input.requestID)
    if (!request) return refuse('NO_PERMISSION')
    const released = release(request.status, input.reason)
    if (!released.ok) return released
    await saveDecision(tx, request.id, { ...released.value, by: session.operatorId, now })
    const { owner, id, amountWon } = request
    await post(tx, [
      {
        ...{ key: `payout-release/${id}`, kind: 'PAYOUT_RELEASE', from: reservedOf(owner) },
        ...{ to: [[revenueOf(owner), won(amountWon)]], reason: input.reason, at: now },
      },
    ])
    await audit(tx, {
      ...{ actor: session, action: releasePayout.path, entity: 'payout-request', entityId: id, at: now },
      was: { status: request.status, reason: request.reason },
      became: { ...released.value },
    })
    return ok({})
  })
}

/** The operator's side of payouts. */
export function registerPayoutDesk(services: FeatureServices): void {
  const { handle, db, clock } = services
  registerEvidence(services)
  registerRelease(services)

  handle(adminListPayouts, async ({ input }) =>
    db.snapshot(async (tx) => {
      const requests = await requestsByStatus(tx, input)
      const { rowCount, sumWon } = await sumOfRequests(tx, input)
      return ok({ requests: requests.map(toWire), rowCount, sum: sumWon })
    }),
  )

  handle(answerPayout, async ({ input, session, tx }) => {
    const now = clock.now()
    const request = await lockRequest(tx, input.requestID)
    if (!request) return refuse('NO_PERMISSION')
    const decision = decide(request.status, input)
    if (!decision.ok) return decision
    const { status, reason } = decision.value
    await saveDecision(tx, request.id, { status, reason, by: session.operatorId, now })
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
  })
}
