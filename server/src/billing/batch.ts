import { after, type Instant, instant, type Millionths } from '@voltline/kernel'
import {
  appendMsMax,
  type LoggedEvent,
  type LogPosition,
  readEvents,
  toPosition,
} from '../domain/events/event-reader.ts'
import type { Row, Tx } from '../platform/database/database.ts'
import { at, sql } from '../platform/database/sql.ts'
import { Counter } from './count.ts'
import { lockFacts } from './facts.ts'
import { readAdDays, readCounted, readInstalls, readWaiting } from './history.ts'
import { Limits } from './limits.ts'
import {
  completeAds,
  saveAds,
  saveCounted,
  saveInstalls,
  saveInvalid,
  saveMoneyAndRollups,
  saveSpent,
} from './records.ts'
import { expireWaiting, saveWaiting } from './waiting.ts'

/** Another billing process has taken over; nothing that this one still does may stand. */
export class Fenced extends Error {
  constructor() {
    super('Another billing process has taken over.')
  }
}

/** Whoever had begun to write by `at` has a number below `tx`. Once all of those have ended, what they wrote is read. */
export interface Mark {
  tx: bigint
  at: Instant
}

export interface BatchInput {
  fence: bigint
  now: Instant
  /** Of an earlier batch of this process. */
  mark: Mark | undefined
  rowsMax: number
  networkShare: Millionths
}

export interface BatchOutcome {
  events: number
  charged: number
  position: LogPosition
  /** More events may be waiting to be read. */
  more: boolean
  mark: Mark
}

interface Position extends LogPosition {
  billedUntil: Instant
  fence: bigint
}

const toBillingPosition = (row: Row): Position => ({
  ...toPosition(row),
  billedUntil: row.billed_until as Instant,
  fence: row.fence as bigint,
})

/**
 * One batch, in the one transaction that is given: either all of it happens or nothing. The position is locked first,
 * so batches follow one another whatever the number of processes. The tables that delivery follows wake it at the
 * commit, once a batch.
 */
export async function billBatch(tx: Tx, input: BatchInput): Promise<BatchOutcome> {
  // A process that is paused in the middle must not hold the position against the one that takes over.
  await tx.run(sql`set local idle_in_transaction_session_timeout = '5s'`)
  // Every question of a batch has its index. Tables grow faster than their statistics are gathered, and a plan made
  // for a small table would read a large one whole.
  await tx.run(sql`set local enable_seqscan = off`)
  const position = await tx.one(
    toBillingPosition,
    sql`select tx, seq, billed_until, fence from billing_position for update`,
  )
  if (position.fence !== input.fence) throw new Fenced()
  // Read before the events, which are those of a later view. A snapshot's xmax would not do as the mark: it is one past
  // the last transaction that has ended, and open ones can lie beyond it.
  const horizon = await tx.one(
    (row) => ({ oldestOpen: BigInt(row.oldest_open as string), own: BigInt(row.own as string) }),
    sql`select pg_snapshot_xmin(pg_current_snapshot()) as oldest_open, pg_current_xact_id() as own`,
  )
  const events = await readEvents(tx, position, input.rowsMax)
  const more = events.length === input.rowsMax
  const charged = events.length > 0 ? await bill(tx, input, events) : 0
  // Outside production the clock can be set back. What was said to be billed then arrives again, so it is said anew.
  const isBehindMark = input.mark !== undefined && input.now < input.mark.at
  const wentBack = isBehindMark || input.now - appendMsMax < position.billedUntil
  const mark = wentBack ? undefined : input.mark
  const caughtUp = !more && mark !== undefined && horizon.oldestOpen >= mark.tx
  const reached = caughtUp ? after(mark.at, -appendMsMax) : position.billedUntil
  const billedUntil = wentBack ? instant(0) : reached
  await saveInvalid(tx, await expireWaiting(tx, billedUntil))
  const last = events.at(-1) ?? position
  await tx.run(sql`
    update billing_position
       set tx = ${String(last.tx)}::xid8, seq = ${last.seq}, billed_until = ${at(billedUntil)}`)
  return {
    events: events.length,
    charged,
    position: { tx: last.tx, seq: last.seq },
    more,
    mark: caughtUp || !mark ? { tx: horizon.own, at: input.now } : mark,
  }
}

async function bill(tx: Tx, input: BatchInput, events: readonly LoggedEvent[]): Promise<number> {
  const waiting = await readWaiting(tx, events)
  const all = [...waiting, ...events]
  const counted = await readCounted(tx, all)
  const facts = await lockFacts(tx, all)
  const installs = await readInstalls(tx, all, facts)
  const limits = new Limits(facts, await readAdDays(tx, all, facts))
  const counter = new Counter(facts, limits, { counted, waiting, installs })
  for (const event of events) counter.take(event)
  await saveCounted(tx, counter.counted)
  await saveMoneyAndRollups(tx, { counted: counter.counted, facts, networkShare: input.networkShare })
  await saveAds(tx, { counted: counter.counted, limits })
  await saveSpent(tx, limits)
  await completeAds(tx, limits, input.now)
  await saveInstalls(tx, [...counter.installed.values()])
  await saveWaiting(tx, counter)
  await saveInvalid(tx, counter.invalid)
  return counter.counted.filter((one) => one.charged > 0n).length
}
