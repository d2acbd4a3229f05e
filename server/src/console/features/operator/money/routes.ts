import { ledgerKinds, operatorBooks, operatorMonths, proveBooksNow } from '@voltline/contract'
import { isoInZone, monthOf, noMoney, ok, second, seoul } from '@voltline/kernel'
import { audit } from '../../../../domain/audit/audit.ts'
import { accountKinds, closedMonths } from '../../../../domain/ledger/books.ts'
import { isGood, lastProof, proveAndKeep } from '../../../../domain/ledger/proof.ts'
import { toBookProof } from '../../../book-proof.ts'
import type { FeatureServices } from '../../../feature.ts'

/** As long as a report. */
const proofMsMax = 30 * second

/** The books as a whole. */
export function registerOperatorMoney({ handle, db, clock }: FeatureServices): void {
  handle(operatorBooks, async () =>
    db.snapshot(async (tx) => {
      const found = new Map((await accountKinds(tx)).map((account) => [account.kind, account]))
      const proof = await lastProof(tx)
      return ok({
        accounts: ledgerKinds.map((kind) => ({
          Kind: kind,
          Accounts: found.get(kind)?.accounts ?? 0,
          Balance: found.get(kind)?.balanceMicros ?? noMoney,
        })),
        proof: proof ? toBookProof(proof) : null,
      })
    }),
  )

  handle(proveBooksNow, async ({ session }) =>
    db.transaction(
      async (tx) => {
        const now = clock.now()
        const proof = await proveAndKeep(tx, 'OPERATOR', now)
        const became = { good: isGood(proof), sumMicros: proof.sumMicros, entries: proof.entries }
        await audit(tx, { actor: session, action: proveBooksNow.path, entity: 'books', became, at: now })
        return ok({ proof: toBookProof(proof) })
      },
      { statementMsMax: proofMsMax },
    ),
  )

  handle(operatorMonths, async () =>
    db.read(async (reader) => {
      const months = (await closedMonths(reader)).map((closed) => ({
        Month: monthOf(closed.month),
        Publishers: closed.publishers,
        Revenue: closed.revenueMicros,
        Impressions: closed.impressions,
        Applied: closed.requestedMicros,
        ClosedTime: isoInZone(closed.closedAt, seoul),
      }))
      return ok({ months })
    }),
  )
}
