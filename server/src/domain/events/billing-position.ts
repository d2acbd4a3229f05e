import { assert, type Instant } from '@voltline/kernel'
import type { Database, ReadSession, Tx } from '../../platform/database/database.ts'
import type { BillingPositionRow } from '../../platform/database/rows.ts'
import { at, sql } from '../../platform/database/sql.ts'
import { type LogPosition, logStart } from './event-reader.ts'
import { toPosition } from './postgres-event-reader.ts'

/** How far billing has read the log. */
export interface BillingPosition extends LogPosition {
  /** Everything that arrived before this instant has been billed. */
  billedUntil: Instant
  /** The number of the process that may bill; see `raiseFence`. */
  fence: bigint
}

type PositionRow = Omit<BillingPositionRow, 'only_row'>

const toBillingPosition = (row: PositionRow): BillingPosition => ({
  ...toPosition(row),
  billedUntil: row.billed_until,
  fence: row.fence,
})

/** Begins a batch. The lock lets one batch follow the other, whatever the number of processes. */
export async function lockBillingPosition(tx: Tx): Promise<BillingPosition> {
  // A process that is paused in the middle of a batch must not hold the position against the one that takes over.
  await tx.run(sql`set local idle_in_transaction_session_timeout = '5s'`)
  // Every query of a batch has an index. Tables grow faster than their statistics are gathered, and a plan made for a
  // small table would scan a large one.
  await tx.run(sql`set local enable_seqscan = off`)
  return tx.one(
    toBillingPosition,
    sql<PositionRow>`select tx, seq, billed_until, fence from billing_position for update`,
  )
}

export const saveBillingPosition = (tx: Tx, position: Omit<BillingPosition, 'fence'>): Promise<number> =>
  tx.run(sql`
    update billing_position
       set tx = ${String(position.major)}::xid8, seq = ${position.minor}, billed_until = ${at(position.billedUntil)}`)

/** The last billed event. */
export const billedPosition = async (session: ReadSession): Promise<LogPosition> =>
  (await session.maybeOne(
    toPosition,
    sql<Pick<BillingPositionRow, 'tx' | 'seq'>>`select tx, seq from billing_position`,
  )) ?? logStart

const raiseMsMax = 5_000

/** Returns a number above that of every process that billed before; a batch with a lower one fails. */
export async function raiseFence(db: Database): Promise<bigint> {
  const [raised] = await db.statement(
    sql<Pick<BillingPositionRow, 'fence'>>`
    insert into billing_position as p (tx, seq, billed_until, fence) values ('0', 0, ${at(0)}, 1)
        on conflict (only_row) do update set fence = p.fence + 1
    returning fence`,
    raiseMsMax,
  )
  assert(raised, 'the billing position exists')
  return raised.fence
}
