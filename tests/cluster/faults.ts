import { setTimeout as wait } from 'node:timers/promises'
import { assert, second } from '@voltline/kernel'
import type { Random } from '../../server/src/demo/random.ts'
import type { Role } from '../../server/src/platform/settings.ts'
import type { Cluster, Member } from './cluster.ts'
import type { World } from './world.ts'

/** The processes that are strained, and who decides which. */
export interface Scene {
  cluster: Cluster
  world: World
  random: Random
  /** How long a billing process is paused. */
  pauseMs: number
}

export interface Fault {
  name: string
  /** Within which service is to be back. */
  secondsMax: number
  /** Service includes that the worker folds. */
  needsWorker?: boolean
  /** Does the harm; returns what repairs it, for when service is back. */
  strike(scene: Scene): Promise<() => Promise<void>>
}

const backSecondsMax = 5
const failoverSecondsMax = 15
/** A replica of nats-server waits 4 to 9 s before it stands for election, which no setting changes. */
const electionSecondsMax = 12
const outageMs = 2 * second

const pickOf = ({ cluster, random }: Scene, role: Role): Member => random.pick(cluster.of(role))

const kill = (role: Role): Fault => ({
  name: `${role} killed`,
  secondsMax: backSecondsMax,
  async strike(scene) {
    const { process } = pickOf(scene, role)
    await process.end('SIGKILL')
    return () => process.start()
  },
})

const killNatsLeader: Fault = {
  name: 'NATS leader of a busy partition killed',
  secondsMax: electionSecondsMax,
  async strike({ cluster, world, random }) {
    const server = await cluster.leaderOf(random.pick(world.ads).partition)
    await server.kill()
    return async () => {
      await wait(outageMs)
      await server.start()
    }
  },
}

const pauseNatsLeader: Fault = {
  name: 'NATS leader of a busy partition paused',
  secondsMax: electionSecondsMax,
  async strike({ cluster, world, random, pauseMs }) {
    const server = await cluster.leaderOf(random.pick(world.ads).partition)
    const sinceMs = performance.now()
    server.signal('SIGSTOP')
    return async () => {
      await wait(Math.max(0, sinceMs + pauseMs / 2 - performance.now()))
      server.signal('SIGCONT')
    }
  },
}

const pauseBilling: Fault = {
  name: 'billing paused',
  secondsMax: backSecondsMax,
  async strike(scene) {
    const { process } = pickOf(scene, 'billing')
    const sinceMs = performance.now()
    process.pause()
    return async () => {
      await wait(Math.max(0, sinceMs + scene.pauseMs - performance.now()))
      process.wake()
    }
  },
}

const failOver: Fault = {
  name: 'PostgreSQL primary killed, standby promoted',
  secondsMax: failoverSecondsMax,
  async strike({ cluster }) {
    await cluster.failOver()
    return () => cluster.replaceStandby()
  },
}

/** A rolling upgrade does this to each process. */
const restartDelivery: Fault = {
  name: 'delivery restarted with SIGTERM',
  secondsMax: backSecondsMax,
  async strike(scene) {
    const { process } = pickOf(scene, 'delivery')
    const ended = process.end('SIGTERM')
    return async () => {
      await ended
      await process.start()
    }
  },
}

/** There is one worker, so it is started again at once, as a service manager does. */
const killWorker: Fault = {
  name: 'worker killed, started again',
  secondsMax: backSecondsMax,
  needsWorker: true,
  async strike({ cluster }) {
    const [worker] = cluster.of('worker')
    assert(worker, 'there is a worker')
    await worker.process.end('SIGKILL')
    await worker.process.start()
    return async () => {}
  },
}

/** Every kind of process and server. */
export const faults: readonly Fault[] = [
  killNatsLeader,
  failOver,
  pauseBilling,
  kill('delivery'),
  kill('billing'),
  kill('web'),
  killWorker,
  restartDelivery,
  pauseNatsLeader,
]

/** What `npm test` has time for. */
export const shortFaults: readonly Fault[] = [killNatsLeader, pauseBilling, kill('delivery'), failOver]

/** Each event is on one server only, and that server loses its disk while billing is behind. */
export const lostDisk: Fault = {
  name: 'the only server of a busy partition loses its data',
  secondsMax: backSecondsMax,
  async strike({ cluster, world, pauseMs }) {
    const [ad] = world.ads
    assert(ad, 'there are ads')
    const billing = cluster.of('billing')
    for (const { process } of billing) process.pause()
    await wait(pauseMs)
    const server = await cluster.leaderOf(ad.partition)
    await server.kill()
    server.forget()
    await server.start()
    for (const { process } of billing) process.wake()
    return async () => {}
  },
}
