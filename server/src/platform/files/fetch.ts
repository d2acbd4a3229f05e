import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { StoredFile } from './file.ts'
import type { FileStore } from './store.ts'
import { openVerified } from './verified.ts'

/** Brings a stored file to the local disk, for programs that read only there. */
export async function fetchTo(store: FileStore, file: StoredFile, path: string): Promise<void> {
  await pipeline(await openVerified(store, file), createWriteStream(path, { flags: 'wx', mode: 0o600 }))
}
