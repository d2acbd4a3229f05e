import { after, type Instant } from '@voltline/kernel'
import type { ReadSession, Tx } from '../../platform/database/database.ts'
import type { WaitingEventRow } from '../../platform/database/rows.ts'
import { at, sql } from '../../platform/database/sql.ts'
import { type InvalidEvent, reasonForMissing, waitMsMax } from './counting.ts'
import type { LoggedEvent } from './event-reader.ts'

/** In one batch; the rest follows in the next. */
const expiredRowsMax = 10_000

type EventOfRow = Omit<WaitingEventRow, 'partition'>

const columns = sql`
  w.issue_day, w.offer_id, w.action, w.received_at, w.ad_id, w.medium_id, w.device_id, w.price_micros, w.major, w.minor,
  w.evidence, w.passthrough`

const toEvent = (row: EventOfRow): LoggedEvent => ({
  issueDay: row.issue_day,
  offerId: row.offer_id,
  action: row.action,
  receivedAt: row.received_at,
  adId: row.ad_id,
  mediumId: row.medium_id,
  deviceId: row.device_id,
  priceMicros: row.price_micros,
  evidence: row.evidence ?? undefined,
  passthrough: row.passthrough ?? undefined,
  major: row.major,
  minor: row.minor,
})

/** The waiting events of the offers of these events, in log order. */
export async function readWaiting(tx: Tx, events: readonly LoggedEvent[]): Promise<LoggedEvent[]> {
  const awaited = events.filter((event) => event.action === 'IMPRESSION' || event.action === 'CLICK')
  return tx.many(
    toEvent,
    sql<EventOfRow>`
    select ${columns}
      from waiting_event w
     where (w.issue_day, w.offer_id) in (
             select * from unnest(${awaited.map((event) => event.issueDay)}::date[],
                                  ${awaited.map((event) => event.offerId)}::uuid[]))
     order by w.major, w.minor`,
  )
}

/** An event that is in the log twice waits once. */
export async function saveWaiting(
  tx: Tx,
  partition: number,
  events: { waiting: readonly LoggedEvent[]; resolved: readonly LoggedEvent[] },
): Promise<void> {
  const { waiting, resolved } = events
  if (resolved.length > 0) {
    await tx.run(sql`
      delete from waiting_event
       where (issue_day, offer_id, action) in (
               select * from unnest(${resolved.map((event) => event.issueDay)}::date[],
                                    ${resolved.map((event) => event.offerId)}::uuid[],
                                    ${resolved.map((event) => event.action)}::text[]))`)
  }
  if (waiting.length > 0) {
    await tx.run(sql`
      insert into waiting_event (issue_day, offer_id, action, received_at, partition, ad_id, medium_id, device_id,
                                 price_micros, major, minor, evidence, passthrough)
      select issue_day, offer_id, action, received_at, ${partition}::smallint, ad_id, medium_id, device_id,
             price_micros, major, minor, evidence, passthrough
        from unnest(${waiting.map((event) => event.issueDay)}::date[],
                    ${waiting.map((event) => event.offerId)}::uuid[],
                    ${waiting.map((event) => event.action)}::text[],
                    ${waiting.map((event) => at(event.receivedAt))}::timestamptz[],
                    ${waiting.map((event) => event.adId)}::int[],
                    ${waiting.map((event) => event.mediumId)}::int[],
                    ${waiting.map((event) => event.deviceId)}::text[],
                    ${waiting.map((event) => event.priceMicros)}::bigint[],
                    ${waiting.map((event) => event.major)}::bigint[],
                    ${waiting.map((event) => event.minor)}::bigint[],
                    ${waiting.map((event) => event.evidence ?? null)}::bytea[],
                    ${waiting.map((event) => event.passthrough ?? null)}::text[])
               as e(issue_day, offer_id, action, received_at, ad_id, medium_id, device_id, price_micros, major, minor,
                    evidence, passthrough)
          on conflict do nothing`)
  }
}

/**
 * Ends the wait of a partition's events whose required event can no longer arrive: everything that arrived within their
 * ten minutes has been billed. An install or action stays while its click still waits, because with the click it would
 * count.
 */
export async function expireWaiting(
  tx: Tx,
  partition: number,
  billedUntil: Instant,
): Promise<InvalidEvent[]> {
  const events = await tx.many(
    toEvent,
    sql<EventOfRow>`
    delete from waiting_event w
     where (w.issue_day, w.offer_id, w.action) in (
             select o.issue_day, o.offer_id, o.action
               from waiting_event o
              where o.partition = ${partition} and o.received_at < ${at(after(billedUntil, -waitMsMax))}
                and not (o.action in ('INSTALL', 'ACTION')
                         and exists (select from waiting_event c
                                      where c.issue_day = o.issue_day and c.offer_id = o.offer_id
                                        and c.action = 'CLICK'))
              order by o.received_at
              limit ${expiredRowsMax})
    returning ${columns}`,
  )
  return events.map((event) => ({ event, reason: reasonForMissing(event.action) }))
}

/** The partitions in which `expireWaiting` may find an event. */
export const partitionsToExpire = (
  session: ReadSession,
  partitions: readonly { partition: number; billedUntil: Instant }[],
): Promise<number[]> =>
  session.many(
    (row) => row.partition,
    sql<Pick<WaitingEventRow, 'partition'>>`
    select p.partition
      from unnest(${partitions.map(({ partition }) => partition)}::smallint[],
                  ${partitions.map(({ billedUntil }) => at(after(billedUntil, -waitMsMax)))}::timestamptz[])
             as p(partition, before)
     where exists (select from waiting_event w where w.partition = p.partition and w.received_at < p.before)`,
  )

/** Events that arrived before this instant are final: they have been billed and none of them still waits. */
export const settledUntil = (session: ReadSession): Promise<Instant | undefined> =>
  session.maybeOne(
    (row) => row.settled_until,
    sql<{ settled_until: Instant }>`
    select least(min(billed_until), (select min(received_at) from waiting_event)) as settled_until
      from billing_partition
    having count(*) > 0`,
  )
