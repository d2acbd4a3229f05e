import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { cacheDir } from './paths.ts'

export const hashOf = (...inputs: (string | Uint8Array)[]): string => {
  const hash = createHash('sha256')
  for (const input of inputs) hash.update(input).update('\0')
  return hash.digest('hex').slice(0, 10)
}

/**
 * Returns the bytes that `make` creates, from the cache if they were created before from the same inputs. `from` must
 * contain everything that decides the result, including the source of the code that creates it.
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
    // Two builds may run at once; a reader must never see a partial file.
    const partial = `${path}.${process.pid}`
    await writeFile(partial, bytes)
    await rename(partial, path)
    return bytes
  }
}
