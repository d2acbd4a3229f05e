import { type Clock, type Month, minute } from '@voltline/kernel'
import { settledUntil } from '../domain/events/waiting-store.ts'
import {
  closedMonthKey,
  closeMonth,
  monthsToClose,
  nextMonthToClose,
} from '../domain/reports/rollup/close-month.ts'
import { lockName } from '../platform/database/advisory-lock.ts'
import type { Database } from '../platform/database/database.ts'

/** A month's sums read all its days. */
const statementMsMax = 2 * minute

/** Closes every Asia/Seoul month that has ended and is fully billed. Idempotent, and safe in several workers at once. */
export function closeMonths({ db, clock }: { db: Database; clock: Clock }): Promise<Month[]> {
  const now = clock.now()
  return db.transaction(
    async (tx) => {
      await lockName(tx, closedMonthKey)
      const settled = await settledUntil(tx)
      const first = await nextMonthToClose(tx)
      if (settled === undefined || first === undefined) return []
      const months = monthsToClose(first, now, settled)
      for (const month of months) await closeMonth(tx, month, now)
      return months
    },
    { statementMsMax },
  )
}
