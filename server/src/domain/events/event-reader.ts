import { type Instant, second } from '@voltline/kernel'
import type { OfferEvent } from './event-log.ts'

/**
 * A place in a partition of the log. PostgreSQL: the transaction that wrote the event, and the row's number. JetStream:
 * the message's sequence in its stream, and the index within the message.
 */
export interface LogPosition {
  major: bigint
  minor: bigint
}

export const logStart: LogPosition = { major: 0n, minor: 0n }

export const isBefore = (a: LogPosition, b: LogPosition): boolean =>
  a.major < b.major || (a.major === b.major && a.minor < b.minor)

/** An event as it was read. Its partition stands for its advertiser. */
export type LoggedEvent = Omit<OfferEvent, 'advertiserId'> & LogPosition

/** The longest time between an event's arrival and the transaction that writes it. A slower writer drops the event. */
export const appendMsMax = 20 * second

export interface LogBatch {
  /** In log order. */
  events: LoggedEvent[]
  /** There may be more to read at once. */
  hasMore: boolean
  /** Every event that arrived before this instant is in this batch or before it; undefined if that is unknown. */
  completeUntil: Instant | undefined
}

export interface LogPoll {
  /** The partitions that have events after their positions. */
  withEvents: number[]
  /** Of the other partitions: every event that arrived before this instant is at or before their positions. */
  completeUntil: Instant | undefined
}

/** Reads the log, outside billing's transaction; the transaction then checks the partition's fence and position. */
export interface EventReader {
  /** Partitions are counted from 0. */
  readonly partitions: number
  /** The next events after a position, in order. No event is ever skipped. */
  read(partition: number, after: LogPosition, rowsMax: number): Promise<LogBatch>
  /** Cheap, for all partitions of a process at once: it runs several times a second. */
  poll(positions: ReadonlyMap<number, LogPosition>): Promise<LogPoll>
  /** The last durable event, whether or not it can be read yet; for a drain. */
  last(partition: number): Promise<LogPosition>
  /** The arrival of the oldest event after the position; for the lag. */
  oldestAfter(partition: number, after: LogPosition): Promise<Instant | undefined>
  /** The log may delete what is up to the position and arrived before the instant. */
  release(partition: number, upTo: LogPosition, before: Instant): Promise<void>
  close(): Promise<void>
}
