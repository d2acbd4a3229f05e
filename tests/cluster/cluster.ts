import { dirname, join } from 'node:path'
import { minute } from '@voltline/kernel'
import type { Role } from '../../server/src/platform/settings.ts'
import { type NatsCluster, type NatsServer, startNats } from '../../server/testing/event-log/nats-server.ts'
import { eventually } from '../../server/testing/eventually.ts'
import { freePort } from '../../server/testing/free-port.ts'
import { ProgramProcess } from '../../server/testing/program-process.ts'
import { type PostgresPair, startPair } from '../faults/postgres-pair.ts'

export const secretKey = 'a secret key that the processes of a test cluster share'
export const eventPartitions = 16
const natsServers = 3
const startsAtOnceMax = 2
/** What may take seconds on a machine that has more to do than it can. */
const busyMsMax = 2 * minute
const prefix = 'cluster'

export type Sizes = Readonly<Record<Role, number>>
/** As many processes as the test of a whole cluster has. */
export const fullSizes: Sizes = { web: 2, delivery: 3, billing: 2, worker: 1 }

export interface ClusterOptions {
  sizes: Sizes
  /** 1 only for the control: each event is on one server. */
  replicas: 1 | 3
}

/** A process of the program with a port of its own, which it keeps when it is started again. */
export class Member {
  readonly role: Role
  readonly port: number
  readonly process: ProgramProcess

  constructor(role: Role, port: number, environment: Readonly<Record<string, string>>) {
    this.role = role
    this.port = port
    this.process = new ProgramProcess({ ...environment, ROLES: role, PORT: String(port) })
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`
  }
}

/** Few at a time: on a small machine each takes seconds of a processor. */
async function startAll(members: readonly Member[]): Promise<void> {
  const left = [...members]
  const startNext = async (): Promise<void> => {
    const member = left.shift()
    if (!member) return
    await member.process.start()
    await startNext()
  }
  await Promise.all(Array.from({ length: startsAtOnceMax }, startNext))
}

/** Servers and processes on this machine, as one company would run them on many. */
export class Cluster {
  readonly members: readonly Member[]
  readonly #nats: NatsCluster
  readonly #pair: PostgresPair
  #primary: PostgresPair['primary']
  #standby: PostgresPair['standby']
  #copies = 0

  private constructor(services: { nats: NatsCluster; pair: PostgresPair; members: readonly Member[] }) {
    this.#nats = services.nats
    this.#pair = services.pair
    this.#primary = services.pair.primary
    this.#standby = services.pair.standby
    this.members = services.members
  }

  /** Starts everything. What ends it is put on `ends` as it starts. */
  static async start({ sizes, replicas }: ClusterOptions, ends: (() => Promise<void>)[]): Promise<Cluster> {
    const nats = await startNats({ count: natsServers })
    ends.push(() => nats.stop())
    const pair = await startPair()
    ends.push(() => pair.stop())
    await pair.makeSynchronous()
    const environment = {
      DATABASE_URL: pair.url,
      // One replica for each server that is named.
      EVENT_LOG_URL: replicas === 1 ? `nats://${nats.servers[0]?.host}` : nats.url,
      EVENT_PARTITIONS: String(eventPartitions),
      NATS_PREFIX: prefix,
      SECRET_KEY: secretKey,
      FREQUENCY_CAP: '1000000',
    }
    const members: Member[] = []
    for (const role of ['web', 'delivery', 'billing', 'worker'] as const) {
      for (let index = 0; index < sizes[role]; index++) {
        members.push(new Member(role, await freePort(), environment))
      }
    }
    const cluster = new Cluster({ nats, pair, members })
    ends.push(() => cluster.#end())
    await startAll(members)
    return cluster
  }

  get databaseUrl(): string {
    return this.#pair.url
  }

  of(role: Role): Member[] {
    return this.members.filter((member) => member.role === role)
  }

  /** The server that decides about a partition. */
  leaderOf(partition: number): Promise<NatsServer> {
    return this.#nats.leaderOf(`${prefix}-events-${partition}`)
  }

  /** Kills the primary and promotes the standby at once, as the tools that watch over a real one do after a while. */
  async failOver(): Promise<void> {
    await this.#primary.kill()
    await eventually(async () => {
      await this.#standby.admin('select pg_promote(wait => false)').catch(() => {})
      const found = await this.#standby
        .admin<{ waits: boolean }>('select pg_is_in_recovery() as waits')
        .catch(() => [])
      return found[0]?.waits === false
    }, busyMsMax)
  }

  /** A new standby takes the place and the port of the primary that was killed. */
  async replaceStandby(): Promise<void> {
    const dead = this.#primary
    this.#primary = this.#standby
    const folder = join(dirname(this.#pair.standby.folder), `copy-${++this.#copies}`)
    this.#standby = await this.#primary.copyTo(folder, dead.port)
    await this.#standby.start()
    const isSynchronous = async () => {
      await this.#primary.admin(`alter system set synchronous_standby_names = '*'`)
      await this.#primary.admin('select pg_reload_conf()')
      const standbys = await this.#primary.admin(`select from pg_stat_replication where sync_state = 'sync'`)
      return standbys.length === 1
    }
    await eventually(() => isSynchronous().catch(() => false), busyMsMax)
  }

  async #end(): Promise<void> {
    for (const { process } of this.members) process.wake()
    await Promise.all(this.members.map(({ process }) => process.remove()))
    await this.#standby.kill()
    await this.#primary.kill()
  }
}
