import type { ActionType } from '@voltline/contract'
import { type AdId, type Day, type Instant, type MediumId, micros, second } from '@voltline/kernel'
import type { ReadSession, Row, Tx } from '../../platform/database/database.ts'
import { prepared, sql } from '../../platform/database/sql.ts'
import type { OfferEvent } from './event-log.ts'

/** A place in the log. Rows are ordered by the transaction that wrote them, then by number. */
export interface LogPosition {
  tx: bigint
  seq: bigint
}

export const logStart: LogPosition = { tx: 0n, seq: 0n }

export const isBefore = (one: LogPosition, other: LogPosition): boolean =>
  one.tx < other.tx || (one.tx === other.tx && one.seq < other.seq)

export type LoggedEvent = OfferEvent & LogPosition

/** Between an event's arrival and the transaction that writes it: a writer that is slower gives the event up. */
export const appendMsMax = 20 * second

/** A row with the columns of `event`. */
export const toEvent = (row: Row): LoggedEvent => ({
  issueDay: row.issue_day as Day,
  offerId: row.offer_id as string,
  action: row.action as ActionType,
  receivedAt: row.received_at as Instant,
  adId: row.ad_id as AdId,
  mediumId: row.medium_id as MediumId,
  deviceId: row.device_id as string,
  price: micros(row.price_micros as bigint),
  ...toPosition(row),
})

/** The driver hands out xid8 as text. */
export const toPosition = (row: Row): LogPosition => ({
  tx: BigInt(row.tx as string),
  seq: row.seq as bigint,
})

/**
 * The next events after a position, in order. Of several writers one with a lower number can commit later than one
 * with a higher, so only rows are read whose transaction no open one can still precede: nothing is ever passed over.
 */
export const readEvents = (tx: Tx, position: LogPosition, rowsMax: number): Promise<LoggedEvent[]> =>
  tx.many(
    toEvent,
    prepared(
      'read-events',
      sql`
      select issue_day, offer_id, action, received_at, ad_id, medium_id, device_id, price_micros, tx, seq
        from event
       where (tx, seq) > (${String(position.tx)}::xid8, ${position.seq}::bigint)
         and tx < pg_snapshot_xmin(pg_current_snapshot())
       order by tx, seq
       limit ${rowsMax}`,
    ),
  )

/** Whether `readEvents` would find anything; cheap, and writes nothing. */
export const hasEvents = (session: ReadSession, position: LogPosition): Promise<boolean> =>
  session.one(
    (row) => row.found as boolean,
    prepared(
      'has-events',
      sql`
      select exists (
        select from event
         where (tx, seq) > (${String(position.tx)}::xid8, ${position.seq}::bigint)
           and tx < pg_snapshot_xmin(pg_current_snapshot())) as found`,
    ),
  )

/** The last event that is durable now, whether it can be read yet or not. */
export const lastEvent = async (session: ReadSession): Promise<LogPosition> =>
  (await session.maybeOne(toPosition, sql`select tx, seq from event order by tx desc, seq desc limit 1`)) ??
  logStart
