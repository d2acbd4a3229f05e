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
  parts: { db: Database; store: FileStore },
  now: Instant,
): Promise<number> {
  const abandoned = await parts.db.transaction((tx) => abandon(tx, now, batchRowsMax))
  for (const { id, name } of abandoned) {
    await parts.store.remove(name)
    await parts.db.transaction((tx) => deleteAbandoned(tx, id))
  }
  return abandoned.length
}
