import { raiseFence } from '../domain/events/billing-position.ts'
import { type HeldLock, holdLock } from '../platform/database/advisory-lock.ts'
import type { Database } from '../platform/database/database.ts'

/** Unique among the advisory locks of the program. */
const lockKey = 7_305_811_130

/** The right to bill. One process holds it at a time; it ends with its connection. */
export interface Lease extends HeldLock {
  /** The number under which this process bills; every later holder has a higher one. */
  readonly fence: bigint
}

/**
 * Waits until no other process bills. The lock keeps a second process waiting; the fence, raised by every holder and
 * checked in every batch, stops a process that was paused and has lost the lock.
 */
export async function takeLease({ db, signal }: { db: Database; signal: AbortSignal }): Promise<Lease> {
  const lock = await holdLock({ url: db.url, lockKey, signal })
  try {
    const fence = await raiseFence(db)
    return {
      fence,
      get isLost() {
        return lock.isLost
      },
      release: () => lock.release(),
    }
  } catch (fault) {
    await lock.release()
    throw fault
  }
}
