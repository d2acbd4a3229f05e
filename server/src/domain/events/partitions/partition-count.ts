import type { Database, ReadSession, Tx } from '../../../platform/database/database.ts'
import { at, sql } from '../../../platform/database/sql.ts'
import { logStart } from '../event-reader.ts'
import type { PartitionState } from './partition-store.ts'

/** Unique among the advisory locks of the program. */
const lockKey = 7_305_811_132

/** A number of partitions that cannot be used; its message is the one line that the operator reads. */
export class WrongPartitions extends Error {}

const countPartitions = (session: ReadSession): Promise<number> =>
  session.one(
    (row) => Number(row.count),
    sql<{ count: bigint }>`select count(*) as count from billing_partition`,
  )

/** Waits until no other process makes or switches partitions. Returns how many there are. */
export async function lockPartitionCount(tx: Tx): Promise<number> {
  await tx.run(sql`select pg_advisory_xact_lock(${lockKey})`)
  return countPartitions(tx)
}

export const insertPartitions = (
  tx: Tx,
  count: number,
  { major, minor, billedUntil, fence }: Omit<PartitionState, 'partition'>,
): Promise<number> =>
  tx.run(sql`
    insert into billing_partition (partition, major, minor, billed_until, fence)
    select number, ${major}::bigint, ${minor}::bigint, ${at(billedUntil)}::timestamptz, ${fence}::bigint
      from generate_series(0, ${count - 1}::int) as number`)

/** Of a log without events. */
export const newPartition = { ...logStart, billedUntil: 0 as PartitionState['billedUntil'], fence: 0n }

/** Makes the partitions of a new log. A log that has another number of them is refused. */
export async function preparePartitions(db: Database, count: number): Promise<void> {
  const known = await db.transaction(async (tx) => {
    const existing = await lockPartitionCount(tx)
    if (existing === 0) await insertPartitions(tx, count, newPartition)
    return existing
  })
  if (known === 0 || known === count) return
  throw new WrongPartitions(
    `EVENT_PARTITIONS is ${count}, but the event log has ${known} partitions. ` +
      `Set it to ${known}, or switch with: npm run event-log -- --partitions ${count}`,
  )
}
