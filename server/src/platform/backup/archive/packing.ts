import { type FileHandle, mkdir, open } from 'node:fs/promises'
import { dirname, join, normalize } from 'node:path'
import { assert } from '@voltline/kernel'
import { z } from 'zod'

/** What is packed, encrypted and stored at once. */
export const partBytesMax = 16 * 1_048_576
const readBytesMax = 1_048_576

const Entry = z.object({ path: z.string(), bytes: z.number().int().nonnegative() })
const lengthBytes = 4

/** Packs the files of a folder one after the other and cuts the result into parts. */
export class Packer {
  readonly #put: (part: number, bytes: Buffer) => Promise<void>
  #waiting: Buffer[] = []
  #waitingBytes = 0
  #parts = 0

  constructor(put: (part: number, bytes: Buffer) => Promise<void>) {
    this.#put = put
  }

  /** PostgreSQL does not start without its empty folders. */
  async addFolder(path: string): Promise<void> {
    await this.#addHeader({ path: `${path}/`, bytes: 0 })
  }

  async addBytes(path: string, bytes: Buffer): Promise<void> {
    await this.#addHeader({ path, bytes: bytes.length })
    await this.#add(bytes)
  }

  /** Packs as many bytes as the file has now: PostgreSQL may go on writing, and WAL repairs what is torn. */
  async addFile(root: string, path: string): Promise<void> {
    const handle = await openIfPresent(join(root, path))
    if (!handle) return
    try {
      const { size } = await handle.stat()
      await this.#addHeader({ path, bytes: size })
      for (let at = 0; at < size; ) {
        const chunk = Buffer.alloc(Math.min(readBytesMax, size - at))
        const { bytesRead } = await handle.read(chunk, 0, chunk.length, at)
        // Truncated since: WAL truncates it again, so zeros do as well.
        await this.#add(bytesRead === 0 ? chunk : chunk.subarray(0, bytesRead))
        at += bytesRead || chunk.length
      }
    } finally {
      await handle.close()
    }
  }

  /** Returns the number of parts. */
  async finish(): Promise<number> {
    if (this.#waitingBytes > 0) await this.#flush()
    return this.#parts
  }

  async #addHeader(entry: z.infer<typeof Entry>): Promise<void> {
    const header = Buffer.from(JSON.stringify(entry))
    const length = Buffer.alloc(lengthBytes)
    length.writeUInt32BE(header.length)
    await this.#add(Buffer.concat([length, header]))
  }

  async #add(bytes: Buffer): Promise<void> {
    this.#waiting.push(bytes)
    this.#waitingBytes += bytes.length
    if (this.#waitingBytes >= partBytesMax) await this.#flush()
  }

  async #flush(): Promise<void> {
    const part = Buffer.concat(this.#waiting)
    this.#waiting = []
    this.#waitingBytes = 0
    await this.#put(this.#parts, part)
    this.#parts += 1
  }
}

/** A table may be dropped while its folder is read. */
async function openIfPresent(path: string): Promise<FileHandle | undefined> {
  try {
    return await open(path, 'r')
  } catch (fault) {
    if (fault instanceof Error && 'code' in fault && fault.code === 'ENOENT') return undefined
    throw fault
  }
}

interface UnpackedFile {
  handle: FileHandle
  missingBytes: number
}

/** Writes what a Packer has packed. */
export class Unpacker {
  readonly #root: string
  #waiting = Buffer.alloc(0)
  #file: UnpackedFile | undefined

  constructor(root: string) {
    this.#root = root
  }

  async add(part: Buffer): Promise<void> {
    this.#waiting = Buffer.concat([this.#waiting, part])
    for (;;) {
      this.#file ??= await this.#nextFile()
      const file = this.#file
      if (!file) return
      const bytes = this.#take(Math.min(file.missingBytes, this.#waiting.length))
      await file.handle.writeFile(bytes)
      file.missingBytes -= bytes.length
      if (file.missingBytes > 0) return
      await this.#close()
    }
  }

  /** Throws if the last file is not complete. */
  async finish(): Promise<void> {
    const isComplete = this.#file === undefined && this.#waiting.length === 0
    await this.#close()
    assert(isComplete, 'the packed files end with the last part')
  }

  async #nextFile(): Promise<UnpackedFile | undefined> {
    if (this.#waiting.length < lengthBytes) return undefined
    const headerBytes = this.#waiting.readUInt32BE()
    if (this.#waiting.length < lengthBytes + headerBytes) return undefined
    this.#take(lengthBytes)
    const entry = Entry.parse(JSON.parse(this.#take(headerBytes).toString()))
    assert(
      !normalize(entry.path).startsWith('..') && !entry.path.startsWith('/'),
      'a packed file stays inside',
    )
    const path = join(this.#root, entry.path)
    const isFolder = entry.path.endsWith('/')
    await mkdir(isFolder ? path : dirname(path), { recursive: true, mode: 0o700 })
    if (isFolder) return this.#nextFile()
    return { handle: await open(path, 'wx', 0o600), missingBytes: entry.bytes }
  }

  #take(count: number): Buffer {
    const taken = this.#waiting.subarray(0, count)
    this.#waiting = this.#waiting.subarray(count)
    return taken
  }

  async #close(): Promise<void> {
    await this.#file?.handle.close()
    this.#file = undefined
  }
}
