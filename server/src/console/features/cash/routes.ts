import { randomUUID } from 'node:crypto'
import { creditCash, debitCash } from '@voltline/contract'
import { ok, refuse, won } from '@voltline/kernel'
import { audit } from '../../../domain/audit/audit.ts'
import { cashOf, lockBalance, outside } from '../../../domain/ledger/account.ts'
import { lockAdvertiser } from '../../../domain/ledger/advertiser.ts'
import { post } from '../../../domain/ledger/ledger.ts'
import type { FeatureServices } from '../../feature.ts'

export function registerCash(services: FeatureServices): void {
  registerDebit(services)
  const { handle, clock } = services
  handle(creditCash, async ({ input, session, tx }) => {
    const now = clock.now()
    const advertiser = await lockAdvertiser(tx, input.custID)
    if (advertiser === undefined) return refuse('NO_PERMISSION')
    const key = `credit/${randomUUID()}`
    const to = [[cashOf(advertiser), won(input.amount)]] as const
    await post(tx, [{ key, kind: 'CREDIT', from: outside, to, reason: input.reason, at: now }])
    const row = {
      actor: session,
      action: creditCash.path,
      entity: 'customer',
      entityId: advertiser,
      at: now,
    }
    await audit(tx, { ...row, became: { creditedWon: input.amount, reason: input.reason, transfer: key } })
    return ok({})
  })
}

function registerDebit({ handle, clock }: FeatureServices): void {
  handle(debitCash, async ({ input, session, tx }) => {
    const now = clock.now()
    const advertiser = await lockAdvertiser(tx, input.custID)
    if (advertiser === undefined) return refuse('NO_PERMISSION')
    const amount = won(input.amount)
    if ((await lockBalance(tx, cashOf(advertiser))) < amount) return refuse('INSUFFICIENT_FUNDS')
    const key = `debit/${randomUUID()}`
    const { reason } = input
    await post(tx, [
      { key, kind: 'DEBIT', from: cashOf(advertiser), to: [[outside, amount]], reason, at: now },
    ])
    await audit(tx, {
      ...{ actor: session, action: debitCash.path, entity: 'customer', entityId: advertiser, at: now },
      became: { debitedWon: input.amount, reason, transfer: key },
    })
    return ok({})
  })
}
