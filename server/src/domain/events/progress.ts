import { after, type Instant, instant } from '@voltline/kernel'
import { appendMsMax } from './event-reader.ts'
import type { TransactionHorizon } from './postgres-event-reader.ts'

/** Every writer that had begun by `at` has a transaction number below `tx`. Once all of those have ended, so has it. */
export interface BillingMark {
  tx: bigint
  at: Instant
}

export interface Progress {
  /** Everything that arrived before this instant has been billed. */
  billedUntil: Instant
  /** For the next batch. */
  mark: BillingMark
}

/**
 * Computes how far everything has been billed after a batch that read all events before the horizon. An event is
 * written at most `appendMsMax` after its arrival, so once every writer of the mark's time has ended and all is read,
 * everything that arrived `appendMsMax` before the mark has been billed.
 */
export function progressAfter(batch: {
  now: Instant
  billedUntil: Instant
  /** Of an earlier batch of this process. */
  mark: BillingMark | undefined
  horizon: TransactionHorizon
  hasMore: boolean
}): Progress {
  const { now, mark, horizon } = batch
  const fresh: BillingMark = { tx: horizon.own, at: now }
  // Outside production the clock can be set back. Events of a time that counted as billed then arrive again.
  const wentBack = (mark !== undefined && now < mark.at) || now - appendMsMax < batch.billedUntil
  if (wentBack) return { billedUntil: instant(0), mark: fresh }
  if (!mark) return { billedUntil: batch.billedUntil, mark: fresh }
  const caughtUp = !batch.hasMore && horizon.oldestOpen >= mark.tx
  return caughtUp
    ? { billedUntil: after(mark.at, -appendMsMax), mark: fresh }
    : { billedUntil: batch.billedUntil, mark }
}
