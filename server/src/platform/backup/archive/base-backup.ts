import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { assert, type Clock, instant } from '@voltline/kernel'
import pg from 'pg'
import { z } from 'zod'
import type { BackupSource } from '../../postgres/embedded-postgres.ts'
import type { Vault } from '../vault.ts'
import { Packer } from './packing.ts'

/** What a restore must know of a base backup. Written last: without it the base backup does not exist. */
export const BaseManifest = z.object({
  startedAt: z.number().transform(instant),
  finishedAt: z.number().transform(instant),
  /** The first and the last WAL segment that it needs. */
  startSegment: z.string(),
  stopSegment: z.string(),
  parts: z.number().int().positive(),
  bytes: z.number(),
  /** database.json and the key of the first start, if it made one. */
  databaseRecord: z.string(),
  secretKey: z.string().optional(),
})
export type BaseManifest = z.output<typeof BaseManifest>

/** The stored files at the time of a base backup: as the database knows them, wherever they are kept. */
export const FileList = z.array(z.object({ name: z.string(), bytes: z.number(), sha256: z.string() }))
export type FileList = z.output<typeof FileList>

/** Where only files are backed up, their lists are kept without a base backup. */
export const fileListFolder = 'file-lists/'
export const baseFolder = 'base/'
const manifestName = (id: string): string => `${baseFolder}${id}/manifest`
export const fileListName = (id: string): string => `${baseFolder}${id}/files`
const partName = (id: string, part: number): string => `${baseFolder}${id}/${String(part).padStart(5, '0')}`

/** Sorts by time. */
const newBaseId = (now: number): string =>
  `${new Date(now).toISOString().replace(/[-:]|\.\d+/g, '')}-${randomBytes(3).toString('hex')}`

/** Contents that PostgreSQL makes again at its start, or that must not be restored. The folders themselves are needed. */
const emptied = new Set([
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
])
const leftOut =
  /^(postmaster\.(pid|opts)|backup_label.*|tablespace_map|recovery\.signal|pgsql_tmp.*|pg_internal\.init.*)$/
const controlFile = 'global/pg_control'

async function packFolder(packer: Packer, root: string, folder: string): Promise<void> {
  const entries = await readdir(join(root, folder), { withFileTypes: true }).catch((fault: unknown) => {
    if (fault instanceof Error && 'code' in fault && fault.code === 'ENOENT') return []
    throw fault
  })
  for (const entry of entries) {
    const path = join(folder, entry.name)
    if (leftOut.test(entry.name)) continue
    if (entry.isDirectory()) {
      await packer.addFolder(path)
      if (!emptied.has(path)) await packFolder(packer, root, path)
    } else if (entry.isFile() && path !== controlFile) await packer.addFile(root, path)
  }
}

interface StoppedBackup {
  labelfile: string
  stop_segment: string
}

async function stopBackup(client: pg.Client): Promise<StoppedBackup> {
  // Waits until everything that the base backup needs is archived.
  const { rows } = await client.query<StoppedBackup>(
    'select labelfile, pg_walfile_name(lsn) as stop_segment from pg_backup_stop(true)',
  )
  const [stopped] = rows
  assert(stopped, 'pg_backup_stop returns one row')
  return stopped
}

export interface BaseBackupServices {
  vault: Vault
  source: BackupSource
  dataDir: string
  clock: Clock
  /** Copies what is new and returns what the database knows. */
  listFiles(): Promise<FileList>
}

/**
 * Copies the running database with PostgreSQL's low-level API. Resolves when it can be restored. `isUrgent` makes
 * PostgreSQL write its checkpoint at once instead of over minutes.
 */
export async function makeBaseBackup(
  { vault, source, dataDir, clock, listFiles }: BaseBackupServices,
  { isUrgent }: { isUrgent: boolean },
): Promise<BaseManifest> {
  const startedAt = clock.now()
  const id = newBaseId(startedAt)
  const client = new pg.Client({ connectionString: source.adminUrl })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query("select pg_backup_start('voltline', fast => $1)", [isUrgent])
    let bytes = 0
    const packer = new Packer(async (part, packed) => {
      bytes += packed.length
      await vault.put(partName(id, part), packed)
    })
    await packFolder(packer, source.clusterDir, '')
    await packer.addBytes(controlFile, await readFile(join(source.clusterDir, controlFile)))
    const { labelfile, stop_segment } = await stopBackup(client)
    await packer.addBytes('backup_label', Buffer.from(labelfile))
    const [, startSegment] = /\(file ([0-9A-F]{24})\)/.exec(labelfile) ?? []
    assert(startSegment, 'the backup label names its first segment')
    await vault.put(fileListName(id), Buffer.from(JSON.stringify(await listFiles())))
    const keyFile = join(dataDir, 'secret-key')
    const manifest: BaseManifest = {
      ...{ startedAt, startSegment, stopSegment: stop_segment },
      ...{ parts: await packer.finish(), bytes, finishedAt: clock.now() },
      databaseRecord: await readFile(join(dataDir, 'database.json'), 'utf8'),
      ...(existsSync(keyFile) && { secretKey: await readFile(keyFile, 'utf8') }),
    }
    await vault.put(manifestName(id), Buffer.from(JSON.stringify(manifest)))
    await writeFile(source.handoff.continuousFile, '', { mode: 0o644 })
    return manifest
  } finally {
    await client.end()
  }
}

export interface Base extends BaseManifest {
  id: string
}

/** The complete base backups, oldest first. */
export async function listBases(vault: Vault): Promise<Base[]> {
  const names = (await vault.list(baseFolder)).filter((name) => name.endsWith('/manifest'))
  return Promise.all(
    names.map(async (name) => {
      const manifest = BaseManifest.parse(JSON.parse((await vault.getOrFail(name)).toString()))
      return { ...manifest, id: name.slice(baseFolder.length, -'/manifest'.length) }
    }),
  )
}

/** The parts of a base backup, in their order. */
export async function* partsOf(vault: Vault, base: Base): AsyncGenerator<Buffer> {
  for (let part = 0; part < base.parts; part++) yield await vault.getOrFail(partName(base.id, part))
}
