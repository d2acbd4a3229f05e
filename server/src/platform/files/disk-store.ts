import { constants } from 'node:fs'
import { access, copyFile, link, mkdir, open, readdir, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { assert } from '@voltline/kernel'
import { randomToken } from '../secrets.ts'
import { isFileName } from './file.ts'
import { type FileStore, isStoredName, NameTaken } from './store.ts'

const hasCode = (fault: unknown, code: string): boolean =>
  fault instanceof Error && 'code' in fault && fault.code === code

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Files on the local disk, below one folder. */
export function diskStore(root: string): FileStore {
  // Spread over 256 folders, since some file systems are slow with many names in one.
  const pathOf = (name: string): string => {
    assert(isStoredName(name), 'a stored name is one of ours')
    return isFileName(name) ? join(root, name.slice(0, 2), name) : join(root, name)
  }
  return {
    async put(name, fromPath) {
      const path = pathOf(name)
      const folder = dirname(path)
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const half = join(folder, `.${randomToken(12)}.part`)
      try {
        await copyFile(fromPath, half, constants.COPYFILE_EXCL)
        await sync(half)
        // A link is refused where a rename would overwrite.
        await link(half, path)
        await sync(folder)
        await sync(root)
      } catch (fault) {
        throw hasCode(fault, 'EEXIST') ? new NameTaken(name) : fault
      } finally {
        await unlink(half).catch(() => {})
      }
    },
    async open(name, range) {
      try {
        const handle = await open(pathOf(name), 'r')
        return handle.createReadStream(range ? { start: range.first, end: range.last } : {})
      } catch (fault) {
        if (hasCode(fault, 'ENOENT')) return undefined
        throw fault
      }
    },
    async list(folder) {
      try {
        const names = (await readdir(join(root, folder))).map((name) => `${folder}/${name}`)
        return names.filter(isStoredName).sort()
      } catch (fault) {
        if (hasCode(fault, 'ENOENT')) return []
        throw fault
      }
    },
    async remove(name) {
      await unlink(pathOf(name)).catch((fault: unknown) => {
        if (!hasCode(fault, 'ENOENT')) throw fault
      })
    },
    async check() {
      await mkdir(root, { recursive: true, mode: 0o700 })
      await access(root, constants.R_OK | constants.W_OK)
    },
  }
}
