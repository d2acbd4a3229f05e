import { limits } from '@voltline/contract'
import type { Instant, OperatorId } from '@voltline/kernel'
import type { ReadSession, Tx } from '../../platform/database/database.ts'
import type { BlockedDeviceRow } from '../../platform/database/rows.ts'
import { at, contains, sql } from '../../platform/database/sql.ts'

export interface BlockedDevice {
  id: string
  reason: string
  blockedAt: Instant
  /** The operator's email; '' if the operator is unknown. */
  blockedBy: string
}

type DeviceListRow = Omit<BlockedDeviceRow, 'blocked_by'> & { operator_email: string | null }

const toDevice = (row: DeviceListRow): BlockedDevice => ({
  id: row.device_id,
  reason: row.reason,
  blockedAt: row.blocked_at,
  blockedBy: row.operator_email ?? '',
})

const matches = (text: string) =>
  sql`(${text} = '' or d.device_id like ${contains(text)} or d.reason ilike ${contains(text)})`

export const pageOfDevices = (session: ReadSession, search: { text: string; pageNo: number }) =>
  session.many(
    toDevice,
    sql<DeviceListRow>`
    select d.device_id, d.reason, d.blocked_at, o.email as operator_email
      from blocked_device d left join operator o on o.operator_id = d.blocked_by
     where ${matches(search.text)}
     order by d.blocked_at desc, d.device_id
     limit ${limits.rowsPerPage} offset ${(search.pageNo - 1) * limits.rowsPerPage}`,
  )

export const countDevices = (session: ReadSession, text: string): Promise<number> =>
  session.one(
    (row) => Number(row.count),
    sql<{ count: bigint }>`select count(*) as count from blocked_device d where ${matches(text)}`,
  )

export const readBlockedDeviceIds = (session: ReadSession): Promise<string[]> =>
  session.many(
    (row) => row.device_id,
    sql<Pick<BlockedDeviceRow, 'device_id'>>`select device_id from blocked_device`,
  )

/** Returns false if the device is blocked already. */
export const insertBlock = async (
  tx: Tx,
  id: string,
  block: { reason: string; by: OperatorId; now: Instant },
): Promise<boolean> =>
  (await tx.run(sql`
    insert into blocked_device (device_id, reason, blocked_at, blocked_by)
    values (${id}, ${block.reason}, ${at(block.now)}, ${block.by})
        on conflict do nothing`)) === 1

/** Returns the reason of the removed block, or undefined if the device was not blocked. */
export const deleteBlock = (tx: Tx, id: string): Promise<string | undefined> =>
  tx.maybeOne(
    (row) => row.reason,
    sql<
      Pick<BlockedDeviceRow, 'reason'>
    >`delete from blocked_device where device_id = ${id} returning reason`,
  )
