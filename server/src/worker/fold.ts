import { foldLedger } from '../domain/ledger/fold.ts'
import { foldInvalidCounts } from '../domain/quality/invalid-traffic.ts'
import { foldMediumRollups } from '../domain/reports/rollup/write-rollups.ts'
import { tryLockName } from '../platform/database/advisory-lock.ts'
import type { Database, Tx } from '../platform/database/database.ts'

const folds: Readonly<Record<string, (tx: Tx) => Promise<unknown>>> = {
  fold_ledger: foldLedger,
  fold_medium_rollup: foldMediumRollups,
  fold_invalid_rollup: foldInvalidCounts,
}

/**
 * Moves what billing and delivery have inserted into balances and rollups. A row is deleted in the transaction that adds
 * it, so none is added twice. Safe in several workers at once: those that find another at work leave it to that one.
 */
export async function foldBooks({ db }: { db: Database }): Promise<void> {
  for (const [name, fold] of Object.entries(folds)) {
    await db.transaction(async (tx) => {
      if (await tryLockName(tx, name)) await fold(tx)
    })
  }
}
