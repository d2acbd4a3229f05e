import { readFile } from 'node:fs/promises'

/** Returns undefined for a file that does not exist; any other error is a fault. */
export async function readIfPresent(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}
