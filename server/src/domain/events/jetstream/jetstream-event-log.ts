import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { JetStreamApiError, type JetStreamClient } from '@nats-io/jetstream'
import { ClosedConnectionError } from '@nats-io/transport-node'
import { actionTypes } from '@voltline/contract'
import type { Day, Instant } from '@voltline/kernel'
import { type EventKey, type EventLog, type FoundEvent, type OfferEvent, partitionOf } from '../event-log.ts'
import { encodeEvents } from './encoding.ts'
import { keyOf, RecentEvents } from './recent-events.ts'
import { streamName, streamSubject } from './streams.ts'

/** An append that takes longer is rejected. With the intake's own wait it stays below the 5 s that a caller waits. */
const appendMsMax = 2_500
/** After so long without an acknowledgement a message is published again, with the same id. */
const attemptMsMax = 1_200
const retryMs = 100
/** Above this status the server could not do it now; below, it refuses this message. */
const unavailableStatus = 500
/** The stream or the server is full; more of the same would not help. */
const refusals: ReadonlySet<number> = new Set([10_077, 10_076, 10_047, 10_023, 10_028, 10_054])

export interface JetStreamLogOptions {
  js: JetStreamClient
  prefix: string
  partitions: number
  /** Makes room in the database for what becomes of the offers of these days. */
  makeDays: (days: readonly Day[]) => Promise<void>
  /** Finds an event that this process does not remember. */
  findReceivedAt: (event: EventKey) => Promise<Instant | undefined>
  /** Rejects if JetStream does not answer. */
  check: () => Promise<unknown>
  onClose?: () => Promise<void>
}

const isFinal = (fault: unknown): boolean =>
  fault instanceof ClosedConnectionError ||
  (fault instanceof JetStreamApiError && (refusals.has(fault.code) || fault.status < unavailableStatus))

/**
 * The log in streams of NATS JetStream. A message is acknowledged when a majority of the stream's replicas has stored
 * it. An event that was appended twice is in the log twice, and billing counts it once.
 */
export class JetStreamEventLog implements EventLog {
  /** A message costs its servers as much as dozens of events, so a stream gets one at a time. */
  readonly gathering = { ms: 3, appendsMax: 1 }
  readonly #options: JetStreamLogOptions
  readonly #recent = new RecentEvents()
  readonly #idPrefix = randomBytes(9).toString('base64url')
  /** Issue days with their tables. */
  readonly #days = new Set<Day>()
  #messages = 0

  constructor(options: JetStreamLogOptions) {
    this.#options = options
  }

  async append(events: readonly OfferEvent[]): Promise<boolean[]> {
    const untilMs = performance.now() + appendMsMax
    await this.#prepareDaysOf(events)
    const isNew: boolean[] = []
    const sent = new Map<string, OfferEvent>()
    const others = new Set<Promise<void>>()
    for (const event of events) {
      const key = keyOf(event)
      const other = this.#recent.pending(key)
      if (other) others.add(other)
      const isFirst = !other && !sent.has(key) && this.#recent.receivedAt(key) === undefined
      if (isFirst) sent.set(key, event)
      isNew.push(isFirst)
    }
    const publishing = this.#publishAll([...sent.values()], untilMs)
    for (const key of sent.keys()) this.#recent.begin(key, publishing)
    try {
      await publishing
      for (const [key, event] of sent) this.#recent.remember(key, event.receivedAt)
    } finally {
      for (const key of sent.keys()) this.#recent.end(key)
    }
    // A repeat of what another append is storing is as durable as that one.
    await Promise.all(others)
    return isNew
  }

  /** A stream without a leader must not hold up the others. */
  laneOf(event: OfferEvent): number {
    return partitionOf(event.advertiserId, this.#options.partitions)
  }

  async #prepareDaysOf(events: readonly OfferEvent[]): Promise<void> {
    const days = new Set<Day>()
    for (const { issueDay } of events) if (!this.#days.has(issueDay)) days.add(issueDay)
    if (days.size > 0) await this.prepareDays([...days])
  }

  /** Resolves or rejects when every message has its outcome, so that nothing is still under way afterwards. */
  async #publishAll(events: readonly OfferEvent[], untilMs: number): Promise<void> {
    const byPartition = new Map<number, OfferEvent[]>()
    for (const event of events) {
      const partition = this.laneOf(event)
      const others = byPartition.get(partition)
      if (others) others.push(event)
      else byPartition.set(partition, [event])
    }
    const outcomes = await Promise.allSettled(
      [...byPartition].flatMap(([partition, ofPartition]) =>
        encodeEvents(ofPartition).map((message) => this.#publish(partition, message, untilMs)),
      ),
    )
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
  }

  async #publish(partition: number, message: Buffer, untilMs: number): Promise<void> {
    const { js, prefix } = this.#options
    const msgID = `${this.#idPrefix}${(this.#messages++).toString(36)}`
    const subject = streamSubject(prefix, partition)
    const expect = { streamName: streamName(prefix, partition) }
    let lastFault: unknown = new Error('The event log has no time left for this message.')
    for (;;) {
      const leftMs = untilMs - performance.now()
      if (leftMs <= 0) throw lastFault
      try {
        await js.publish(subject, message, { msgID, expect, timeout: Math.min(attemptMsMax, leftMs) })
        return
      } catch (fault) {
        if (isFinal(fault)) throw fault
        lastFault = fault
      }
      await wait(Math.min(retryMs, Math.max(0, untilMs - performance.now())))
    }
  }

  /** Streams have no days, but the tables that billing writes have. */
  async prepareDays(days: readonly Day[]): Promise<void> {
    await this.#options.makeDays(days)
    for (const day of days) this.#days.add(day)
  }

  async findReceivedAt(event: EventKey): Promise<Instant | undefined> {
    return this.#recent.receivedAt(keyOf(event)) ?? this.#options.findReceivedAt(event)
  }

  /** Without positions: whether such an event is billed is decided by its time. */
  async findEvents(offers: readonly Pick<EventKey, 'issueDay' | 'offerId'>[]): Promise<FoundEvent[]> {
    const keys = offers.flatMap(({ issueDay, offerId }) =>
      actionTypes.map((action) => ({ issueDay, offerId, action })),
    )
    const found: FoundEvent[] = []
    for (const key of keys) {
      const receivedAt = await this.findReceivedAt(key)
      if (receivedAt !== undefined) found.push({ ...key, receivedAt })
    }
    return found.sort((a, b) => a.receivedAt - b.receivedAt)
  }

  async check(): Promise<void> {
    await this.#options.check()
  }

  async close(): Promise<void> {
    await this.#options.onClose?.()
  }
}
