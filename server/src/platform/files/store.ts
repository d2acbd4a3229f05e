import type { Readable } from 'node:stream'

/** Both ends included, as in a Range header. */
export interface ByteRange {
  first: number
  last: number
}

/** Where the bytes of files lie. A name is written once and never changes. */
export interface FileStore {
  /** Copies a local file into the store; durable when it resolves. Throws NameTaken rather than overwrite. */
  put(name: string, fromPath: string): Promise<void>
  /** Undefined when there is no such file. */
  open(name: string, range?: ByteRange): Promise<Readable | undefined>
  /** Removing what is not there is no fault. */
  remove(name: string): Promise<void>
  /** Throws when the store cannot be reached or written. */
  check(): Promise<void>
}

export class NameTaken extends Error {}
