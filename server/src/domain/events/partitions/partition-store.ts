import type { Instant } from '@voltline/kernel'
import type { ReadSession, Tx } from '../../../platform/database/database.ts'
import type { BillingPartitionRow } from '../../../platform/database/rows.ts'
import { at, sql } from '../../../platform/database/sql.ts'
import type { LogPosition } from '../event-reader.ts'

/** How far billing has read a partition. */
export interface PartitionState extends LogPosition {
  partition: number
  /** Everything that arrived before this instant has been billed. */
  billedUntil: Instant
  /** The number under which the partition's holder bills; every later holder has a higher one. */
  fence: bigint
}

type StateRow = Omit<BillingPartitionRow, 'holder'>

const toState = (row: StateRow): PartitionState => ({
  partition: row.partition,
  major: row.major,
  minor: row.minor,
  billedUntil: row.billed_until,
  fence: row.fence,
})

/** All partitions, in order. */
export const readPartitions = (
  session: ReadSession,
): Promise<(PartitionState & { holder: string | undefined })[]> =>
  session.many(
    (row) => ({ ...toState(row), holder: row.holder ?? undefined }),
    sql<BillingPartitionRow>`
    select partition, major, minor, billed_until, fence, holder from billing_partition order by partition`,
  )

/** Begins a batch: no other batch of this partition runs until it ends. Undefined if the partition does not exist. */
export async function lockPartition(tx: Tx, partition: number): Promise<PartitionState | undefined> {
  // A process that is paused in the middle of a batch must not hold the partition against the one that takes over.
  await tx.run(sql`set local idle_in_transaction_session_timeout = '3s'`)
  // Every query of a batch has an index. Tables grow faster than their statistics are gathered, and a plan made for a
  // small table would scan a large one.
  await tx.run(sql`set local enable_seqscan = off`)
  return tx.maybeOne(
    toState,
    sql<StateRow>`
    select partition, major, minor, billed_until, fence from billing_partition
     where partition = ${partition} for update`,
  )
}

export const savePartition = (tx: Tx, state: Omit<PartitionState, 'fence'>): Promise<number> =>
  tx.run(sql`
    update billing_partition
       set major = ${state.major}, minor = ${state.minor}, billed_until = ${at(state.billedUntil)}
     where partition = ${state.partition}`)

/** Moves the time of partitions that have nothing to bill. Those that another process has taken are left out. */
export const moveBilledUntil = (tx: Tx, states: readonly PartitionState[]): Promise<number> =>
  tx.run(sql`
    update billing_partition b set billed_until = moved.billed_until
      from (select p.partition, s.billed_until
              from unnest(${states.map((state) => state.partition)}::smallint[],
                          ${states.map((state) => state.fence)}::bigint[],
                          ${states.map((state) => state.major)}::bigint[],
                          ${states.map((state) => state.minor)}::bigint[],
                          ${states.map((state) => at(state.billedUntil))}::timestamptz[])
                     as s(partition, fence, major, minor, billed_until)
              join billing_partition p using (partition, fence, major, minor)
             order by p.partition for update of p) as moved
     where b.partition = moved.partition`)

/**
 * Takes partitions that nobody holds, or that one of the dead processes holds, and fences the holder before. A partition
 * in the middle of a batch is left for the next attempt.
 */
export const takePartitions = (
  tx: Tx,
  process: string,
  wanted: { partitions: readonly number[]; dead: readonly string[] },
): Promise<PartitionState[]> =>
  tx.many(
    toState,
    sql<StateRow>`
    update billing_partition set holder = ${process}, fence = fence + 1
     where partition in (
             select partition from billing_partition
              where partition = any(${wanted.partitions}::smallint[])
                and (holder is null or holder = any(${wanted.dead}::uuid[]))
              order by partition for update skip locked)
    returning partition, major, minor, billed_until, fence`,
  )

export const giveUpPartitions = (
  tx: Tx,
  process: string,
  partitions: readonly number[] | 'all',
): Promise<number> =>
  tx.run(
    partitions === 'all'
      ? sql`update billing_partition set holder = null where holder = ${process}`
      : sql`update billing_partition set holder = null
             where holder = ${process} and partition = any(${partitions}::smallint[])`,
  )
