import type { Readable } from 'node:stream'

/** Both ends included, as in a Range header. */
export interface ByteRange {
  first: number
  last: number
}

/** Stores the bytes of files. A name is written once and never changes. */
export interface FileStore {
  /** Copies a local file into the store; durable when it resolves. Throws NameTaken instead of overwriting. */
  put(name: string, fromPath: string): Promise<void>
  /** Undefined when there is no such file. */
  open(name: string, range?: ByteRange): Promise<Readable | undefined>
  /** Removing a missing file is not an error. */
  remove(name: string): Promise<void>
  /** Throws when the store cannot be reached or written. */
  check(): Promise<void>
}

export class NameTaken extends Error {}
