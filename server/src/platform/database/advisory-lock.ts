import type { Tx } from './database.ts'
import { sql } from './sql.ts'

/** Waits for the lock of this name and holds it until the transaction ends. */
export async function lockName(tx: Tx, name: string): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtext(${name}))`)
}

/** Returns false if another transaction holds the lock of this name. */
export const tryLockName = (tx: Tx, name: string): Promise<boolean> =>
  tx.one(
    (row) => row.locked,
    sql<{ locked: boolean }>`select pg_try_advisory_xact_lock(hashtext(${name})) as locked`,
  )
