import { instant } from '@voltline/kernel'
import type { Database, Tx } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import { isBefore, type LogPosition, logStart } from '../event-reader.ts'
import {
  insertPartitions,
  lockPartitionCount,
  newPartition,
  WrongPartitions,
} from '../partitions/partition-count.ts'
import { readPartitions } from '../partitions/partition-store.ts'

const isOnJetStream = (tx: Tx): Promise<boolean> =>
  tx.one(
    (row) => row.found,
    sql<{ found: boolean }>`select exists (select from event_log where engine = 'JETSTREAM') as found`,
  )

/** Events in the table that are not billed. */
export const countUnbilled = (tx: Tx): Promise<number> =>
  tx.one(
    (row) => Number(row.count),
    sql<{ count: bigint }>`
    select count(*) as count
      from billing_partition p
      join event e on e.partition = p.partition and (e.tx, e.seq) > (p.major::text::xid8, p.minor)`,
  )

/**
 * Gives the log another number of partitions. Every event must be billed; no event is appended meanwhile. Delivery and
 * billing processes that still run with the old number append and bill nothing until they are restarted with the new
 * one. Returns the number before.
 */
export function switchPartitions(db: Database, count: number): Promise<number> {
  // Only the owner of the tables may lock the log.
  return db.asOwner(async (tx) => {
    const known = await lockPartitionCount(tx)
    if (known === count) return known
    if (await isOnJetStream(tx)) {
      throw new WrongPartitions('The log is on NATS, where the number of partitions cannot be changed yet.')
    }
    await tx.run(sql`lock table event in exclusive mode`)
    await tx.run(sql`lock table billing_partition in exclusive mode`)
    const unbilled = await countUnbilled(tx)
    if (unbilled > 0) {
      const what = unbilled === 1 ? 'event is' : 'events are'
      throw new WrongPartitions(`${unbilled} ${what} not billed yet. Let billing finish, then try again.`)
    }
    await replacePartitions(tx, count)
    return known
  })
}

const later = (a: LogPosition, b: LogPosition): LogPosition => (isBefore(a, b) ? b : a)

/** All partitions begin after the last billed event, so old rows are never read again, whichever partition they name. */
async function replacePartitions(tx: Tx, count: number): Promise<void> {
  const old = await readPartitions(tx)
  const { major, minor } = old.reduce<LogPosition>(later, logStart)
  const billedUntil =
    old.length > 0 ? instant(Math.min(...old.map((state) => state.billedUntil))) : instant(0)
  const fence = old.reduce(
    (highest, state) => (state.fence > highest ? state.fence : highest),
    newPartition.fence,
  )
  await tx.run(sql`delete from billing_partition`)
  await insertPartitions(tx, count, { major, minor, billedUntil, fence: fence + 1n })
  await tx.run(sql`
    update waiting_event w
       set partition = coalesce((select a.customer_id::bigint * 2654435761 % 4294967296 % ${count}::bigint
                                   from ad a where a.ad_id = w.ad_id), 0)`)
}
