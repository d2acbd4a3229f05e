import { after, type Instant } from '@voltline/kernel'
import { type LoggedEvent, toEvent } from '../domain/events/event-reader.ts'
import type { Tx } from '../platform/database/database.ts'
import { at, sql } from '../platform/database/sql.ts'
import { type InvalidEvent, missing, waitMs } from './count.ts'

/** In one batch; the rest follows in the next. */
const expiredRowsMax = 10_000

const keysOf = (events: readonly LoggedEvent[]) => sql`
  unnest(${events.map((event) => event.issueDay)}::date[], ${events.map((event) => event.offerId)}::uuid[],
         ${events.map((event) => event.action)}::text[]`

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
 * Ends the wait of events whose need can no longer come: everything that arrived within their ten minutes has been
 * billed. An install stays as long as its click still waits, because with the click it would count.
 */
export async function expireWaiting(tx: Tx, billedUntil: Instant): Promise<InvalidEvent[]> {
  const events = await tx.many(
    toEvent,
    sql`
    with expired as (
      delete from waiting_event
       where (issue_day, offer_id, action) in (
               select w.issue_day, w.offer_id, w.action
                 from waiting_event w
                where w.received_at < ${at(after(billedUntil, -waitMs))}
                  and not (w.action in ('INSTALL', 'ACTION')
                           and exists (select from waiting_event c
                                        where c.issue_day = w.issue_day and c.offer_id = w.offer_id
                                          and c.action = 'CLICK'))
                order by w.received_at
                limit ${expiredRowsMax})
      returning issue_day, offer_id, action)
    select e.issue_day, e.offer_id, e.action, e.received_at, e.ad_id, e.medium_id, e.device_id, e.price_micros,
           e.tx, e.seq
      from expired
      join event e using (issue_day, offer_id, action)`,
  )
  return events.map((event) => ({ event, reason: missing(event.action) }))
}
