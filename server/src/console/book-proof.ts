import { isoInZone, seoul } from '@voltline/kernel'
import { isGood, type KeptProof } from '../domain/ledger/proof.ts'

/** A proof of the books in the names of the wire. */
export const toBookProof = (proof: KeptProof) => ({
  Time: isoInZone(proof.at, seoul),
  Sum: proof.sumMicros,
  WrongBalances: proof.wrongBalances,
  UnbalancedTransfers: proof.unbalancedTransfers,
  WrongCharges: proof.wrongCharges,
  WrongVolts: proof.wrongVolts,
  Accounts: proof.accounts,
  Entries: proof.entries,
  Charges: proof.charges,
  Good: isGood(proof),
  By: proof.by,
})
