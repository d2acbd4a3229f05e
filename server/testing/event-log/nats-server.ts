import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect as openSocket } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { jetstreamManager } from '@nats-io/jetstream'
import { connect } from '@nats-io/transport-node'
import { assert } from '@voltline/kernel'
import type { TestContext } from 'vitest'
import { eventually } from '../eventually.ts'
import { freePort } from '../free-port.ts'
import { skipTest } from '../skip.ts'

const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/bin']

/** The installed nats-server; undefined if there is none. */
export const natsServerPath: string | undefined = folders
  .map((folder) => join(folder, 'nats-server'))
  .find((path) => existsSync(path))

/** nats-server is optional, as the README says: without it a test is skipped and listed. */
export function requireNats(context: Pick<TestContext, 'task' | 'skip'>): void {
  if (natsServerPath === undefined) {
    skipTest(context, 'nats-server not installed: apt-get install -y nats-server')
  }
}

interface ServerPlan {
  name: string
  port: number
  clusterPort: number
}

/** One nats-server process with a folder of its own. */
export class NatsServer {
  readonly #plan: ServerPlan
  readonly #folder: string
  readonly #config: string
  #child: ChildProcess | undefined
  output = ''

  constructor(plan: ServerPlan, folder: string, configuration: string) {
    this.#plan = plan
    this.#folder = folder
    mkdirSync(folder, { recursive: true })
    this.#config = join(folder, 'nats.conf')
    writeFileSync(this.#config, configuration)
  }

  get name(): string {
    return this.#plan.name
  }

  get host(): string {
    return `127.0.0.1:${this.#plan.port}`
  }

  /** Starts it, or starts it again with the data it had. */
  async start(): Promise<void> {
    assert(natsServerPath !== undefined, 'nats-server is installed')
    const child = spawn(natsServerPath, ['-c', this.#config], { stdio: ['ignore', 'ignore', 'pipe'] })
    this.#child = child
    child.stderr.on('data', (chunk: Buffer) => {
      this.output += chunk.toString()
    })
    await eventually(() => {
      assert(child.exitCode === null, `nats-server runs: ${this.output}`)
      return accepts(this.#plan.port)
    })
  }

  signal(signal: NodeJS.Signals): void {
    this.#child?.kill(signal)
  }

  /** Kills it; what it has not written to its folder is lost. */
  async kill(): Promise<void> {
    const child = this.#child
    this.#child = undefined
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const gone = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGKILL')
    await gone
  }

  /** Removes everything it has stored. */
  forget(): void {
    rmSync(join(this.#folder, 'data'), { recursive: true, force: true })
  }
}

const accepts = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = openSocket(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })

export interface NatsCluster {
  /** With all servers. */
  url: string
  servers: readonly NatsServer[]
  /** The server that leads a stream of the cluster. */
  leaderOf(stream: string): Promise<NatsServer>
  stop(): Promise<void>
}

async function findLeader(servers: readonly NatsServer[], stream: string): Promise<NatsServer> {
  const connection = await connect({ servers: servers.map(({ host }) => host) })
  try {
    const { cluster } = await (await jetstreamManager(connection)).streams.info(stream)
    const leader = servers.find(({ name }) => name === cluster?.leader)
    assert(leader, 'the stream has a leader')
    return leader
  } finally {
    await connection.close()
  }
}

function configurationOf(
  plan: ServerPlan,
  plans: readonly ServerPlan[],
  options: { folder: string; lines: readonly string[] },
): string {
  const cluster =
    plans.length > 1
      ? [
          'cluster {',
          '  name: test',
          `  listen: 127.0.0.1:${plan.clusterPort}`,
          `  routes: [${plans.map((peer) => `"nats://127.0.0.1:${peer.clusterPort}"`).join(', ')}]`,
          '}',
        ]
      : []
  return [
    `server_name: ${plan.name}`,
    `listen: 127.0.0.1:${plan.port}`,
    `jetstream { store_dir: "${join(options.folder, 'data')}", max_mem: 64MB, max_file: 2GB }`,
    ...cluster,
    ...options.lines,
  ].join('\n')
}

/**
 * Starts one server, or several as a cluster, with JetStream in a temporary folder. `lines` are added to the
 * configuration of each.
 */
export async function startNats({
  count = 1,
  lines = [],
}: {
  count?: number
  lines?: readonly string[]
} = {}): Promise<NatsCluster> {
  const root = mkdtempSync(join(tmpdir(), 'voltline-nats-'))
  const plans: ServerPlan[] = []
  for (let index = 1; index <= count; index++) {
    plans.push({ name: `n${index}`, port: await freePort(), clusterPort: await freePort() })
  }
  const servers = plans.map((plan) => {
    const folder = join(root, plan.name)
    return new NatsServer(plan, folder, configurationOf(plan, plans, { folder, lines }))
  })
  await Promise.all(servers.map((server) => server.start()))
  return {
    url: `nats://${servers.map((server) => server.host).join(',')}`,
    servers,
    leaderOf: (stream) => findLeader(servers, stream),
    async stop() {
      for (const server of servers) server.signal('SIGCONT')
      await Promise.all(servers.map((server) => server.kill()))
      rmSync(root, { recursive: true, force: true })
    },
  }
}
