import { after, type Clock, type Instant, second } from '@voltline/kernel'
import type { Database, ReadSession } from '../../../platform/database/database.ts'
import type { EventRow } from '../../../platform/database/rows.ts'
import { prepared, sql } from '../../../platform/database/sql.ts'
import {
  appendMsMax,
  type EventReader,
  type LogBatch,
  type LoggedEvent,
  type LogPoll,
  type LogPosition,
  logStart,
} from '../event-reader.ts'

/** The columns that `toEvent` reads, of a table `event e`. */
const eventColumns = sql`
  e.issue_day, e.offer_id, e.action, e.received_at, e.ad_id, e.medium_id, e.device_id, e.price_micros, e.evidence,
  e.passthrough, e.tx, e.seq`

export const toEvent = (row: EventRow): LoggedEvent => ({
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
  ...toPosition(row),
})

/** The driver returns xid8 as text. */
const toPosition = (row: Pick<EventRow, 'tx' | 'seq'>): LogPosition => ({
  major: BigInt(row.tx),
  minor: row.seq,
})

/**
 * The next events of a partition after a position, in order. A transaction with a lower number can commit after one with
 * a higher number, so rows are read only once no open transaction can precede theirs: no event is ever skipped.
 */
const readEvents = (
  session: ReadSession,
  partition: number,
  position: LogPosition,
  rowsMax: number,
): Promise<LoggedEvent[]> =>
  session.many(
    toEvent,
    prepared(
      'read-events',
      sql<EventRow>`
      select ${eventColumns}
        from event e
       where e.partition = ${partition}::smallint
         and (e.tx, e.seq) > (${String(position.major)}::xid8, ${position.minor}::bigint)
         and e.tx < pg_snapshot_xmin(pg_current_snapshot())
       order by e.tx, e.seq
       limit ${rowsMax}`,
    ),
  )

/** The partitions of which `readEvents` would find an event. */
const findEvents = (
  session: ReadSession,
  positions: readonly (readonly [partition: number, position: LogPosition])[],
): Promise<number[]> =>
  session.many(
    (row) => row.partition,
    prepared(
      'find-events',
      sql<Pick<EventRow, 'partition'>>`
      select p.partition
        from unnest(${positions.map(([partition]) => partition)}::smallint[],
                    ${positions.map(([, { major }]) => String(major))}::xid8[],
                    ${positions.map(([, { minor }]) => minor)}::bigint[]) as p(partition, tx, seq)
       where exists (
         select from event e
          where e.partition = p.partition and (e.tx, e.seq) > (p.tx, p.seq)
            and e.tx < pg_snapshot_xmin(pg_current_snapshot()))
       order by p.partition`,
    ),
  )

interface TransactionHorizon {
  oldestOpen: bigint
  own: bigint
}

/** The numbers of the oldest open transaction and of this one. */
const readHorizon = (session: ReadSession): Promise<TransactionHorizon> =>
  session.one(
    (row) => ({ oldestOpen: BigInt(row.oldest_open), own: BigInt(row.own) }),
    sql<{ oldest_open: string; own: string }>`
    select pg_snapshot_xmin(pg_current_snapshot()) as oldest_open, pg_current_xact_id() as own`,
  )

/** Every writer that had begun by `at` has a transaction number below `tx`. Once all of those have ended, so has it. */
interface Mark {
  tx: bigint
  at: Instant
}

const oldestRowsMax = 1_000
/** A connection without a reply by then is dropped, so that billing soon reads on another. */
const readLimits = { statementMsMax: 8 * second }

/** The log in the `event` table. */
export class PostgresEventReader implements EventReader {
  readonly partitions: number
  readonly #db: Database
  readonly #clock: Clock
  #mark: Mark | undefined
  /** Every writer that had begun by this instant has ended. */
  #endedUntil: Instant | undefined

  constructor(services: { db: Database; clock: Clock; partitions: number }) {
    this.partitions = services.partitions
    this.#db = services.db
    this.#clock = services.clock
  }

  async read(partition: number, position: LogPosition, rowsMax: number): Promise<LogBatch> {
    const { found: events, completeUntil } = await this.#complete((session) =>
      readEvents(session, partition, position, rowsMax),
    )
    const hasMore = events.length === rowsMax
    return { events, hasMore, completeUntil: hasMore ? undefined : completeUntil }
  }

  async poll(positions: ReadonlyMap<number, LogPosition>): Promise<LogPoll> {
    const { found: withEvents, completeUntil } = await this.#complete((session) =>
      findEvents(session, [...positions]),
    )
    return { withEvents, completeUntil }
  }

  async last(partition: number): Promise<LogPosition> {
    const last = await this.#db.read((session) =>
      session.maybeOne(
        toPosition,
        sql<Pick<EventRow, 'tx' | 'seq'>>`
        select tx, seq from event where partition = ${partition} order by tx desc, seq desc limit 1`,
      ),
    )
    return last ?? logStart
  }

  /** The next events in log order: within a transaction, they are not in the order of their arrival. */
  oldestAfter(partition: number, position: LogPosition): Promise<Instant | undefined> {
    return this.#db.read((session) =>
      session.maybeOne(
        (row) => row.received_at,
        sql<Pick<EventRow, 'received_at'>>`
        select min(received_at) as received_at
          from (select received_at from event
                 where partition = ${partition}
                   and (tx, seq) > (${String(position.major)}::xid8, ${position.minor}::bigint)
                 order by tx, seq
                 limit ${oldestRowsMax}) as next
        having count(*) > 0`,
      ),
    )
  }

  /** Days are dropped as a whole, once all their events are billed: see the worker's clean-up. */
  release(): Promise<void> {
    return Promise.resolve()
  }

  close(): Promise<void> {
    return Promise.resolve()
  }

  /**
   * Reads in one snapshot together with the oldest open transaction. An event is written at most `appendMsMax` after its
   * arrival, so once every writer of a mark's time has ended, everything that arrived `appendMsMax` before the mark can
   * be read.
   */
  async #complete<T>(read: (session: ReadSession) => Promise<T>): Promise<{
    found: T
    completeUntil: Instant | undefined
  }> {
    const now = this.#clock.now()
    return this.#db.snapshot(async (session) => {
      // Tables grow faster than their statistics are gathered, and a plan made for a small table would scan a large one.
      await session.rows(sql`set local enable_seqscan = off`)
      const endedUntil = await this.#endedBy(session, now)
      const found = await read(session)
      return { found, completeUntil: endedUntil === undefined ? undefined : after(endedUntil, -appendMsMax) }
    }, readLimits)
  }

  /** The latest instant of which every writer that had begun by then has ended in the session's snapshot. */
  async #endedBy(session: ReadSession, now: Instant): Promise<Instant | undefined> {
    // Outside production the clock can be set back. Events of a time that counted as complete then arrive again.
    if (now < (this.#mark?.at ?? now)) {
      this.#mark = undefined
      this.#endedUntil = undefined
    }
    // Read before the snapshot is taken: what another read learns meanwhile may not hold in this one.
    const mark = this.#mark
    const endedUntil = this.#endedUntil
    const { oldestOpen, own } = await readHorizon(session)
    if (mark && oldestOpen < mark.tx) return endedUntil
    if (this.#mark === mark) {
      this.#endedUntil = mark?.at
      this.#mark = { tx: own, at: now }
    }
    return mark?.at ?? endedUntil
  }
}
