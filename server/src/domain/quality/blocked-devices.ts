import { limits } from '@voltline/contract'
import type { Instant, OperatorId } from '@voltline/kernel'
import type { ReadSession, Row, Tx } from '../../platform/database/database.ts'
import { at, contains, sql } from '../../platform/database/sql.ts'

export interface BlockedDevice {
  id: string
  reason: string
  blockedAt: Instant
  blockedBy: string
}

const toDevice = (row: Row): BlockedDevice => ({
  id: row.device_id as string,
  reason: row.reason as string,
  blockedAt: row.blocked_at as Instant,
  blockedBy: (row.blocked_by as string | null) ?? '',
})

const matches = (text: string) =>
  sql`(${text} = '' or d.device_id like ${contains(text)} or d.reason ilike ${contains(text)})`

export const pageOfDevices = (session: ReadSession, asked: { text: string; pageNo: number }) =>
  session.many(
    toDevice,
    sql`
    select d.device_id, d.reason, d.blocked_at, o.email as blocked_by
      from blocked_device d left join operator o on o.operator_id = d.blocked_by
     where ${matches(asked.text)}
     order by d.blocked_at desc, d.device_id
     limit ${limits.rowsPerPage} offset ${(asked.pageNo - 1) * limits.rowsPerPage}`,
  )

export const countDevices = (session: ReadSession, text: string): Promise<number> =>
  session.one(
    (row) => Number(row.count),
    sql`select count(*) as count from blocked_device d where ${matches(text)}`,
  )

/** Answers whether the device was free before. */
export const insertBlock = async (
  tx: Tx,
  id: string,
  block: { reason: string; by: OperatorId; now: Instant },
): Promise<boolean> =>
  (await tx.run(sql`
    insert into blocked_device (device_id, reason, blocked_at, blocked_by)
    values (${id}, ${block.reason}, ${at(block.now)}, ${block.by})
        on conflict do nothing`)) === 1

/** Answers the reason that it was blocked for, or undefined when it was not. */
export const deleteBlock = (tx: Tx, id: string): Promise<string | undefined> =>
  tx.maybeOne(
    (row) => row.reason as string,
    sql`delete from blocked_device where device_id = ${id} returning reason`,
  )
