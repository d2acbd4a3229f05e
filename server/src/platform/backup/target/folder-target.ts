import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { BackupTarget } from './target.ts'

const unfinished = '.part'

const isMissing = (fault: unknown): boolean =>
  fault instanceof Error && 'code' in fault && (fault.code === 'ENOENT' || fault.code === 'ENOTDIR')

async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, 'r')
  await handle.sync().finally(() => handle.close())
}

/** A backup in a folder, which may be a mounted disk of another machine. */
export function folderTarget(root: string): BackupTarget {
  return {
    async put(name, bytes) {
      const path = join(root, name)
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      const half = `${path}.${randomUUID()}${unfinished}`
      try {
        const handle = await open(half, 'wx', 0o600)
        try {
          await handle.writeFile(bytes)
          await handle.sync()
        } finally {
          await handle.close()
        }
        await rename(half, path)
      } catch (fault) {
        await rm(half, { force: true })
        throw fault
      }
      await syncFolder(dirname(path))
    },
    get: (name) =>
      readFile(join(root, name)).catch((fault: unknown) => {
        if (isMissing(fault)) return undefined
        throw fault
      }),
    async list(prefix) {
      const folder = dirname(`${prefix}x`)
      try {
        const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true })
        return entries
          .filter((entry) => entry.isFile() && !entry.name.endsWith(unfinished))
          .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
          .filter((name) => name.startsWith(prefix))
          .sort()
      } catch (fault) {
        if (isMissing(fault)) return []
        throw fault
      }
    },
    remove: (name) =>
      unlink(join(root, name)).catch((fault: unknown) => {
        if (!isMissing(fault)) throw fault
      }),
  }
}
