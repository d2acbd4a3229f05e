import { limits } from '@voltline/contract'
import type { Instant, OperatorId } from '@voltline/kernel'
import type { ReadSession, Row, Tx } from '../../platform/database/database.ts'
import { at, sql } from '../../platform/database/sql.ts'

export interface ContactMessage {
  id: number
  name: string
  email: string
  company: string
  mobile: string
  text: string
  receivedAt: Instant
  closedAt: Instant | undefined
  closedBy: string
}

const toMessage = (row: Row): ContactMessage => ({
  id: row.message_id as number,
  name: row.name as string,
  email: row.email as string,
  company: row.company as string,
  mobile: row.mobile as string,
  text: row.message as string,
  receivedAt: row.received_at as Instant,
  closedAt: (row.closed_at as Instant | null) ?? undefined,
  closedBy: (row.closed_by as string | null) ?? '',
})

const columns = sql`m.message_id, m.name, m.email, m.company, m.mobile, m.message, m.received_at, m.closed_at,
                    o.email as closed_by`

/** Who waits longest comes first; of the closed ones the newest. */
export const pageOfMessages = (session: ReadSession, asked: { open: boolean; pageNo: number }) =>
  session.many(
    toMessage,
    sql`
    select ${columns} from contact_message m left join operator o on o.operator_id = m.closed_by
     where (m.closed_at is null) = ${asked.open}
     order by case when ${asked.open} then m.message_id else -m.message_id end
     limit ${limits.rowsPerPage} offset ${(asked.pageNo - 1) * limits.rowsPerPage}`,
  )

export const countMessages = (session: ReadSession, open: boolean): Promise<number> =>
  session.one(
    (row) => Number(row.count),
    sql`select count(*) as count from contact_message where (closed_at is null) = ${open}`,
  )

export const lockMessage = (tx: Tx, id: number) =>
  tx.maybeOne(
    (row) => ({ id: row.message_id as number, isClosed: row.closed_at !== null }),
    sql`select message_id, closed_at from contact_message where message_id = ${id} for update`,
  )

export const saveClosed = (tx: Tx, id: number, closed: { by: OperatorId; now: Instant }) =>
  tx.run(sql`
    update contact_message set closed_at = ${at(closed.now)}, closed_by = ${closed.by} where message_id = ${id}`)
