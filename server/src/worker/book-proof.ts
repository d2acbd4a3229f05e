import { type Clock, hour } from '@voltline/kernel'
import { isGood, type KeptProof, lastProof, proveAndKeep } from '../domain/ledger/proof.ts'
import type { Database } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import type { Log } from '../platform/log.ts'

const lockName = 'book_proof'

/** Proves the books once an hour, by one of the workers. Answers the proof that this run made, if it made one. */
export function proveHourly(services: {
  db: Database
  clock: Clock
  log: Log
}): Promise<KeptProof | undefined> {
  const now = services.clock.now()
  return services.db.transaction(async (tx) => {
    const mine = await tx.one(
      (row) => row.mine as boolean,
      sql`select pg_try_advisory_xact_lock(hashtext(${lockName})) as mine`,
    )
    const last = mine ? await lastProof(tx) : undefined
    // A proof of the future was made before the clock was set back.
    if (!mine || (last && last.at <= now && last.at > now - hour)) return undefined
    const proof = await proveAndKeep(tx, 'WORKER', now)
    if (!isGood(proof)) {
      const { sumMicros, wrongBalances, unbalancedTransfers } = proof
      services.log.error(
        { sumMicros: String(sumMicros), wrongBalances, unbalancedTransfers },
        'the books do not add up',
      )
    }
    return proof
  })
}
