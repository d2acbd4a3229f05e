import { type Clock, hour, minute } from '@voltline/kernel'
import { isGood, type KeptProof, lastProof, proveAndKeep } from '../domain/ledger/proof.ts'
import { tryLockName } from '../platform/database/advisory-lock.ts'
import type { Database } from '../platform/database/database.ts'
import type { Log } from '../platform/log.ts'

const lock = 'book_proof'
/** A proof reads all entries. Nobody waits for it, unlike for a call. */
const statementMsMax = 10 * minute

/** Proves the books once an hour, in one of the workers. Returns the new proof, or undefined if none was due. */
export function proveHourly({
  db,
  clock,
  log,
}: {
  db: Database
  clock: Clock
  log: Log
}): Promise<KeptProof | undefined> {
  const now = clock.now()
  return db.transaction(
    async (tx) => {
      if (!(await tryLockName(tx, lock))) return undefined
      const last = await lastProof(tx)
      // A proof from the future was made before the clock was set back.
      if (last && last.at <= now && last.at > now - hour) return undefined
      const proof = await proveAndKeep(tx, 'WORKER', now)
      if (!isGood(proof)) {
        const { sumMicros, wrongBalances, unbalancedTransfers, wrongCharges, wrongVolts } = proof
        log.error(
          { sumMicros: String(sumMicros), wrongBalances, unbalancedTransfers, wrongCharges, wrongVolts },
          'The books do not add up.',
        )
      }
      return proof
    },
    { statementMsMax },
  )
}
