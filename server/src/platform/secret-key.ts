import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openDataFolder } from './data-folder.ts'

/** Created on the first start and kept in the data folder, readable only by its owner. */
export function keptSecretKey(dataDir: string): string {
  const path = join(dataDir, 'secret-key')
  try {
    return readFileSync(path, 'utf8').trim()
  } catch {
    // The first start creates it.
  }
  openDataFolder(dataDir)
  const created = randomBytes(32).toString('hex')
  writeFileSync(path, `${created}\n`, { mode: 0o600, flag: 'wx' })
  return created
}
