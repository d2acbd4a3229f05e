import type { JetStreamManager, StreamInfo } from '@nats-io/jetstream'
import { instant } from '@voltline/kernel'
import { expect, test } from 'vitest'
import { logStart } from '../event-reader.ts'
import { JetStreamEventReader } from './jetstream-event-reader.ts'

type Answer = 'CONFIRMED' | 'UNCONFIRMED' | 'NO_LEADER'

/** A reader of streams without events whose leaders answer like this. */
function readerOf(answers: readonly Answer[]): JetStreamEventReader {
  const info = async (name: string): Promise<StreamInfo> => {
    const answer = answers[Number(name.split('-').at(-1))]
    if (answer === 'NO_LEADER') throw new Error('no leader')
    const replica = { name: 'b', current: true, offline: answer === 'UNCONFIRMED', active: 0 }
    const state = { first_seq: 0, last_seq: 0 }
    return {
      ...{ created: 'once', config: { num_replicas: 3 }, state },
      cluster: { replicas: [replica, { ...replica, name: 'c', offline: true }] },
    } as unknown as StreamInfo
  }
  return new JetStreamEventReader({
    jsm: { streams: { info } } as unknown as JetStreamManager,
    clock: { now: () => instant(1_000_000) },
    log: { error: () => {} },
    prefix: 'v',
    partitions: answers.length,
    origins: { of: async () => 0n, renew: async () => 0n },
  })
}

const poll = (answers: readonly Answer[]) =>
  readerOf(answers).poll(new Map(answers.map((_, partition) => [partition, logStart])))

test('a poll is complete until a time only if every leader is confirmed', async () => {
  expect((await poll(['CONFIRMED', 'CONFIRMED'])).completeUntil).toBeDefined()
  expect((await poll(['CONFIRMED', 'UNCONFIRMED'])).completeUntil).toBeUndefined()
  expect((await poll(['UNCONFIRMED', 'CONFIRMED'])).completeUntil).toBeUndefined()
})

test('a stream without a leader does not hold up the poll of the others', async () => {
  expect(await poll(['NO_LEADER', 'CONFIRMED'])).toEqual({ withEvents: [], completeUntil: undefined })
  await expect(poll(['NO_LEADER', 'NO_LEADER'])).rejects.toThrow('no leader')
})
