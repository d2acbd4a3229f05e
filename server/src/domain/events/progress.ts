import { type Instant, instant } from '@voltline/kernel'

/** Until when everything has been billed, after a batch or a poll that the log said is complete until some time. */
export function billedUntilAfter(batch: {
  now: Instant
  billedUntil: Instant
  completeUntil: Instant | undefined
}): Instant {
  const { now, billedUntil, completeUntil } = batch
  // Outside production the clock can be set back. Events of a time that counted as billed then arrive again.
  if (now < billedUntil) return instant(0)
  return completeUntil !== undefined && completeUntil > billedUntil ? completeUntil : billedUntil
}
