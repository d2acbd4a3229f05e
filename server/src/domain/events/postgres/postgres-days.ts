import { addMonths, assert, type Day, monthOf } from '@voltline/kernel'
import type { ReadSession, Tx } from '../../../platform/database/database.ts'
import { raw, sql } from '../../../platform/database/sql.ts'

type PartitionedTable = 'event' | 'counted_event'

/** Unique among the advisory locks of the program. */
const partitionLock = 7_305_811_121
/** A partition that cannot be locked at once is left for the next run: serving does not wait for cleaning. */
const dropLockMsMax = 500

const partitionName = (table: PartitionedTable, day: Day): string => `${table}_${day.replaceAll('-', '')}`

/** Creates the partition apart and then attaches it, which waits for no writer; creating it in place would. */
async function attachPartition(
  tx: Tx,
  { table, name, from, to }: { table: string; name: string; from: string; to: string },
): Promise<void> {
  const exists = await tx.one(
    (row) => row.exists,
    sql<{ exists: boolean }>`select to_regclass(${name}) is not null as exists`,
  )
  if (exists) return
  await tx.run(raw(`create table ${name} (like ${table} including all)`))
  await tx.run(raw(`alter table ${table} attach partition ${name} for values from (${from}) to (${to})`))
}

const makePartition = (tx: Tx, table: PartitionedTable, day: Day): Promise<void> =>
  attachPartition(tx, {
    table,
    name: partitionName(table, day),
    from: `'${day}'`,
    to: `date '${day}' + 1`,
  })

/** Makes the partitions of offers issued on these UTC days. Only the owner of the tables may. */
export async function makeEventPartitions(tx: Tx, days: readonly Day[]): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(${partitionLock})`)
  for (const day of days) {
    await makePartition(tx, 'event', day)
    await makePartition(tx, 'counted_event', day)
  }
  await makeChargePartitions(tx, days)
}

/** Charges are kept for ever, by month. The caller holds the lock on partitions, or is alone. */
export async function makeChargePartitions(tx: Tx, days: readonly Day[]): Promise<void> {
  for (const month of new Set(days.map(monthOf))) {
    const [first, end] = [month, addMonths(month, 1)].map((begun) => `${begun}-01`)
    await attachPartition(tx, {
      table: 'charge',
      name: `charge_${month.replace('-', '')}`,
      from: `'${first}'`,
      to: `'${end}'`,
    })
  }
}

/** The issue days that have a partition, oldest first. */
export const partitionDays = (session: ReadSession): Promise<Day[]> =>
  session.many(
    (row) => {
      const found = /^event_(\d{4})(\d{2})(\d{2})$/.exec(row.name)
      assert(found, 'a partition is named after its day')
      return `${found[1]}-${found[2]}-${found[3]}` as Day
    },
    sql<{ name: string }>`
    select c.relname as name
      from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = 'event'::regclass
     order by c.relname`,
  )

/** An event arrives at most 8 days after its offer; one day is for clock drift. */
const reportDaysMax = 9

/** True if every event of offers issued on that day has been billed and none of them waits. */
export const isFullyBilled = (session: ReadSession, issueDay: Day): Promise<boolean> =>
  session.one(
    (row) => row.billed,
    sql<{ billed: boolean }>`
    select not exists (select from event e left join billing_partition p using (partition)
                        where e.issue_day = ${issueDay}
                          and (p.partition is null or (e.tx, e.seq) > (p.major::text::xid8, p.minor)))
       and not exists (select from waiting_event where issue_day = ${issueDay})
       -- On JetStream the table is empty: all that can still have arrived for the day must be billed.
       and not exists (select from event_log, billing_partition
                        where engine = 'JETSTREAM' and billed_until < ${issueDay}::date + ${reportDaysMax}::int)
           as billed`,
  )

/** Only the owner of the tables may. */
export async function dropEventPartitions(tx: Tx, issueDay: Day): Promise<void> {
  await tx.run(raw(`set local lock_timeout = ${dropLockMsMax}`))
  await tx.run(raw(`drop table if exists ${partitionName('counted_event', issueDay)}`))
  await tx.run(raw(`drop table ${partitionName('event', issueDay)}`))
}
