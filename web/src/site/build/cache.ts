import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { cacheDir } from './paths.ts'

export const hashOf = (...parts: (string | Uint8Array)[]): string => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part).update('\0')
  return hash.digest('hex').slice(0, 10)
}

/**
 * Makes a file's bytes, or takes those made earlier from the same inputs. `from` must hold all that decides
 * the outcome, the text of the code that makes it included.
 */
export async function cached(
  name: string,
  from: readonly (string | Uint8Array)[],
  make: () => Promise<Uint8Array>,
): Promise<Uint8Array> {
  const path = join(cacheDir, `${hashOf(...from)}-${name}`)
  try {
    return await readFile(path)
  } catch {
    const bytes = await make()
    await mkdir(cacheDir, { recursive: true })
    // Two builds may run at once; a reader must never see half a file.
    const partial = `${path}.${process.pid}`
    await writeFile(partial, bytes)
    await rename(partial, path)
    return bytes
  }
}
