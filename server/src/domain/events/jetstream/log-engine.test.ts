import { jetstreamManager } from '@nats-io/jetstream'
import { connect } from '@nats-io/transport-node'
import { assert, type CustomerId } from '@voltline/kernel'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { freshDatabase } from '../../../../testing/database.ts'
import { anEvent, readAll, TestClock } from '../../../../testing/event-log/contract.ts'
import { requireNats, startNats } from '../../../../testing/event-log/nats-server.ts'
import { eventually } from '../../../../testing/eventually.ts'
import { Database } from '../../../platform/database/database.ts'
import { makeLog } from '../../../platform/log.ts'
import { parseNatsUrl } from '../../../platform/nats/nats-url.ts'
import { partitionOf } from '../event-log.ts'
import { isBefore, type LogPosition } from '../event-reader.ts'
import { openEventLog } from '../open-event-log.ts'
import { readPartitions, savePartition } from '../partitions/partition-store.ts'
import { streamName } from './streams.ts'

const clock = new TestClock()
const eventPartitions = 2
const advertiserId = 1 as CustomerId
const partition = partitionOf(advertiserId, eventPartitions)
const unbilledLine =
  'EVENT_LOG_URL is set, but the log in PostgreSQL has unbilled events (1): start without it until they are billed.'

/** One network, whose log can be opened on either engine as by another process. */
async function aNetwork() {
  const nats = await startNats()
  onTestFinished(() => nats.stop())
  const fresh = await freshDatabase()
  onTestFinished(() => fresh.drop())
  const db = new Database({ url: fresh.url, connectionsMax: 4, statementMsMax: 5_000, onLost: () => {} })
  onTestFinished(() => db.close())
  const servers = parseNatsUrl(nats.url)
  assert(servers, 'the URL is one of NATS')
  const jetStream = { nats: { servers, credsPath: undefined, prefix: 'v' } }
  const open = async (engine: 'PostgreSQL' | 'JetStream') => {
    const settings = { eventPartitions, ...(engine === 'JetStream' ? jetStream : {}) }
    const opened = await openEventLog({ db, clock, log: makeLog('silent'), settings })
    onTestFinished(async () => {
      await opened.reader.close()
      await opened.log.close()
    })
    return opened
  }
  const positionOf = async (): Promise<LogPosition> => {
    const state = (await db.read(readPartitions))[partition]
    assert(state, 'the partition exists')
    return state
  }
  const saveAsBilled = async ({ major, minor }: LogPosition) => {
    const state = (await db.read(readPartitions))[partition]
    assert(state, 'the partition exists')
    await db.transaction((tx) => savePartition(tx, { ...state, major, minor }))
  }
  return { nats, open, positionOf, saveAsBilled }
}

beforeEach(requireNats)

test('the log moves to JetStream only when everything in PostgreSQL is billed, and loses nothing', async () => {
  const network = await aNetwork()
  const postgres = await network.open('PostgreSQL')
  await postgres.log.append([anEvent(clock, { advertiserId })])
  await expect(network.open('JetStream')).rejects.toThrow(unbilledLine)
  await network.saveAsBilled(await postgres.reader.last(partition))
  const jetStream = await network.open('JetStream')
  // A process that still runs with the old settings is refused.
  await expect(postgres.log.append([anEvent(clock, { advertiserId })])).rejects.toThrow('permission denied')
  const before = await network.positionOf()
  const event = anEvent(clock, { advertiserId })
  await jetStream.log.append([event])
  const read = await readAll(jetStream.reader, partition, { from: before })
  expect(read.map(({ offerId }) => offerId)).toEqual([event.offerId])
  expect(read[0] && isBefore(before, read[0])).toBe(true)
})

test('the log does not leave JetStream by a forgotten setting', async () => {
  const network = await aNetwork()
  await network.open('JetStream')
  await expect(network.open('PostgreSQL')).rejects.toThrow(
    'The event log of this network is on NATS: set EVENT_LOG_URL as before.',
  )
})

test('a stream that was made again is read from its beginning, at later positions', async () => {
  const network = await aNetwork()
  const { log, reader } = await network.open('JetStream')
  await log.append([anEvent(clock, { advertiserId }), anEvent(clock, { advertiserId })])
  await log.append([anEvent(clock, { advertiserId })])
  await network.saveAsBilled(await reader.last(partition))
  const before = await network.positionOf()
  const connection = await connect({ servers: network.nats.url.replace('nats://', '') })
  onTestFinished(() => connection.close())
  await (await jetstreamManager(connection)).streams.delete(streamName('v', partition))
  const another = await network.open('JetStream')
  const event = anEvent(clock, { advertiserId })
  await another.log.append([event])
  for (const each of [another.reader, reader]) {
    await eventually(async () => {
      const read = await readAll(each, partition, { from: before })
      expect(read.map(({ offerId }) => offerId)).toEqual([event.offerId])
      return read[0] && isBefore(before, read[0])
    })
  }
})

test('a stream that has lost its end is read on, by processes that run and by those that start', async () => {
  const network = await aNetwork()
  const { log, reader } = await network.open('JetStream')
  await log.append([anEvent(clock, { advertiserId })])
  const { major, minor } = await reader.last(partition)
  // As if five more messages had been billed before the disk was lost.
  await network.saveAsBilled({ major: major + 5n, minor })
  const before = await network.positionOf()
  const event = anEvent(clock, { advertiserId })
  await log.append([event])
  const another = await network.open('JetStream')
  for (const each of [reader, another.reader]) {
    const read = await readAll(each, partition, { from: before })
    expect(read.map(({ offerId }) => offerId)).toContain(event.offerId)
    expect(read.every((found) => isBefore(before, found))).toBe(true)
  }
  expect((await reader.poll(new Map([[partition, before]]))).withEvents).toEqual([partition])
})
