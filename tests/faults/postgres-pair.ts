import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { appendFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { giveTo, runningAs } from '../../server/src/platform/postgres/account.ts'
import { type Cluster, databaseName, openCluster } from '../../server/src/platform/postgres/cluster.ts'
import { freePort } from '../../server/src/platform/postgres/process.ts'
import { makeDatabaseFolder } from '../../server/testing/database-folder.ts'
import { eventually } from '../../server/testing/eventually.ts'

/** The name under which the standby receives the log. */
const standbyName = 'standby'
const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '100',
  log_min_messages: 'fatal',
  wal_keep_size: '256MB',
}

/** A PostgreSQL server that nothing restarts. */
class Node {
  readonly #cluster: Cluster
  readonly #adminPassword: string
  readonly folder: string
  readonly port: number
  #process: ChildProcess | undefined

  constructor(node: { cluster: Cluster; adminPassword: string; folder: string; port: number }) {
    this.#cluster = node.cluster
    this.#adminPassword = node.adminPassword
    this.folder = node.folder
    this.port = node.port
  }

  get host(): string {
    return `127.0.0.1:${this.port}`
  }

  get url(): string {
    return `postgresql://${databaseName}:${this.#cluster.password}@${this.host}/${databaseName}`
  }

  async start(): Promise<void> {
    const options = Object.entries({ ...settings, port: String(this.port) }).flatMap(([name, value]) => [
      '-c',
      `${name}=${value}`,
    ])
    this.#process = spawn(this.#cluster.binaries.postgres, ['-D', this.folder, ...options], {
      ...runningAs(this.#cluster.account),
      stdio: 'ignore',
    })
    await eventually(() =>
      this.admin('select 1').then(
        () => true,
        () => false,
      ),
    )
  }

  /** As the superuser. */
  async admin<R extends pg.QueryResultRow>(statement: string): Promise<R[]> {
    const client = this.#adminClient()
    try {
      await client.connect()
      return (await client.query<R>(statement)).rows
    } finally {
      await client.end().catch(() => {})
    }
  }

  /** A copy of a running primary, made as PostgreSQL's manual describes for a backup by hand, which follows it. */
  async copyTo(folder: string, port: number): Promise<Node> {
    const client = this.#adminClient()
    await client.connect()
    try {
      await client.query(`select pg_backup_start('standby', fast => true)`)
      // Files may change or go while they are copied, so its exit code says nothing; the log repairs the copy.
      spawnSync('cp', ['-a', this.folder, folder])
      const stopped = await client.query<{ labelfile: string }>(
        'select labelfile from pg_backup_stop(wait_for_archive => false)',
      )
      writeFileSync(join(folder, 'backup_label'), stopped.rows[0]?.labelfile ?? '')
    } finally {
      await client.end()
    }
    for (const name of ['postmaster.pid', 'postmaster.opts']) rmSync(join(folder, name), { force: true })
    const wal = join(folder, 'pg_wal')
    for (const name of readdirSync(wal)) if (/^[0-9A-F]{24}/.test(name)) rmSync(join(wal, name))
    const source = `host=127.0.0.1 port=${this.port} user=postgres password=${this.#adminPassword}`
    const line = `primary_conninfo = '${source} application_name=${standbyName}'\n`
    appendFileSync(join(folder, 'postgresql.auto.conf'), line)
    writeFileSync(join(folder, 'standby.signal'), '')
    giveTo(this.#cluster.account, join(folder, 'backup_label'))
    giveTo(this.#cluster.account, join(folder, 'standby.signal'))
    return new Node({ cluster: this.#cluster, adminPassword: this.#adminPassword, folder, port })
  }

  /** The whole server at once, as a power cut would. */
  async kill(): Promise<void> {
    const child = this.#process
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGKILL')
    await ended
  }

  /** The standby gets nothing more of the log, as if its network were cut. */
  async pauseReceiving(): Promise<void> {
    await this.admin(`alter system set primary_conninfo = ''`)
    await this.admin('select pg_reload_conf()')
    await eventually(async () => (await this.admin('select pid from pg_stat_wal_receiver')).length === 0)
  }

  #adminClient(): pg.Client {
    const connectionString = `postgresql://postgres:${this.#adminPassword}@${this.host}/postgres`
    const client = new pg.Client({ connectionString, connectionTimeoutMillis: 2_000 })
    client.on('error', () => {})
    return client
  }
}

export interface PostgresPair {
  primary: Node
  standby: Node
  /** Names both servers. */
  url: string
  /** Waits until nothing is committed on the primary that the standby does not have. */
  makeSynchronous(): Promise<void>
  stop(): Promise<void>
}

/** A primary and a standby that streams from it. */
export async function startPair(): Promise<PostgresPair> {
  const dataDir = makeDatabaseFolder('voltline-pair-')
  const cluster = await openCluster(dataDir, () => {})
  const { adminPassword } = JSON.parse(readFileSync(join(dataDir, 'database.json'), 'utf8'))
  const primary = new Node({ cluster, adminPassword, folder: cluster.clusterDir, port: await freePort() })
  await primary.start()
  const standby = await primary.copyTo(join(dataDir, 'standby'), await freePort())
  await standby.start()
  return {
    primary,
    standby,
    url: primary.url.replace(primary.host, `${primary.host},${standby.host}`),
    async makeSynchronous() {
      await primary.admin(`alter system set synchronous_standby_names = '${standbyName}'`)
      await primary.admin('select pg_reload_conf()')
      await eventually(async () => {
        const senders = await primary.admin<{ sync_state: string }>(
          'select sync_state from pg_stat_replication',
        )
        return senders[0]?.sync_state === 'sync'
      })
    },
    async stop() {
      await standby.kill()
      await primary.kill()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
