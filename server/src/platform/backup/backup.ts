import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import { type Clock, type Instant, instant, second } from '@voltline/kernel'
import { Gauge, Registry } from 'prom-client'
import { z } from 'zod'
import type { Database, ReadSession } from '../database/database.ts'
import { readSetting, saveSetting } from '../database/setting.ts'
import type { Log } from '../log.ts'
import type { Settings } from '../settings.ts'
import type { FromBackup, ToBackup } from './backup-process.ts'
import type { BackupStatus, BackupTask } from './keeper.ts'

const restartMs = 5 * second
const stopMsMax = 4 * second
const processFile = join(import.meta.dirname, 'backup-process.ts')
const settingKey = 'backup'

const Status = z.object({
  baseAt: z.number().transform(instant).optional(),
  walAt: z.number().transform(instant).optional(),
  failingSince: z.number().transform(instant).optional(),
})

type BackupSettings = Pick<Settings, 'dataDir' | 's3'> & { backup: NonNullable<Settings['backup']> }

export const backupTask = (
  { backup, dataDir, s3 }: BackupSettings,
  database: { url: string; source: BackupTask['source'] },
): BackupTask => ({
  ...backup,
  dataDir,
  databaseUrl: database.url,
  source: database.source,
  hasLocalFiles: s3 === undefined,
})

export type BackupReport = z.output<typeof Status>

/** What the last process that kept the backup reported; undefined if there never was one. */
export async function readBackupStatus(session: ReadSession): Promise<BackupReport | undefined> {
  const kept = await readSetting(session, settingKey)
  return kept === undefined ? undefined : Status.parse(kept)
}

export interface Backup {
  metrics: Registry
  stop(): Promise<void>
}

interface Services {
  task: BackupTask
  log: Log
  /** Real time. */
  clock: Clock
  db: Database
}

/** Keeps the backup in a process of its own, at low priority. Throws one line if the place cannot be used. */
export async function startBackup(services: Services): Promise<Backup> {
  const runner = new BackupRunner(services)
  await runner.start()
  return { metrics: backupMetrics(runner, services.clock), stop: () => runner.stop() }
}

class BackupRunner {
  readonly #services: Services
  #child: ChildProcess | undefined
  #isStopped = false
  #saving = Promise.resolve()
  status: BackupStatus = {}

  constructor(services: Services) {
    this.#services = services
  }

  /** Resolves when the process has opened the backup. */
  start(): Promise<void> {
    return new Promise((resolve, reject) => {
      const child = fork(processFile, {
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
        serialization: 'advanced',
      })
      this.#child = child
      child.on('message', (message: FromBackup) => {
        if (message.kind === 'ready') resolve()
        else if (message.kind === 'refused') {
          this.#isStopped = true
          child.disconnect()
          reject(new Error(message.line))
        } else this.#note(message.status)
      })
      child.once('exit', () => {
        reject(new Error('The backup process has ended.'))
        if (!this.#isStopped) this.#restartLater()
      })
      this.#tell({ kind: 'task', task: this.#services.task })
    })
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    const child = this.#child
    if (child?.connected) {
      const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
      this.#tell({ kind: 'stop' })
      const timer = setTimeout(() => child.kill('SIGKILL'), stopMsMax)
      await ended
      clearTimeout(timer)
    }
    await this.#saving
  }

  #tell(message: ToBackup): void {
    this.#child?.send(message)
  }

  #restartLater(): void {
    this.#services.log.error('The backup process has ended; it is started again.')
    this.#note({ ...this.status, failingSince: this.status.failingSince ?? this.#services.clock.now() })
    setTimeout(() => {
      if (!this.#isStopped) this.start().catch(() => {})
    }, restartMs).unref()
  }

  #note(status: BackupStatus): void {
    const { log } = this.#services
    if (status.failure !== undefined && status.failure !== this.status.failure) {
      log.error({ failure: status.failure }, 'The backup fails. The network goes on without it.')
    } else if (this.status.failingSince && !status.failingSince) log.info('The backup works again.')
    this.status = status
    this.#saving = this.#saving.then(() => this.#save()).catch(() => {})
  }

  /** For the health page, which another process may serve. */
  async #save(): Promise<void> {
    const { baseAt, walAt, failingSince } = this.status
    const now = this.#services.clock.now()
    await this.#services.db.transaction((tx) =>
      saveSetting(tx, settingKey, { baseAt, walAt, failingSince }, now),
    )
  }
}

function backupMetrics(runner: { status: BackupStatus }, clock: Clock): Registry {
  const registry = new Registry()
  const age = (name: string, help: string, read: () => Instant | undefined) =>
    new Gauge({
      ...{ name, help, registers: [registry] },
      collect() {
        const at = read()
        if (at === undefined) this.remove()
        else this.set((clock.now() - at) / second)
      },
    })
  age('voltline_backup_base_age_seconds', 'Age of the last base backup', () => runner.status.baseAt)
  age('voltline_backup_wal_age_seconds', 'Age of the last archived WAL', () => runner.status.walAt)
  new Gauge({
    name: 'voltline_backup_failing',
    help: '1 while the backup cannot be written',
    registers: [registry],
    collect() {
      this.set(runner.status.failingSince === undefined ? 0 : 1)
    },
  })
  return registry
}
