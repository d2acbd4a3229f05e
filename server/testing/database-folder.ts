import { chmodSync, mkdtempSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const memoryFolder = '/dev/shm'
const memoryBytesMin = 4 * 2 ** 30

/**
 * A new folder for a database that only tests use: in memory if there is room, since waiting for the disk is most of
 * the time of a short transaction. Tests of durability use a folder on disk.
 */
export function makeDatabaseFolder(prefix: string): string {
  const folder = mkdtempSync(join(hasMemory() ? memoryFolder : tmpdir(), prefix))
  // Open to the user that the database runs as, so that everything in it can be removed with this folder.
  chmodSync(folder, 0o755)
  return folder
}

function hasMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync(memoryFolder)
    return bavail * bsize >= memoryBytesMin
  } catch {
    return false
  }
}
