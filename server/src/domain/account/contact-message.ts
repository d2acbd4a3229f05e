import type { Instant, OperatorId } from '@voltline/kernel'
import type { ReadSession, Tx } from '../../platform/database/database.ts'
import { pageOf } from '../../platform/database/page-of.ts'
import type { ContactMessageRow } from '../../platform/database/rows.ts'
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
  /** The operator's e-mail address; empty while the message is open. */
  closedBy: string
}

type MessageColumns = Omit<ContactMessageRow, 'customer_id' | 'closed_by'> & { closed_by: string | null }

const toMessage = (row: MessageColumns): ContactMessage => ({
  id: row.message_id,
  name: row.name,
  email: row.email,
  company: row.company,
  mobile: row.mobile,
  text: row.message,
  receivedAt: row.received_at,
  closedAt: row.closed_at ?? undefined,
  closedBy: row.closed_by ?? '',
})

const selectMessages = sql`
  select m.message_id, m.name, m.email, m.company, m.mobile, m.message, m.received_at, m.closed_at,
         o.email as closed_by
    from contact_message m left join operator o on o.operator_id = m.closed_by`

export const insertMessage = (
  tx: Tx,
  message: { name: string; email: string; company: string; mobile: string; message: string },
  now: Instant,
): Promise<number> =>
  tx.one(
    (row) => row.message_id,
    sql<Pick<ContactMessageRow, 'message_id'>>`
    insert into contact_message (name, email, company, mobile, message, received_at)
    values (${message.name}, ${message.email}, ${message.company}, ${message.mobile}, ${message.message}, ${at(now)})
    returning message_id`,
  )

/** Open messages with the oldest first, closed ones with the newest first. */
export const pageOfMessages = (session: ReadSession, { open, pageNo }: { open: boolean; pageNo: number }) =>
  session.many(
    toMessage,
    sql<MessageColumns>`
    ${selectMessages}
     where (m.closed_at is null) = ${open}
     order by case when ${open} then m.message_id else -m.message_id end ${pageOf(pageNo)}`,
  )

export const countMessages = (session: ReadSession, open: boolean): Promise<number> =>
  session.one(
    (row) => Number(row.count),
    sql<{ count: bigint }>`select count(*) from contact_message where (closed_at is null) = ${open}`,
  )

export const lockMessage = (tx: Tx, id: number) =>
  tx.maybeOne(toMessage, sql<MessageColumns>`${selectMessages} where m.message_id = ${id} for update of m`)

export const saveClosed = (tx: Tx, id: number, closed: { by: OperatorId; now: Instant }) =>
  tx.run(sql`
    update contact_message set closed_at = ${at(closed.now)}, closed_by = ${closed.by} where message_id = ${id}`)

export const deleteClosedMessages = (tx: Tx, before: Instant): Promise<number> =>
  tx.run(sql`delete from contact_message where closed_at < ${at(before)}`)
