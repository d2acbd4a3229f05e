import { isoInZone, seoul } from '@voltline/kernel'
import { isGood, type KeptProof } from '../domain/ledger/proof.ts'

/** A proof of the books as operators are told. */
export const toProofAnswer = (proof: KeptProof) => ({
  Time: isoInZone(proof.at, seoul),
  Sum: proof.sumMicros,
  WrongBalances: proof.wrongBalances,
  UnbalancedTransfers: proof.unbalancedTransfers,
  Accounts: proof.accounts,
  Entries: proof.entries,
  Good: isGood(proof),
  By: proof.by,
})
