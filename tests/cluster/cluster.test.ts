import { minute, second } from '@voltline/kernel'
import { beforeEach, expect, test } from 'vitest'
import { requireNats } from '../../server/testing/event-log/nats-server.ts'
import { runCluster } from './cluster-run.ts'
import { lostDisk, shortFaults } from './faults.ts'

/** `npm run cluster` has more of each, more faults and longer pauses. */
const sizes = { web: 1, delivery: 2, billing: 2, worker: 1 }
const sound = { lost: 0, twice: 0, overspentWon: 0, booksOff: 0 }

beforeEach(requireNats)

test('a cluster loses nothing, counts nothing twice and overspends nothing while its servers and processes die in turn', {
  timeout: 900_000,
}, async () => {
  const outcome = await runCluster({
    ...{ sizes, replicas: 3, seed: 1, senders: 4, say: console.log },
    ...{ floodMs: 0, pauseMs: 6 * second, faults: shortFaults, backMsMax: 5 * minute },
  })
  console.log(`Cluster: ${outcome.acknowledged} events acknowledged in ${outcome.floodSeconds.toFixed(0)} s.`)
  expect(outcome.total).toEqual(sound)
  for (const fault of outcome.faults) {
    expect(fault).toMatchObject(sound)
    expect(fault.seconds).toBeDefined()
  }
  expect(outcome.unanswered).toBe(0)
})

test('control: with one replica, a server that loses its data loses acknowledged events, and the run says so', {
  timeout: 900_000,
}, async () => {
  const { total } = await runCluster({
    ...{ sizes: { ...sizes, delivery: 1, billing: 1 }, replicas: 1, seed: 1, senders: 4, say: () => {} },
    ...{ floodMs: 0, pauseMs: 2 * second, faults: [lostDisk], backMsMax: 5 * second },
  })
  console.log(`Cluster, control: ${total.lost} acknowledged events lost.`)
  expect(total.lost).toBeGreaterThan(0)
})
