import { existsSync, type FSWatcher, watch } from 'node:fs'
import { readdir, readFile, rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { second } from '@voltline/kernel'
import { closeHandoff, openHandoff } from '../../postgres/archiving.ts'
import type { BackupSource } from '../../postgres/embedded-postgres.ts'
import type { Vault } from '../vault.ts'

const lookMs = second
const segmentBytes = 16 * 1_048_576
/** WAL that waits for a backup that cannot be written. Beyond it WAL is dropped, so that it never fills the disk. */
const waitingBytesMax = 16 * 1_073_741_824
/** The same where the disk is smaller: the least that stays free. */
const freeBytesMin = 1_073_741_824
const requestName = /^([0-9A-F]{8,24}[.\w]*)\.ready$/

export const walName = (file: string): string => `wal/${file}`

export interface ArchiverEvents {
  /** Before each segment: what it refers to must be in the backup first. */
  beforeStoring(): Promise<void>
  onStored(): void
  onFault(fault: unknown): void
  /** WAL was dropped, so a new base backup is needed. */
  onDropped(): void
}

/** Stores the WAL segments that PostgreSQL hands over, one after the other. */
export class WalArchiver {
  readonly #vault: Vault
  readonly #source: BackupSource
  readonly #events: ArchiverEvents
  readonly #watcher: FSWatcher
  readonly #timer: NodeJS.Timeout
  #running: Promise<void> | undefined
  #isStopped = false

  constructor(services: { vault: Vault; source: BackupSource; events: ArchiverEvents }) {
    this.#vault = services.vault
    this.#source = services.source
    this.#events = services.events
    const { handoff } = this.#source
    openHandoff(handoff, this.#vault.fingerprint)
    this.#watcher = watch(handoff.folder, () => this.#look())
    // Also repeats what failed.
    this.#timer = setInterval(() => this.#look(), lookMs)
    this.#look()
  }

  /** From now on PostgreSQL keeps its WAL for the next start. */
  async stop(): Promise<void> {
    this.#isStopped = true
    clearInterval(this.#timer)
    this.#watcher.close()
    closeHandoff(this.#source.handoff)
    await this.#running
  }

  #look(): void {
    this.#running ??= this.#storeAll()
      .catch((fault: unknown) => this.#events.onFault(fault))
      .finally(() => {
        this.#running = undefined
      })
  }

  async #storeAll(): Promise<void> {
    const { folder } = this.#source.handoff
    for (const request of await readdir(folder)) {
      const file = requestName.exec(request)?.[1]
      const done = join(folder, `${file}.done`)
      if (file === undefined || existsSync(done) || this.#isStopped) continue
      try {
        await this.#events.beforeStoring()
        await this.#store(file)
        this.#events.onStored()
      } catch (fault) {
        if (!(await this.#mustDrop())) throw fault
        await rm(this.#source.handoff.continuousFile, { force: true })
        this.#events.onDropped()
      }
      await writeFile(done, '', { mode: 0o644 })
    }
  }

  async #store(file: string): Promise<void> {
    const bytes = await readFile(join(this.#source.clusterDir, 'pg_wal', file))
    const stored = await this.#vault.get(walName(file))
    if (!stored) await this.#vault.put(walName(file), bytes)
    // Stored before a crash, or written by a copy of this database: only the first may be overwritten by itself.
    else if (!stored.equals(bytes)) throw new Error(`The backup holds another ${walName(file)}.`)
  }

  async #mustDrop(): Promise<boolean> {
    const folder = join(this.#source.clusterDir, 'pg_wal', 'archive_status')
    const waiting = (await readdir(folder)).filter((name) => name.endsWith('.ready')).length
    const { bavail, bsize } = await statfs(folder)
    return waiting * segmentBytes > waitingBytesMax || bavail * bsize < freeBytesMin
  }
}
