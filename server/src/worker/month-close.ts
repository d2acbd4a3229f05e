import {
  addMonths,
  type Clock,
  type Day,
  type Instant,
  type Month,
  monthOf,
  monthSpan,
  seoul,
} from '@voltline/kernel'
import { closeMonth } from '../domain/reports/rollup/close-month.ts'
import type { Database, Tx } from '../platform/database/database.ts'
import { at, sql } from '../platform/database/sql.ts'

/** Kept as a setting: the newest closed month. Nothing is ever added to it or to an earlier one. */
const closedKey = 'closed_month'

async function lastClosed(tx: Tx): Promise<Month | undefined> {
  return tx.maybeOne((row) => row.value as Month, sql`select value from setting where key = ${closedKey}`)
}

async function firstMonth(tx: Tx): Promise<Month | undefined> {
  const first = await tx.one(
    (row) => row.first as Day | null,
    sql`select min(utc_day) as first from medium_rollup`,
  )
  // A UTC day begins in the Seoul day of the same date and ends in the next one.
  return first === null ? undefined : monthOf(first)
}

/**
 * What had arrived before this instant can change no more: it has been billed, and no click that arrived before it
 * still waits for its impression.
 */
async function settledUntil(tx: Tx): Promise<Instant | undefined> {
  return tx.maybeOne(
    (row) => row.settled as Instant,
    sql`
    select least(billed_until, (select min(received_at) from waiting_event)) as settled
      from billing_position`,
  )
}

/** Closes every Asia/Seoul month that the clock and billing have passed. Safe to run twice, and by several workers. */
export function closeMonths(services: { db: Database; clock: Clock }): Promise<Month[]> {
  const now = services.clock.now()
  return services.db.transaction(async (tx) => {
    await tx.run(sql`select pg_advisory_xact_lock(hashtext(${closedKey}))`)
    const settled = await settledUntil(tx)
    const closed = await lastClosed(tx)
    const first = closed === undefined ? await firstMonth(tx) : addMonths(closed, 1)
    if (settled === undefined || first === undefined) return []
    const months: Month[] = []
    for (
      let month = first;
      monthSpan(month, seoul).to <= Math.min(now, settled);
      month = addMonths(month, 1)
    ) {
      await closeMonth(tx, month, now)
      months.push(month)
    }
    const newest = months.at(-1)
    if (newest !== undefined) {
      await tx.run(sql`
        insert into setting (key, value, updated_at) values (${closedKey}, ${JSON.stringify(newest)}, ${at(now)})
            on conflict (key) do update set value = excluded.value, updated_at = excluded.updated_at`)
    }
    return months
  })
}
