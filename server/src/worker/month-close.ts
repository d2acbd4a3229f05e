import { type Clock, type Month, minute } from '@voltline/kernel'
import { settledUntil } from '../domain/events/waiting-store.ts'
import { proveMonths } from '../domain/proof/month-proof.ts'
import {
  closedMonthKey,
  closeMonth,
  monthsToClose,
  nextMonthToClose,
} from '../domain/reports/rollup/close-month.ts'
import { Receipts } from '../domain/tokens/receipts.ts'
import { lockName } from '../platform/database/advisory-lock.ts'
import type { Database } from '../platform/database/database.ts'
import type { Secrets } from '../platform/secrets.ts'

/** A month's sums read all its days. */
const statementMsMax = 2 * minute
/** All charges of a month are read and sorted twice. */
const proofMsMax = 30 * minute

/** Proves what is closed: the tree over the charges of each month, signed. Safe in several workers at once. */
export function proveClosedMonths({
  db,
  clock,
  secrets,
}: {
  db: Database
  clock: Clock
  secrets: Secrets
}): Promise<Month[]> {
  const receipts = new Receipts(secrets)
  return db.transaction(
    async (tx) => {
      await lockName(tx, closedMonthKey)
      return proveMonths(tx, (claims) => receipts.signProof({ ...claims }), clock.now())
    },
    { statementMsMax: proofMsMax },
  )
}

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
