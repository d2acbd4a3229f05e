import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { assert } from '@voltline/kernel'
import type { FileStore } from './store.ts'

/** Brings a stored file to the local disk, for programs that read only there. */
export async function fetchTo(store: FileStore, name: string, path: string): Promise<void> {
  const bytes = await store.open(name)
  assert(bytes, 'a stored file is in the store')
  await pipeline(bytes, createWriteStream(path, { flags: 'wx', mode: 0o600 }))
}
