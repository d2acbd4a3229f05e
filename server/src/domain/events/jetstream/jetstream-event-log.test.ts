import { setTimeout as wait } from 'node:timers/promises'
import { jetstream, jetstreamManager } from '@nats-io/jetstream'
import { connect, TimeoutError } from '@nats-io/transport-node'
import { type CustomerId, second } from '@voltline/kernel'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import {
  anEvent,
  describeEventLog,
  type LogUnderTest,
  readAll,
  TestClock,
} from '../../../../testing/event-log/contract.ts'
import {
  type NatsCluster,
  natsServerPath,
  requireNats,
  startNats,
} from '../../../../testing/event-log/nats-server.ts'
import { makeLog } from '../../../platform/log.ts'
import { parseNatsUrl } from '../../../platform/nats/nats-url.ts'
import { payloadBytesMax } from './encoding.ts'
import { JetStreamEventLog } from './jetstream-event-log.ts'
import { type JetStreamSettings, openJetStream } from './open-jetstream.ts'
import { streamName } from './streams.ts'

const clock = new TestClock()
const prefix = 'test'

function settingsOf(url: string, change: Partial<JetStreamSettings> = {}): JetStreamSettings {
  const servers = parseNatsUrl(url)
  if (!servers) throw new Error(`${url} is no URL`)
  return { servers, credsPath: undefined, prefix, partitions: 4, bytesMax: undefined, ...change }
}

const services = (networkId = 'network-1') => ({
  clock,
  log: makeLog('silent'),
  networkId,
  makeDays: () => Promise.resolve(),
  findReceivedAt: () => Promise.resolve(undefined),
  origins: { of: () => Promise.resolve(0n), renew: () => Promise.resolve(0n) },
  check: () => Promise.resolve(),
})

async function open(settings: JetStreamSettings, networkId?: string): Promise<LogUnderTest> {
  const opened = await openJetStream(settings, services(networkId), 20 * second)
  onTestFinished(async () => {
    await opened.log.close()
    await opened.reader.close()
  })
  return opened
}

/** The API of the server itself, beside the program. */
async function manage(url: string) {
  const connection = await connect({ servers: url.replace(/^nats:\/\//, '').split(',') })
  onTestFinished(() => connection.close())
  return { connection, jsm: await jetstreamManager(connection), js: jetstream(connection) }
}

beforeEach(requireNats)

describe('on one server', () => {
  let nats: NatsCluster
  let shared: LogUnderTest | undefined
  beforeAll(async () => {
    if (natsServerPath === undefined) return
    nats = await startNats()
    shared = await openJetStream(settingsOf(nats.url), services())
  })
  afterAll(async () => {
    await shared?.log.close()
    await shared?.reader.close()
    await nats?.stop()
  })

  describeEventLog(() => Promise.resolve(shared), clock)

  test('a partition is a stream on files that refuses when it is full and never drops', async () => {
    const { jsm } = await manage(nats.url)
    expect((await jsm.streams.info(streamName(prefix, 3))).config).toMatchObject({
      name: 'test-events-3',
      subjects: ['test.events.3'],
      storage: 'file',
      retention: 'limits',
      discard: 'new',
      num_replicas: 1,
      max_age: 0,
      max_bytes: -1,
    })
  })

  test('a message never exceeds 256 KiB', async () => {
    const { log } = await open(settingsOf(nats.url, { prefix: 'large', partitions: 1 }))
    const events = Array.from({ length: 3_000 }, () => anEvent(clock, { deviceId: 'd'.repeat(255) }))
    await log.append(events)
    const { jsm } = await manage(nats.url)
    const { state } = await jsm.streams.info(streamName('large', 0))
    expect(state.messages).toBe(Math.ceil((3_000 * (49 + 255)) / (payloadBytesMax - 500)))
    for (let seq = 1; seq <= state.messages; seq++) {
      const message = await jsm.streams.getMessage(streamName('large', 0), { seq })
      expect(message?.data.length).toBeLessThanOrEqual(256 * 1_024)
    }
  })

  test('a full log refuses new events and keeps the old ones', async () => {
    const { log, reader } = await open(
      settingsOf(nats.url, { prefix: 'full', partitions: 2, bytesMax: 600_000 }),
    )
    const { jsm } = await manage(nats.url)
    expect((await jsm.streams.info(streamName('full', 1))).config.max_bytes).toBe(300_000)
    const advertiserId = 2 as CustomerId
    let acknowledged = 0
    const appendSome = async () => {
      await log.append(Array.from({ length: 1_000 }, () => anEvent(clock, { advertiserId })))
      acknowledged += 1_000
    }
    await expect(
      (async () => {
        for (;;) await appendSome()
      })(),
    ).rejects.toThrow('maximum bytes exceeded')
    expect(acknowledged).toBeGreaterThan(1_000)
    expect(await readAll(reader, 0)).toHaveLength(acknowledged)
    // Room for more: the limit of a running log can be raised.
    await open(settingsOf(nats.url, { prefix: 'full', partitions: 2, bytesMax: 6_000_000 }))
    await appendSome()
    expect(await readAll(reader, 0)).toHaveLength(acknowledged)
  })

  test('a publish whose outcome is unknown is repeated and stored once', async () => {
    await open(settingsOf(nats.url, { prefix: 'unknown', partitions: 1 }))
    const { js, jsm } = await manage(nats.url)
    let attempts = 0
    const publish: typeof js.publish = async (...args) => {
      const acknowledgement = await js.publish(...args)
      attempts += 1
      if (attempts === 1) throw new TimeoutError()
      return acknowledgement
    }
    const log = new JetStreamEventLog({
      ...services(),
      js: { ...js, publish },
      prefix: 'unknown',
      partitions: 1,
    })
    expect(await log.append([anEvent(clock), anEvent(clock)])).toEqual([true, true])
    expect(attempts).toBe(2)
    expect((await jsm.streams.info(streamName('unknown', 0))).state.messages).toBe(1)
  })

  test('an append that failed is new when it is sent again', async () => {
    await open(settingsOf(nats.url, { prefix: 'again', partitions: 1 }))
    const { js } = await manage(nats.url)
    let isAway = true
    const publish: typeof js.publish = (...args) =>
      isAway ? Promise.reject(new Error('away')) : js.publish(...args)
    const log = new JetStreamEventLog({
      ...services(),
      js: { ...js, publish },
      prefix: 'again',
      partitions: 1,
    })
    const event = anEvent(clock)
    await expect(log.append([event])).rejects.toThrow('away')
    isAway = false
    expect(await log.append([event])).toEqual([true])
    expect(await log.append([event])).toEqual([false])
  })

  test('two networks with different prefixes do not mix', async () => {
    const one = await open(settingsOf(nats.url, { prefix: 'one', partitions: 1 }))
    const two = await open(settingsOf(nats.url, { prefix: 'two', partitions: 2 }), 'network-2')
    await one.log.append([anEvent(clock)])
    expect(await readAll(one.reader, 0)).toHaveLength(1)
    expect(await readAll(two.reader, 0)).toEqual([])
    expect(await readAll(two.reader, 1)).toEqual([])
  })

  test('another network with the same prefix stops the start with one line', async () => {
    await open(settingsOf(nats.url, { prefix: 'mine', partitions: 1 }))
    await expect(open(settingsOf(nats.url, { prefix: 'mine', partitions: 1 }), 'network-2')).rejects.toThrow(
      'The stream mine-events-0 belongs to another network: set NATS_PREFIX to another prefix.',
    )
  })

  test.each([2, 8])('%i partitions instead of 4 stop the start with one line', async (partitions) => {
    await expect(open(settingsOf(nats.url, { partitions }))).rejects.toThrow(
      `EVENT_PARTITIONS is ${partitions}, but the log test-events on NATS has 4 partitions.`,
    )
  })

  test('several processes may start at once', async () => {
    const settings = settingsOf(nats.url, { prefix: 'many', partitions: 4 })
    const opened = await Promise.all(Array.from({ length: 4 }, () => open(settings)))
    for (const { log } of opened) await log.append([anEvent(clock)])
    const reader = opened[0]?.reader
    expect(reader && (await readAll(reader, 1))).toHaveLength(4)
  })
})

describe('with NATS away', () => {
  test('an append is rejected within its limit, nothing is acknowledged, and the log comes back', async () => {
    const nats = await startNats()
    onTestFinished(() => nats.stop())
    const { log, reader } = await open(settingsOf(nats.url, { partitions: 1 }))
    await log.append([anEvent(clock)])
    await nats.servers[0]?.kill()
    const since = performance.now()
    await expect(log.append([anEvent(clock)])).rejects.toThrow()
    expect(performance.now() - since).toBeLessThan(5 * second)
    await nats.servers[0]?.start()
    const late = anEvent(clock)
    for (;;) {
      const isStored = await log.append([late]).then(
        () => true,
        () => false,
      )
      if (isStored) break
      await wait(50)
    }
    const read = await readAll(reader, 0)
    expect(read.at(-1)?.offerId).toBe(late.offerId)
  })
})

describe('on a cluster of three', () => {
  test('what was acknowledged survives its leader, and nothing is acknowledged without a majority', async () => {
    const nats = await startNats({ count: 3 })
    onTestFinished(() => nats.stop())
    const { log, reader } = await open(settingsOf(nats.url, { partitions: 1 }))
    const { jsm } = await manage(nats.url)
    const info = await jsm.streams.info(streamName(prefix, 0))
    expect(info.config.num_replicas).toBe(3)
    const acknowledged: string[] = []
    const append = async () => {
      const event = anEvent(clock)
      await log.append([event])
      acknowledged.push(event.offerId)
    }
    const lost = async () => {
      const stored = new Set((await readAll(reader, 0)).map((event) => event.offerId))
      return acknowledged.filter((offerId) => !stored.has(offerId))
    }
    for (let count = 0; count < 20; count++) await append()
    const leader = nats.servers.find((server) => server.name === info.cluster?.leader)
    await leader?.kill()
    leader?.forget()
    while (acknowledged.length < 25) await append().catch(() => {})
    expect(await lost()).toEqual([])
    const [other] = nats.servers.filter((server) => server !== leader)
    await other?.kill()
    const since = performance.now()
    await expect(append()).rejects.toThrow()
    expect(performance.now() - since).toBeLessThan(5 * second)
    await other?.start()
    while (acknowledged.length < 30) await append().catch(() => {})
    expect(await lost()).toEqual([])
  })
})
