import type { Readable } from 'node:stream'
import { isFileName } from './file.ts'

/** Both ends included, as in a Range header. */
export interface ByteRange {
  first: number
  last: number
}

/** A folder of files that the program itself writes. */
export type StoredFolder = 'audit'

const ownName = /^audit\/\d{4}-\d{2}-\d{2}\.json$/
/** The only forms of a name in the store: none can leave the store or be read as an option. */
export const isStoredName = (name: string): boolean => isFileName(name) || ownName.test(name)

/** Stores the bytes of files. A name is written once and never changes. */
export interface FileStore {
  /** Copies a local file into the store; durable when it resolves. Throws NameTaken instead of overwriting. */
  put(name: string, fromPath: string): Promise<void>
  /** Undefined when there is no such file. */
  open(name: string, range?: ByteRange): Promise<Readable | undefined>
  /** The names of a folder, sorted. */
  list(folder: StoredFolder): Promise<string[]>
  /** Removing a missing file is not an error. */
  remove(name: string): Promise<void>
  /** Throws when the store cannot be reached or written. */
  check(): Promise<void>
}

export class NameTaken extends Error {}

/** The store does not answer, or answers that it cannot work now. */
export class StoreUnavailable extends Error {
  readonly statusCode = 503
}
