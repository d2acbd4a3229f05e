import { after, type Instant } from '@voltline/kernel'
import type { ReadSession, Tx } from '../../platform/database/database.ts'
import type { EventRow } from '../../platform/database/rows.ts'
import { at, sql } from '../../platform/database/sql.ts'
import { type InvalidEvent, reasonForMissing, waitMsMax } from './counting.ts'
import type { LoggedEvent } from './event-reader.ts'
import { eventColumns, toEvent } from './postgres-event-reader.ts'

/** In one batch; the rest follows in the next. */
const expiredRowsMax = 10_000

const keysOf = (events: readonly LoggedEvent[]) => sql`
  unnest(${events.map((event) => event.issueDay)}::date[], ${events.map((event) => event.offerId)}::uuid[],
         ${events.map((event) => event.action)}::text[]`

/** The waiting events of the offers of these events, in log order. */
export async function readWaiting(tx: Tx, events: readonly LoggedEvent[]): Promise<LoggedEvent[]> {
  const awaited = events.filter((event) => event.action === 'IMPRESSION' || event.action === 'CLICK')
  return tx.many(
    toEvent,
    sql<EventRow>`
    select ${eventColumns}
      from waiting_event w
      join event e using (issue_day, offer_id, action)
     where (w.issue_day, w.offer_id) in (
             select * from unnest(${awaited.map((event) => event.issueDay)}::date[],
                                  ${awaited.map((event) => event.offerId)}::uuid[]))
     order by e.tx, e.seq`,
  )
}

export async function saveWaiting(
  tx: Tx,
  events: { waiting: readonly LoggedEvent[]; resolved: readonly LoggedEvent[] },
): Promise<void> {
  const { waiting, resolved } = events
  if (resolved.length > 0) {
    await tx.run(sql`
      delete from waiting_event
       where (issue_day, offer_id, action) in (select * from ${keysOf(resolved)}))`)
  }
  if (waiting.length > 0) {
    await tx.run(sql`
      insert into waiting_event (issue_day, offer_id, action, received_at)
      select * from ${keysOf(waiting)}, ${waiting.map((event) => at(event.receivedAt))}::timestamptz[])`)
  }
}

/**
 * Ends the wait of events whose required event can no longer arrive: everything that arrived within their ten minutes
 * has been billed. An install or action stays while its click still waits, because with the click it would count.
 */
export async function expireWaiting(tx: Tx, billedUntil: Instant): Promise<InvalidEvent[]> {
  const events = await tx.many(
    toEvent,
    sql<EventRow>`
    with expired as (
      delete from waiting_event
       where (issue_day, offer_id, action) in (
               select w.issue_day, w.offer_id, w.action
                 from waiting_event w
                where w.received_at < ${at(after(billedUntil, -waitMsMax))}
                  and not (w.action in ('INSTALL', 'ACTION')
                           and exists (select from waiting_event c
                                        where c.issue_day = w.issue_day and c.offer_id = w.offer_id
                                          and c.action = 'CLICK'))
                order by w.received_at
                limit ${expiredRowsMax})
      returning issue_day, offer_id, action)
    select ${eventColumns}
      from expired
      join event e using (issue_day, offer_id, action)`,
  )
  return events.map((event) => ({ event, reason: reasonForMissing(event.action) }))
}

/** Events that arrived before this instant are final: they have been billed and none of them still waits. */
export const settledUntil = (session: ReadSession): Promise<Instant | undefined> =>
  session.maybeOne(
    (row) => row.settled_until,
    sql<{ settled_until: Instant }>`
    select least(billed_until, (select min(received_at) from waiting_event)) as settled_until
      from billing_position`,
  )
