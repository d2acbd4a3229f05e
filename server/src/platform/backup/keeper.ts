import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Clock, type Instant, instant, second } from '@voltline/kernel'
import pg from 'pg'
import { Database, type ReadSession } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { listStored } from '../files/file.ts'
import type { BackupSource } from '../postgres/embedded-postgres.ts'
import {
  baseFolder,
  type FileList,
  fileListFolder,
  listBases,
  makeBaseBackup,
} from './archive/base-backup.ts'
import { FileCopies } from './archive/file-copies.ts'
import { expiredObjects, isBaseDue } from './archive/retention.ts'
import { WalArchiver } from './archive/wal-archiver.ts'
import { type BackupPlace, openOwnVault, type Vault } from './vault.ts'

const lookMs = 10 * second
const finishMsMax = 2 * second
const connectionsMax = 1
const statementMsMax = 60 * second

/** Everything that a process needs to keep the backup of a network. */
export interface BackupTask {
  place: BackupPlace
  days: number
  dataDir: string
  databaseUrl: string
  /** The embedded database. Without it only files are backed up. */
  source: BackupSource | undefined
  /** Files are in `dataDir`, so they are copied. */
  hasLocalFiles: boolean
}

export interface BackupStatus {
  /** When the last base backup was complete; with a database of its own operator, when the files were last listed. */
  baseAt?: Instant | undefined
  /** When the last WAL segment was stored. */
  walAt?: Instant | undefined
  failingSince?: Instant | undefined
  failure?: string | undefined
}

/** Names the database for as long as it lives, restored or failed over. */
const systemIdentifier = (session: ReadSession): Promise<string> =>
  session.one(
    (row) => row.system,
    sql<{ system: string }>`select system_identifier::text as system from pg_control_system()`,
  )

/** Keeps the backup: WAL as it is handed over, new files, a base backup each night, and nothing that has expired. */
export class BackupKeeper {
  readonly #task: BackupTask
  readonly #clock: Clock
  readonly #vault: Vault
  readonly #db: Database
  readonly #copies: FileCopies | undefined
  readonly #onStatus: (status: BackupStatus) => void
  #archiver: WalArchiver | undefined
  #status: BackupStatus = {}
  #copying: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined
  #isStopped = false

  private constructor(
    services: { task: BackupTask; clock: Clock; onStatus: (status: BackupStatus) => void },
    opened: { vault: Vault; db: Database },
  ) {
    const { task } = services
    this.#task = task
    this.#clock = services.clock
    this.#onStatus = services.onStatus
    this.#vault = opened.vault
    this.#db = opened.db
    if (task.hasLocalFiles) this.#copies = new FileCopies(opened.vault, join(task.dataDir, 'files'))
  }

  /** Throws one line if the place cannot be used for this database. */
  static async open(services: {
    task: BackupTask
    clock: Clock
    onStatus: (status: BackupStatus) => void
  }): Promise<BackupKeeper> {
    const { task } = services
    const db = new Database({ url: task.databaseUrl, connectionsMax, statementMsMax, onLost: () => {} })
    try {
      const vault = await openOwnVault(task.place, await db.read(systemIdentifier))
      return new BackupKeeper(services, { vault, db })
    } catch (fault) {
      await db.close()
      throw fault
    }
  }

  get fingerprint(): string {
    return this.#vault.fingerprint
  }

  /** Takes the WAL that PostgreSQL hands over. Only one process may do so. */
  archive(): void {
    const { source } = this.#task
    if (!source) return
    this.#archiver = new WalArchiver({
      vault: this.#vault,
      source,
      events: {
        beforeStoring: () => this.#copyFiles(),
        onStored: () => this.#set({ walAt: this.#clock.now(), failingSince: undefined, failure: undefined }),
        onFault: (fault) => this.#fail(fault),
        onDropped: () => this.#fail(new Error('WAL was dropped before it filled the disk.')),
      },
    })
  }

  /** Makes base backups when they are due, until it is stopped. */
  start(): void {
    const next = () => {
      void this.#lookAfterAll()
        .catch((fault: unknown) => this.#fail(fault))
        .then(() => {
          if (!this.#isStopped) this.#timer = setTimeout(next, lookMs)
        })
    }
    next()
  }

  /** Resolves when what is there now can be restored. */
  async backUp({ isUrgent }: { isUrgent: boolean }): Promise<void> {
    const { source, dataDir } = this.#task
    const services = { vault: this.#vault, dataDir, clock: this.#clock, listFiles: () => this.#listFiles() }
    if (source) await makeBaseBackup({ ...services, source }, { isUrgent })
    else await this.#keepFileList()
    this.#set({ baseAt: this.#clock.now(), failingSince: undefined, failure: undefined })
  }

  /** Hands over the last WAL, if the backup works, and leaves the rest to the next start. */
  async stop(): Promise<void> {
    this.#isStopped = true
    clearTimeout(this.#timer)
    if (this.#archiver && !this.#status.failingSince) await this.#handOverLast().catch(() => {})
    await this.#archiver?.stop()
    await this.#db.close()
  }

  async #lookAfterAll(): Promise<void> {
    await this.#copyFiles()
    const now = this.#clock.now()
    const { source } = this.#task
    const bases = source ? await listBases(this.#vault) : await this.#fileLists()
    const newest = bases.at(-1)
    if (newest) this.#status.baseAt ??= newest.startedAt
    const isBroken = source !== undefined && !existsSync(source.handoff.continuousFile)
    if (!isBroken && !isBaseDue(newest, now)) return
    await this.backUp({ isUrgent: newest === undefined || isBroken })
    await this.#removeExpired()
  }

  async #removeExpired(): Promise<void> {
    const found = {
      bases: await listBases(this.#vault),
      baseObjects: await this.#vault.list(baseFolder),
      walObjects: await this.#vault.list('wal/'),
    }
    const span = { now: this.#clock.now(), days: this.#task.days }
    for (const object of expiredObjects(found, span)) await this.#vault.remove(object)
  }

  /** One at a time; a second caller waits for a copy that began after its call. */
  async #copyFiles(): Promise<void> {
    const previous = this.#copying ?? Promise.resolve()
    const copying = previous.catch(() => {}).then(() => this.#copies?.copyNew())
    this.#copying = copying
    await copying
  }

  async #listFiles(): Promise<FileList> {
    const files = await this.#db.read(listStored)
    await this.#copyFiles()
    return files
  }

  async #keepFileList(): Promise<void> {
    const name = `${fileListFolder}${new Date(this.#clock.now()).toISOString()}`
    await this.#vault.put(name, Buffer.from(JSON.stringify(await this.#listFiles())))
  }

  async #fileLists(): Promise<{ startedAt: Instant }[]> {
    const names = await this.#vault.list(fileListFolder)
    return names.map((name) => ({ startedAt: instant(Date.parse(name.slice(fileListFolder.length))) }))
  }

  async #handOverLast(): Promise<void> {
    const before = this.#status.walAt
    const client = new pg.Client({
      connectionString: this.#task.source?.adminUrl,
      query_timeout: finishMsMax,
    })
    client.on('error', () => {})
    await client.connect()
    await client.query('select pg_switch_wal()').finally(() => client.end())
    const endMs = performance.now() + finishMsMax
    while (this.#status.walAt === before && performance.now() < endMs) {
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }

  #set(change: BackupStatus): void {
    this.#status = { ...this.#status, ...change }
    this.#onStatus(this.#status)
  }

  #fail(fault: unknown): void {
    const failure = fault instanceof Error ? fault.message : String(fault)
    this.#set({ failingSince: this.#status.failingSince ?? this.#clock.now(), failure })
  }
}
