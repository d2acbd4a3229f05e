import type { JetStreamManager, StreamInfo } from '@nats-io/jetstream'
import { millis } from '@nats-io/transport-node'
import { after, type Clock, type Instant, instant, second } from '@voltline/kernel'
import type { Log } from '../../../platform/log.ts'
import {
  appendMsMax,
  type EventReader,
  type LogBatch,
  type LogPoll,
  type LogPosition,
} from '../event-reader.ts'
import { BatchEvents } from './batch-events.ts'
import { decodeEvents } from './encoding.ts'
import { StreamMessages } from './stream-messages.ts'
import type { SeenStream, StreamOrigins } from './stream-origins.ts'
import { streamName } from './streams.ts'

/** A leader that has not heard from a majority for so long may have been replaced without knowing it. */
const silentMsMax = 5 * second

export interface JetStreamReaderOptions {
  jsm: JetStreamManager
  clock: Clock
  log: Pick<Log, 'error'>
  prefix: string
  partitions: number
  origins: Pick<StreamOrigins, 'of' | 'renew'>
  onClose?: () => Promise<void>
}

interface StreamEnd {
  seen: SeenStream
  origin: bigint
  first: number
  last: number
  /** Every event that arrived before it is in the stream; undefined if the leader may be an old one. */
  completeUntil: Instant | undefined
}

/** True if the answer comes from the stream's present leader, or one that was replaced only seconds ago. */
function isConfirmed({ config, cluster }: StreamInfo): boolean {
  const near = (cluster?.replicas ?? []).filter(
    (replica) => !replica.offline && millis(replica.active) <= silentMsMax,
  )
  return near.length >= Math.floor(config.num_replicas / 2)
}

/** Undefined if one of the times is unknown. */
const earliest = (times: readonly (Instant | undefined)[]): Instant | undefined =>
  times.reduce(
    (least, time) => (least === undefined || time === undefined ? undefined : instant(Math.min(least, time))),
    times[0],
  )

/** Reads the streams by sequence. They need no consumers: billing keeps its position beside the books. */
export class JetStreamEventReader implements EventReader {
  readonly partitions: number
  readonly #options: JetStreamReaderOptions
  readonly #messages: StreamMessages
  /** The last message read of each partition, and the number of its events. */
  readonly #lastRead = new Map<number, { sequence: number; events: number }>()

  constructor(options: JetStreamReaderOptions) {
    this.#options = options
    this.partitions = options.partitions
    this.#messages = new StreamMessages(options.jsm, options.log)
  }

  async read(partition: number, position: LogPosition, rowsMax: number): Promise<LogBatch> {
    const end = await this.#endFor(partition, position)
    const batch = new BatchEvents({ after: position, origin: end.origin, rowsMax })
    let next = Math.max(this.#nextSequence(partition, position, end), end.first)
    while (next <= end.last && !batch.isFull) {
      const count = Math.min(batch.messagesWanted(), end.last - next + 1)
      const sequences = Array.from({ length: count }, (_, index) => next + index)
      const messages = await Promise.all(sequences.map((sequence) => this.#message(partition, sequence)))
      for (const [index, events] of messages.entries()) {
        const sequence = next + index
        batch.add(events, sequence)
        if (!batch.isFull) this.#lastRead.set(partition, { sequence, events: events.length })
      }
      next += count
    }
    return {
      events: batch.events,
      hasMore: batch.isFull,
      completeUntil: batch.isFull ? undefined : end.completeUntil,
    }
  }

  async poll(positions: ReadonlyMap<number, LogPosition>): Promise<LogPoll> {
    const outcomes = await Promise.allSettled(
      [...positions].map(async ([partition, position]) => {
        const end = await this.#endFor(partition, position)
        return { partition, end, hasEvents: this.#nextSequence(partition, position, end) <= end.last }
      }),
    )
    const ends = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
    const [failed] = outcomes.filter((outcome) => outcome.status === 'rejected')
    // A stream without a leader must not hold up the others.
    if (failed && ends.length === 0) throw failed.reason
    const without = ends.filter(({ hasEvents }) => !hasEvents).map(({ end }) => end.completeUntil)
    return {
      withEvents: ends.filter(({ hasEvents }) => hasEvents).map(({ partition }) => partition),
      completeUntil: failed ? undefined : earliest(without),
    }
  }

  async last(partition: number): Promise<LogPosition> {
    const { origin, first, last } = await this.#end(partition)
    const major = origin + BigInt(last)
    if (last < first) return { major, minor: 0n }
    const message = await this.#message(partition, last)
    return { major, minor: BigInt(Math.max(0, message.length - 1)) }
  }

  async oldestAfter(partition: number, position: LogPosition): Promise<Instant | undefined> {
    const { events } = await this.read(partition, position, 1)
    return events[0]?.receivedAt
  }

  /** Keeps the message of the position itself: billing may have read only a part of it. */
  async release(partition: number, upTo: LogPosition, before: Instant): Promise<void> {
    const { origin, first, last } = await this.#end(partition)
    let low = first
    let high = Math.min(Number(upTo.major - origin), last + 1)
    // Messages are in the order in which they were stored, which is up to `appendMsMax` after their events arrived.
    const limit = after(before, -appendMsMax)
    while (low < high) {
      const middle = Math.floor((low + high) / 2)
      const message = await this.#message(partition, middle)
      if (message.every((event) => event.receivedAt < limit)) low = middle + 1
      else high = middle
    }
    if (low > first) await this.#options.jsm.streams.purge(this.#stream(partition), { seq: low })
  }

  async close(): Promise<void> {
    await this.#options.onClose?.()
  }

  #stream(partition: number): string {
    return streamName(this.#options.prefix, partition)
  }

  /** The message that holds the first event after the position, if there is one. */
  #nextSequence(partition: number, { major, minor }: LogPosition, { origin }: StreamEnd): number {
    const sequence = Number(major - origin)
    const lastRead = this.#lastRead.get(partition)
    const isReadToItsEnd = lastRead?.sequence === sequence && Number(minor) >= lastRead.events - 1
    return isReadToItsEnd ? sequence + 1 : Math.max(1, sequence)
  }

  async #message(partition: number, sequence: number) {
    const payload = await this.#messages.fetch(this.#stream(partition), sequence)
    return payload ? decodeEvents(payload) : []
  }

  /** The end of a stream, which is never before a position of it unless messages were lost. */
  async #endFor(partition: number, { major }: LogPosition): Promise<StreamEnd> {
    const end = await this.#end(partition)
    const isShort = major - end.origin > BigInt(end.last)
    // A leader that was replaced may not know the last messages yet.
    if (!isShort || end.completeUntil === undefined) return end
    const origin = await this.#options.origins.renew(end.seen)
    if (origin === end.origin) return end
    this.#lastRead.delete(partition)
    const stream = this.#stream(partition)
    this.#options.log.error({ stream, lastSequence: end.last }, 'the event log has lost messages')
    return { ...end, origin }
  }

  async #end(partition: number): Promise<StreamEnd> {
    const { jsm, clock, origins } = this.#options
    const now = clock.now()
    const info = await jsm.streams.info(this.#stream(partition))
    const seen = { partition, createdAt: info.created, lastSequence: info.state.last_seq }
    return {
      ...{ seen, origin: await origins.of(seen) },
      first: Math.max(1, info.state.first_seq),
      last: info.state.last_seq,
      completeUntil: isConfirmed(info) ? after(now, -appendMsMax) : undefined,
    }
  }
}
