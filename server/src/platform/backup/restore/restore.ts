import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm, rmdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Instant } from '@voltline/kernel'
import { Database, type ReadSession } from '../../database/database.ts'
import { migrate } from '../../database/migrate.ts'
import { listStored } from '../../files/file.ts'
import { type Base, FileList, fileListFolder, fileListName, listBases } from '../archive/base-backup.ts'
import { type FileCopy, restoreCopies } from '../archive/file-copies.ts'
import { Damaged } from '../sealing.ts'
import { type BackupPlace, openVault, type Vault } from '../vault.ts'
import { restoreDatabase } from './restore-database.ts'

const workName = '.restoring'
const statementMsMax = 3_600_000

export interface Restored {
  /** Undefined if the backup holds only files. */
  database: { reachedAt: Instant; bytes: number } | undefined
  files: number
  /** Stored files that are not in the backup, because the network keeps them elsewhere. */
  filesElsewhere: number
}

/** Before anything is written: the folder is missing or empty, apart from what an interrupted restore left. */
async function requireEmpty(folder: string): Promise<void> {
  const names = existsSync(folder) ? await readdir(folder) : []
  if (names.some((name) => name !== workName)) {
    throw new Error(`${folder} is not empty. Restore into an empty folder.`)
  }
  await rm(join(folder, workName), { recursive: true, force: true })
}

async function chooseBase(vault: Vault, until: Instant | undefined): Promise<Base> {
  const bases = await listBases(vault)
  const base = bases.findLast(({ finishedAt }) => until === undefined || finishedAt <= until)
  if (base) return base
  if (bases[0]) {
    throw new Error(
      `The first base backup is of ${new Date(bases[0].finishedAt).toISOString()}, after --until.`,
    )
  }
  throw new Error('The backup is incomplete: it has no base backup.')
}

/**
 * Restores into an empty folder, which then serves as DATA_DIR. Everything happens in a folder inside it, and is moved
 * up once it is proved, so a backup that is refused leaves nothing behind.
 */
export async function restore(
  from: BackupPlace,
  options: {
    folder: string
    until: Instant | undefined
    hasLocalFiles: boolean
    /** Throws if the books do not add up. */
    prove(session: ReadSession): Promise<void>
  },
): Promise<Restored> {
  const { folder, until } = options
  await requireEmpty(folder)
  const vault = await openVault(from)
  const lists = await vault.list(fileListFolder)
  const base = lists.length === 0 ? await chooseBase(vault, until) : undefined
  const wasThere = existsSync(folder)
  const work = join(folder, workName)
  await mkdir(work, { recursive: true, mode: 0o755 })
  try {
    const restored = base
      ? await restoreAll(vault, base, { ...options, work })
      : await restoreListed(vault, lists.at(-1) ?? '', join(work, 'files'))
    for (const name of await readdir(work)) await rename(join(work, name), join(folder, name))
    await rmdir(work)
    return restored
  } catch (fault) {
    await rm(wasThere ? work : folder, { recursive: true, force: true })
    throw fault
  }
}

async function restoreAll(
  vault: Vault,
  base: Base,
  options: {
    work: string
    until: Instant | undefined
    hasLocalFiles: boolean
    prove(session: ReadSession): Promise<void>
  },
): Promise<Restored> {
  const keyFile = join(options.work, 'secret-key')
  if (base.secretKey !== undefined) await writeFile(keyFile, base.secretKey, { mode: 0o600 })
  const database = await restoreDatabase(vault, base, { dataDir: options.work, until: options.until })
  try {
    await migrate(database.url)
    const db = new Database({ url: database.url, connectionsMax: 2, statementMsMax, onLost: () => {} })
    try {
      await db.snapshot(options.prove)
      const expected = await db.read(listStored)
      const { reachedAt } = database
      const counts = await restoreFiles(vault, base, { ...options, expected, reachedAt })
      return { database: { reachedAt, bytes: base.bytes }, ...counts }
    } finally {
      await db.close()
    }
  } finally {
    await database.stop()
  }
}

async function restoreFiles(
  vault: Vault,
  base: Base,
  options: { work: string; hasLocalFiles: boolean; expected: FileList; reachedAt: Instant },
): Promise<{ files: number; filesElsewhere: number }> {
  const expected = new Map(options.expected.map((file) => [file.name, file]))
  const listed = FileList.parse(JSON.parse((await vault.getOrFail(fileListName(base.id))).toString()))
  for (const { name } of listed) {
    if (!expected.has(name)) throw new Damaged(`The restored database does not know ${name} of the manifest.`)
  }
  if (!options.hasLocalFiles) return { files: 0, filesElsewhere: expected.size }
  // The signed heads of the audit have no row; those of a later time would contradict the restored chain.
  const isWanted = (copy: FileCopy) =>
    expected.has(copy.name) || (copy.name.includes('/') && copy.writtenMs <= options.reachedAt)
  const copies = await restoreCopies(vault, join(options.work, 'files'), isWanted)
  requireAll(options.expected, copies)
  return { files: copies.length, filesElsewhere: 0 }
}

function requireAll(expected: FileList, copies: readonly FileCopy[]): void {
  const found = new Map(copies.map((copy) => [copy.name, copy]))
  for (const file of expected) {
    const copy = found.get(file.name)
    if (!copy) throw new Damaged(`The backup is incomplete: the stored file ${file.name} is missing.`)
    if (copy.sha256 !== file.sha256 || copy.bytes !== file.bytes) {
      throw new Damaged(`The stored file ${file.name} is not what the manifest says.`)
    }
  }
}

/** A backup without a database: the files of the last list, and those copied since. */
async function restoreListed(vault: Vault, list: string, folder: string): Promise<Restored> {
  const copies = await restoreCopies(vault, folder, () => true)
  requireAll(FileList.parse(JSON.parse((await vault.getOrFail(list)).toString())), copies)
  return { database: undefined, files: copies.length, filesElsewhere: 0 }
}
