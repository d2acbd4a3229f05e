import type { Instant } from '@voltline/kernel'
import type { Database } from '../database/database.ts'
import { abandon, deleteAbandoned } from './file.ts'
import type { FileStore } from './store.ts'

const batchRowsMax = 500

/**
 * Removes links that were never used and uploads that failed, with whatever bytes they left in the store.
 * Bytes go first: a crash in between leaves the row, and the next run finds it again.
 */
export async function deleteExpired(
  services: { db: Database; store: FileStore },
  now: Instant,
): Promise<number> {
  const abandoned = await services.db.transaction((tx) => abandon(tx, now, batchRowsMax))
  for (const { id, name } of abandoned) {
    await services.store.remove(name)
    await services.db.transaction((tx) => deleteAbandoned(tx, id))
  }
  return abandoned.length
}
