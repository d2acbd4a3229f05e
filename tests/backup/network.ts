import { type ChildProcess, execFile } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, instant } from '@voltline/kernel'
import pg from 'pg'
import { Database } from '../../server/src/platform/database/database.ts'
import { sql } from '../../server/src/platform/database/sql.ts'
import { diskStore } from '../../server/src/platform/files/disk-store.ts'
import { announce, claim, markStored } from '../../server/src/platform/files/file.ts'
import { startEmbeddedPostgres } from '../../server/src/platform/postgres/embedded-postgres.ts'
import { runningDatabase } from '../../server/src/platform/postgres/running.ts'
import { eventually } from '../../server/testing/eventually.ts'
import { ProgramProcess } from '../../server/testing/program-process.ts'

const root = join(import.meta.dirname, '../..')
export const backupKey = 'a key of the tests, longer than 32 characters'

export interface Ended {
  code: number
  output: string
}

/** A command of the program with the backup's settings, and what is typed into it. */
export function command(
  name: 'backup' | 'restore' | 'operator',
  args: string[],
  options: { env?: Record<string, string>; typed?: string } = {},
): Promise<Ended> {
  return new Promise((resolve) => {
    const child: ChildProcess = execFile(
      process.execPath,
      [join(root, `server/src/cli/${name}.ts`), ...args],
      { env: { PATH: process.env.PATH, NODE_ENV: 'test', BACKUP_KEY: backupKey, ...options.env } },
      (fault, stdout, stderr) =>
        resolve({ code: Number(fault?.code ?? 0), output: (stdout + stderr).trim() }),
    )
    child.stdin?.end(options.typed ?? '')
  })
}

/** A network with an embedded database and a backup, in folders of its own on disk. */
export class BackedUpNetwork {
  /** Open to the user that a database server of root's runs as. */
  readonly folder = mkdtempSync(join(tmpdir(), 'voltline-backup-'))
  readonly backup = join(this.folder, 'backup')
  readonly #environment: Record<string, string>
  dataDir = join(this.folder, 'data')
  program: ProgramProcess | undefined

  constructor(environment: Record<string, string> = {}) {
    chmodSync(this.folder, 0o755)
    this.#environment = environment
  }

  get settings(): Record<string, string> {
    return { BACKUP_URL: this.backup, BACKUP_KEY: backupKey, DATA_DIR: this.dataDir, ...this.#environment }
  }

  async start(): Promise<ProgramProcess> {
    const program = new ProgramProcess({ ROLES: 'web,delivery,billing,worker', ...this.settings })
    this.program = program
    await program.start()
    return program
  }

  get database() {
    const running = runningDatabase(this.dataDir)
    if (!running) throw new Error('The network is not running.')
    return running
  }

  async withDatabase<T>(work: (db: Database) => Promise<T>): Promise<T> {
    const { url } = this.database
    const db = new Database({ url, connectionsMax: 2, statementMsMax: 20_000, onLost: () => {} })
    try {
      return await work(db)
    } finally {
      await db.close()
    }
  }

  /** Starts only the database, for a look at what was restored. */
  async withEmbedded(work: (url: string) => Promise<void>): Promise<void> {
    const embedded = await startEmbeddedPostgres({ dataDir: this.dataDir, log: () => {} })
    try {
      await work(embedded.url)
    } finally {
      await embedded.stop()
    }
  }

  /** Everything written until now is archived when it resolves. */
  async archiveAll(): Promise<void> {
    const client = new pg.Client({ connectionString: this.database.source.adminUrl })
    await client.connect()
    try {
      const { rows } = await client.query<{ segment: string }>(
        'select pg_walfile_name(pg_switch_wal()) as segment',
      )
      await eventually(async () => {
        const archived = await client.query<{ last: string }>(
          "select last_archived_wal as last from pg_stat_archiver where last_archived_wal ~ '^[0-9A-F]{24}$'",
        )
        return (archived.rows[0]?.last ?? '') >= (rows[0]?.segment ?? '?')
      }, 120_000)
    } finally {
      await client.end()
    }
  }

  /** A picture in the local file store, as an upload leaves it. */
  storeFile(bytes: Buffer, sha256: Buffer): Promise<string> {
    const now = instant(Date.now())
    const local = join(this.folder, 'picture')
    writeFileSync(local, bytes)
    return this.withDatabase(async (db) => {
      const file = { folder: 'image', contentType: 'image/png', bytesMax: 1_000_000_000 } as const
      const { id, name } = await db.transaction((tx) =>
        announce(
          tx,
          { ...file, customerId: undefined, isPrivate: false, originalName: 'picture.png' },
          { now, expiresAt: after(now, 60_000) },
        ),
      )
      await db.transaction((tx) => claim(tx, id))
      await diskStore(join(this.dataDir, 'files')).put(name, local)
      await db.transaction((tx) => markStored(tx, id, { bytes: bytes.length, sha256 }, now))
      return name
    })
  }

  /** What advertisers have paid. */
  paidMicros(): Promise<bigint> {
    return this.withDatabase((db) =>
      db.read((session) =>
        session.one(
          (row) => BigInt(row.paid),
          sql<{ paid: string }>`select coalesce(sum(price_micros), 0)::text as paid from charge`,
        ),
      ),
    )
  }

  async remove(): Promise<void> {
    await this.program?.remove()
    rmSync(this.folder, { recursive: true, force: true })
  }
}
