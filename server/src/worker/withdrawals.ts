import { after, type Clock } from '@voltline/kernel'
import { settleMsMax, timeOut } from '../domain/wallet/withdraw.ts'
import { waitingSince } from '../domain/wallet/withdrawal-store.ts'
import type { Database } from '../platform/database/database.ts'

/** Returns the volts of withdrawals that nobody settled in time. Idempotent, and safe in several workers at once. */
export async function returnUnsettled({ db, clock }: { db: Database; clock: Clock }): Promise<void> {
  const before = after(clock.now(), -settleMsMax)
  for (const id of await db.read((session) => waitingSince(session, before))) {
    await db.transaction((tx) => timeOut(tx, id, clock.now()))
  }
}
