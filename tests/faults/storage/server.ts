import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chmodSync, closeSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { assert } from '@voltline/kernel'
import pg from 'pg'
import { runningAs } from '../../../server/src/platform/postgres/account.ts'
import { type Cluster, databaseName, openCluster } from '../../../server/src/platform/postgres/cluster.ts'
import { freePort } from '../../../server/src/platform/postgres/process.ts'
import { makeDatabaseFolder } from '../../../server/testing/database-folder.ts'
import { eventually } from '../../../server/testing/eventually.ts'
import { childrenOf } from '../processes.ts'

/** How a sync of the database’s disk goes wrong. */
type SyncFault = 'EIO' | 'ENOSPC' | 'lie'

/** A library that makes syncs fail. Undefined without a C compiler. */
function compileFaults(folder: string): string | undefined {
  const library = join(folder, 'sync-faults.so')
  const source = join(import.meta.dirname, 'sync-faults.c')
  const compiled = spawnSync('cc', ['-shared', '-fPIC', '-O1', '-o', library, source, '-ldl'])
  return compiled.status === 0 ? library : undefined
}

const settings = { listen_addresses: '127.0.0.1', unix_socket_directories: '', max_connections: '100' }

/** A PostgreSQL server, set up as the embedded one, whose disk a test can break. Only the test restarts it. */
export class BreakableServer {
  readonly #tools = makeDatabaseFolder('voltline-breakable-')
  readonly #faultFile = join(this.#tools, 'sync-fault')
  readonly #library: string | undefined
  readonly #cluster: Cluster
  readonly #adminPassword: string
  readonly #port: number
  #process: ChildProcess | undefined

  private constructor(cluster: Cluster, adminPassword: string, port: number) {
    this.#cluster = cluster
    this.#adminPassword = adminPassword
    this.#port = port
    this.#library = compileFaults(this.#tools)
  }

  static async make(dataDir: string): Promise<BreakableServer> {
    mkdirSync(dataDir, { recursive: true })
    chmodSync(dataDir, 0o755)
    const cluster = await openCluster(dataDir, () => {})
    const { adminPassword } = JSON.parse(readFileSync(join(dataDir, 'database.json'), 'utf8'))
    return new BreakableServer(cluster, adminPassword, await freePort())
  }

  get url(): string {
    return `postgresql://${databaseName}:${this.#cluster.password}@127.0.0.1:${this.#port}/${databaseName}`
  }

  get clusterDir(): string {
    return this.#cluster.clusterDir
  }

  get canBreakSync(): boolean {
    return this.#library !== undefined
  }

  get log(): string {
    return readFileSync(join(this.#tools, 'log'), 'utf8')
  }

  get isRunning(): boolean {
    return this.#process !== undefined && this.#process.exitCode === null && this.#process.signalCode === null
  }

  async start(): Promise<void> {
    const options = { ...settings, port: String(this.#port) }
    const words = Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    const { env, ...as } = runningAs(this.#cluster.account)
    const preload = this.#library ? { LD_PRELOAD: this.#library, SYNC_FAULT: this.#faultFile } : {}
    const log = openSync(join(this.#tools, 'log'), 'a')
    // A failed sync ends it by abort(); nobody wants its memory.
    const command = [this.#cluster.binaries.postgres, '-D', this.clusterDir, ...words]
    this.#process = spawn('/bin/sh', ['-c', 'ulimit -c 0; exec "$@"', 'sh', ...command], {
      ...{ ...as, env: { ...env, ...preload } },
      stdio: ['ignore', log, log],
    })
    closeSync(log)
    await eventually(() => this.query('select 1').then(Boolean, () => false))
  }

  /** The next sync fails; or every sync lies. */
  breakSync(fault: SyncFault): void {
    writeFileSync(this.#faultFile, fault)
    chmodSync(this.#faultFile, 0o666)
  }

  mendSync(): void {
    rmSync(this.#faultFile, { force: true })
  }

  /** As the superuser. */
  async query<R extends pg.QueryResultRow>(...statements: string[]): Promise<R[]> {
    const connectionString = `postgresql://postgres:${this.#adminPassword}@127.0.0.1:${this.#port}/${databaseName}`
    const client = new pg.Client({ connectionString, connectionTimeoutMillis: 10_000 })
    client.on('error', () => {})
    try {
      await client.connect()
      let rows: R[] = []
      for (const statement of statements) rows = (await client.query<R>(statement)).rows
      return rows
    } finally {
      await client.end().catch(() => {})
    }
  }

  /** A clean shutdown: every page is on the disk. */
  stop(): Promise<void> {
    return this.#end((child) => child.kill('SIGINT'))
  }

  /** All its processes at once. */
  kill(): Promise<void> {
    return this.#end(({ pid }) => {
      assert(pid, 'the server runs')
      for (const one of [pid, ...childrenOf(pid)]) signalIfAlive(one)
    })
  }

  async remove(): Promise<void> {
    if (this.isRunning) await this.kill()
    rmSync(this.#tools, { recursive: true, force: true })
  }

  async #end(signal: (child: ChildProcess) => void): Promise<void> {
    const child = this.#process
    if (!child || !this.isRunning) return
    const ended = new Promise((resolve) => child.once('exit', resolve))
    const helpers = childrenOf(child.pid ?? 0)
    signal(child)
    await ended
    await eventually(() => helpers.every((pid) => !isAlive(pid)))
  }
}

function signalIfAlive(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // Already ended with its parent.
  }
}

/** Zombies have ended as well. */
function isAlive(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}
