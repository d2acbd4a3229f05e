import { randomUUID } from 'node:crypto'
import { type ActionType, actionTypes } from '@voltline/contract'
import {
  type AdId,
  after,
  assert,
  type CustomerId,
  day,
  type Instant,
  instant,
  type MediumId,
  micros,
  minute,
  utcDay,
} from '@voltline/kernel'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { type EventLog, type OfferEvent, partitionOf } from '../../src/domain/events/event-log.ts'
import {
  appendMsMax,
  type EventReader,
  isBefore,
  type LoggedEvent,
  type LogPosition,
  logStart,
} from '../../src/domain/events/event-reader.ts'
import { eventually } from '../eventually.ts'

export interface LogUnderTest {
  log: EventLog
  reader: EventReader
}

/** A clock that the test moves. */
export class TestClock {
  #now: Instant = instant(Date.parse('2026-11-15T03:00:00.123Z'))
  now(): Instant {
    return this.#now
  }
  pass(ms: number): void {
    this.#now = after(this.#now, ms)
  }
}

let advertisers = 0
/** Of an advertiser that no other test uses. */
const nextAdvertiser = (): CustomerId => ++advertisers as CustomerId

export const anEvent = (clock: TestClock, change: Partial<OfferEvent> = {}): OfferEvent => ({
  issueDay: utcDay(clock.now()),
  offerId: randomUUID(),
  action: 'IMPRESSION',
  receivedAt: clock.now(),
  adId: 1 as AdId,
  advertiserId: 1 as CustomerId,
  mediumId: 2 as MediumId,
  deviceId: 'device-1',
  priceMicros: micros(1_000n),
  ...change,
})

const positionOf = ({ major, minor }: LogPosition): LogPosition => ({ major, minor })
const withoutAdvertiser = ({ advertiserId: _, ...event }: OfferEvent) => event

/** Reads a partition to its end, at most `rowsMax` events at a time. */
export async function readAll(
  reader: EventReader,
  partition: number,
  { from = logStart, rowsMax = 1_000 }: { from?: LogPosition; rowsMax?: number } = {},
): Promise<LoggedEvent[]> {
  const found: LoggedEvent[] = []
  let position = from
  for (;;) {
    const { events, hasMore } = await reader.read(partition, position, rowsMax)
    expect(events.length).toBeLessThanOrEqual(rowsMax)
    found.push(...events)
    position = positionOf(events.at(-1) ?? position)
    if (!hasMore) return found
  }
}

/** A position before which everything of the partition is read. PostgreSQL shows a row only when older writers ended. */
async function endOf(reader: EventReader, partition: number): Promise<LogPosition> {
  const last = await reader.last(partition)
  await eventually(async () => (await reader.read(partition, last, 1)).events.length === 0)
  return last
}

/** The log of a test file, with what its tests do again and again. */
class LogWorld {
  #opened: LogUnderTest | undefined

  async open(open: () => Promise<LogUnderTest | undefined>): Promise<void> {
    this.#opened = await open()
  }

  get log(): EventLog {
    assert(this.#opened, 'the log is open')
    return this.#opened.log
  }

  get reader(): EventReader {
    assert(this.#opened, 'the log is open')
    return this.#opened.reader
  }

  /** An advertiser with the partition of its events and where that ended before the test. */
  async begin() {
    const advertiserId = nextAdvertiser()
    const partition = partitionOf(advertiserId, this.reader.partitions)
    return { advertiserId, partition, from: await endOf(this.reader, partition) }
  }

  async readEventually(partition: number, from: LogPosition, count: number): Promise<LoggedEvent[]> {
    let found: LoggedEvent[] = []
    await eventually(async () => {
      found = await readAll(this.reader, partition, { from })
      return found.length >= count
    })
    return found
  }
}

/** What both engines promise. `open` returns the log of the test file, or nothing where its tests are skipped. */
export function describeEventLog(open: () => Promise<LogUnderTest | undefined>, clock: TestClock): void {
  describe('an event log', () => {
    const world = new LogWorld()
    beforeAll(() => world.open(open))
    testAppends(world, clock)
    testOrder(world, clock)
    testProgress(world, clock)
  })
}

function testAppends(world: LogWorld, clock: TestClock): void {
  test('returns events as they were appended, whatever the device calls itself', async () => {
    const { advertiserId, partition, from } = await world.begin()
    const devices = [
      '',
      ' ',
      `{"a",\\'b'}, NULL 100%`,
      '\u0001\n\t',
      '기기',
      '👾'.repeat(60),
      '‮nots',
      'x'.repeat(255),
    ]
    const events = devices.map((deviceId, index) =>
      anEvent(clock, {
        advertiserId,
        deviceId,
        action: actionTypes[index % actionTypes.length] as ActionType,
        adId: (2 ** 31 - 1 - index) as AdId,
        mediumId: (2 ** 31 - 1) as MediumId,
        priceMicros: micros(99_999_999_999n * BigInt(index)),
        ...(index % 2 === 0 ? { passthrough: JSON.stringify([deviceId, '{"\\}']) } : {}),
        issueDay: utcDay(after(clock.now(), -index * day)),
      }),
    )
    expect(await world.log.append(events)).toEqual(events.map(() => true))
    const read = await world.readEventually(partition, from, events.length)
    const known = new Map(read.map((event) => [event.offerId, event]))
    for (const event of events) expect(known.get(event.offerId)).toMatchObject(withoutAdvertiser(event))
    expect(read).toHaveLength(events.length)
  })

  test('recognises a repeat, in the same batch and in a later one', async () => {
    const { advertiserId } = await world.begin()
    const one = anEvent(clock, { advertiserId })
    const two = anEvent(clock, { advertiserId })
    const click = { ...one, action: 'CLICK' as const }
    expect(await world.log.append([one, two, one, click])).toEqual([true, true, false, true])
    const third = anEvent(clock, { advertiserId })
    expect(await world.log.append([two, third, click])).toEqual([false, true, false])
    expect(await world.log.findReceivedAt(one)).toBe(one.receivedAt)
    expect(await world.log.findReceivedAt(anEvent(clock))).toBeUndefined()
  })

  test('takes a large batch', async () => {
    const { advertiserId, partition, from } = await world.begin()
    const events = Array.from({ length: 4_000 }, (_, index) =>
      anEvent(clock, { advertiserId, deviceId: `${index}`.padStart(200, 'd') }),
    )
    await world.log.append(events)
    const read = await world.readEventually(partition, from, events.length)
    expect(new Set(read.map((event) => event.deviceId)).size).toBe(events.length)
    expect(read).toHaveLength(events.length)
  })
}

function testOrder(world: LogWorld, clock: TestClock): void {
  test("keeps the order of appends, and every event in its advertiser's partition", async () => {
    const { advertiserId, partition, from } = await world.begin()
    const events = Array.from({ length: 5 }, () => anEvent(clock, { advertiserId }))
    for (const event of events) await world.log.append([event])
    const read = await world.readEventually(partition, from, events.length)
    expect(read.map((event) => event.offerId)).toEqual(events.map((event) => event.offerId))
    read.slice(1).forEach((event, index) => {
      expect(isBefore(read[index] ?? logStart, event)).toBe(true)
    })
  })

  test('is read the same from every position and in batches of any size', async () => {
    const { advertiserId, partition, from } = await world.begin()
    for (const size of [1, 7, 1, 30, 2]) {
      await world.log.append(Array.from({ length: size }, () => anEvent(clock, { advertiserId })))
    }
    const all = await world.readEventually(partition, from, 41)
    const starts = fc.integer({ min: -1, max: 40 })
    await fc.assert(
      fc.asyncProperty(starts, fc.integer({ min: 1, max: 45 }), async (start, rowsMax) => {
        const position = positionOf(all[start] ?? from)
        expect(await readAll(world.reader, partition, { from: position, rowsMax })).toEqual(
          all.slice(start + 1),
        )
      }),
      { numRuns: 30 },
    )
  })

  test('accepts the same events from two writers at once, and loses none', async () => {
    const { advertiserId, partition, from } = await world.begin()
    const events = Array.from({ length: 300 }, () => anEvent(clock, { advertiserId }))
    const results = await Promise.all([world.log.append(events), world.log.append([...events].reverse())])
    const isNew = (results[0] ?? []).map((first, index) => Number(first) + Number(results[1]?.[299 - index]))
    expect(isNew.every((count) => count === 1)).toBe(true)
    await eventually(async () => {
      const read = await readAll(world.reader, partition, { from })
      return new Set(read.map((event) => event.offerId)).size === events.length
    })
  })
}

function testProgress(world: LogWorld, clock: TestClock): void {
  test('says where it ends, whether there is more, and how old the next event is', async () => {
    const { advertiserId, partition, from } = await world.begin()
    const poll = async (position: LogPosition) =>
      (await world.reader.poll(new Map([[partition, position]]))).withEvents
    expect(await poll(from)).toEqual([])
    expect(await world.reader.oldestAfter(partition, from)).toBeUndefined()
    const event = anEvent(clock, { advertiserId })
    await world.log.append([event, anEvent(clock, { advertiserId, receivedAt: after(clock.now(), 5) })])
    await eventually(async () => (await poll(from)).length === 1)
    expect(await world.reader.oldestAfter(partition, from)).toBe(event.receivedAt)
    const [first] = await readAll(world.reader, partition, { from })
    expect(await poll(positionOf(first ?? from))).toEqual([partition])
    const last = await world.reader.last(partition)
    expect(isBefore(from, last)).toBe(true)
    await readAll(world.reader, partition, { from })
    await eventually(async () => (await poll(last)).length === 0)
  })

  test('is complete up to a time only when every event of that time is read', async () => {
    const { advertiserId, partition, from } = await world.begin()
    await world.log.append([anEvent(clock, { advertiserId }), anEvent(clock, { advertiserId })])
    const arrivedAt = clock.now()
    await world.readEventually(partition, from, 2)
    clock.pass(appendMsMax + minute)
    expect((await world.reader.read(partition, from, 1)).completeUntil).toBeUndefined()
    await eventually(async () => {
      const { completeUntil, events } = await world.reader.read(partition, from, 10)
      expect(events).toHaveLength(2)
      if (completeUntil === undefined) return false
      expect(completeUntil).toBeLessThanOrEqual(after(clock.now(), -appendMsMax))
      clock.pass(1)
      return completeUntil > arrivedAt
    })
    await eventually(async () => {
      const { completeUntil } = await world.reader.poll(
        new Map([[partition, await world.reader.last(partition)]]),
      )
      clock.pass(1)
      return completeUntil !== undefined && completeUntil > arrivedAt
    })
  })

  test('releases only what is both billed and old', async () => {
    const { advertiserId, partition, from } = await world.begin()
    const append = () =>
      world.log.append([anEvent(clock, { advertiserId }), anEvent(clock, { advertiserId })])
    await append()
    clock.pass(day)
    await append()
    const all = await world.readEventually(partition, from, 4)
    const [, second, , fourth] = all.map(positionOf)
    const before = after(clock.now(), -minute)
    await world.reader.release(partition, second ?? from, after(clock.now(), day))
    expect(await readAll(world.reader, partition, { from: second ?? from })).toEqual(all.slice(2))
    await world.reader.release(partition, fourth ?? from, before)
    expect(await readAll(world.reader, partition, { from: second ?? from })).toEqual(all.slice(2))
    await append()
    expect(await world.readEventually(partition, fourth ?? from, 2)).toHaveLength(2)
  })
}
