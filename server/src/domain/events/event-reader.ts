import { second } from '@voltline/kernel'
import type { ReadSession, Tx } from '../../platform/database/database.ts'
import type { EventRow } from '../../platform/database/rows.ts'
import { prepared, sql } from '../../platform/database/sql.ts'
import type { OfferEvent } from './event-log.ts'

/** A place in the log. Rows are ordered by the transaction that wrote them, then by number. */
export interface LogPosition {
  tx: bigint
  seq: bigint
}

export const logStart: LogPosition = { tx: 0n, seq: 0n }

export const isBefore = (a: LogPosition, b: LogPosition): boolean =>
  a.tx < b.tx || (a.tx === b.tx && a.seq < b.seq)

export type LoggedEvent = OfferEvent & LogPosition

/** The longest time between an event's arrival and the transaction that writes it. A slower writer drops the event. */
export const appendMsMax = 20 * second

/** The columns that `toEvent` reads, of a table `event e`. */
export const eventColumns = sql`
  e.issue_day, e.offer_id, e.action, e.received_at, e.ad_id, e.medium_id, e.device_id, e.price_micros, e.tx, e.seq`

export const toEvent = (row: EventRow): LoggedEvent => ({
  issueDay: row.issue_day,
  offerId: row.offer_id,
  action: row.action,
  receivedAt: row.received_at,
  adId: row.ad_id,
  mediumId: row.medium_id,
  deviceId: row.device_id,
  priceMicros: row.price_micros,
  ...toPosition(row),
})

/** The driver returns xid8 as text. */
export const toPosition = (row: Pick<EventRow, 'tx' | 'seq'>): LogPosition => ({
  tx: BigInt(row.tx),
  seq: row.seq,
})

/**
 * The next events after a position, in order. A transaction with a lower number can commit after one with a higher
 * number, so rows are read only once no open transaction can precede theirs: no event is ever skipped.
 */
export const readEvents = (tx: Tx, position: LogPosition, rowsMax: number): Promise<LoggedEvent[]> =>
  tx.many(
    toEvent,
    prepared(
      'read-events',
      sql<EventRow>`
      select ${eventColumns}
        from event e
       where (e.tx, e.seq) > (${String(position.tx)}::xid8, ${position.seq}::bigint)
         and e.tx < pg_snapshot_xmin(pg_current_snapshot())
       order by e.tx, e.seq
       limit ${rowsMax}`,
    ),
  )

/** True if `readEvents` would find an event; cheap, and writes nothing. */
export const hasEvents = (session: ReadSession, position: LogPosition): Promise<boolean> =>
  session.one(
    (row) => row.found,
    prepared(
      'has-events',
      sql<{ found: boolean }>`
      select exists (
        select from event
         where (tx, seq) > (${String(position.tx)}::xid8, ${position.seq}::bigint)
           and tx < pg_snapshot_xmin(pg_current_snapshot())) as found`,
    ),
  )

/** The last durable event, whether or not it can be read yet. */
export const lastEvent = async (session: ReadSession): Promise<LogPosition> =>
  (await session.maybeOne(
    toPosition,
    sql<Pick<EventRow, 'tx' | 'seq'>>`select tx, seq from event order by tx desc, seq desc limit 1`,
  )) ?? logStart

export interface TransactionHorizon {
  oldestOpen: bigint
  own: bigint
}

/** The numbers of the oldest open transaction and of this one. */
export const readHorizon = (tx: Tx): Promise<TransactionHorizon> =>
  tx.one(
    (row) => ({ oldestOpen: BigInt(row.oldest_open), own: BigInt(row.own) }),
    sql<{ oldest_open: string; own: string }>`
    select pg_snapshot_xmin(pg_current_snapshot()) as oldest_open, pg_current_xact_id() as own`,
  )
