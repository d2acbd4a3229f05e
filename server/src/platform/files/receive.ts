import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Clock, type Instant, minute, ok, type Result, refuse } from '@voltline/kernel'
import type { Database, Tx } from '../database/database.ts'
import { rewriteImage } from '../media/image.ts'
import { type VideoEncoding, videoEncoderMissing } from '../media/video/find-encoder.ts'
import { Semaphore } from '../sync/semaphore.ts'
import {
  type AnnouncedFile,
  claim,
  isImageType,
  markFailed,
  markStored,
  type StoredProperties,
} from './file.ts'
import type { FileStore } from './store.ts'
import type { WorkFolders } from './work-folder.ts'

/** Why an upload was refused. */
export type NotReceived = 'USED' | 'TOO_LARGE' | 'BROKEN_OFF' | 'BAD_CONTENT' | 'BUSY'

export interface ReceiverServices {
  db: Database
  clock: Clock
  store: FileStore
  work: WorkFolders
  videoEncoding: VideoEncoding
  /** Runs in the transaction that marks the file as stored. */
  onStored: (tx: Tx, file: AnnouncedFile, properties: StoredProperties, now: Instant) => Promise<void>
}

const receiveMsMax = 5 * minute
const checksMax = 2
const checksWaitingMax = 50

class TooSlow extends Error {}

/** Receives uploads: counts the bytes as they arrive, checks them by decoding, and stores what passes. */
export class Receiver {
  readonly #services: ReceiverServices
  readonly #checks = new Semaphore({ runningMax: checksMax, waitingMax: checksWaitingMax })

  constructor(services: ReceiverServices) {
    this.#services = services
  }

  /** The caller has checked the link. It is used up by the first attempt, whatever its outcome. */
  async receive(file: AnnouncedFile, bytes: Readable): Promise<Result<StoredProperties, NotReceived>> {
    const { db, work } = this.#services
    if (!(await db.transaction((tx) => claim(tx, file.id)))) return refuse('USED')
    try {
      const stored = await work.use((folder) => this.#take(file, bytes, folder))
      if (!stored.ok) await db.transaction((tx) => markFailed(tx, file.id))
      return stored
    } catch (fault) {
      await db.transaction((tx) => markFailed(tx, file.id)).catch(() => {})
      throw fault
    }
  }

  async #take(
    file: AnnouncedFile,
    bytes: Readable,
    folder: string,
  ): Promise<Result<StoredProperties, NotReceived>> {
    const arrived = join(folder, 'arrived')
    const written = await writeCounted(bytes, { path: arrived, bytesMax: file.bytesMax })
    if (!written.ok) return written
    const checked = await this.#checks.run(() => this.#check(file, { arrived, folder }))
    if (!checked) return refuse('BUSY')
    if (!checked.ok) return checked
    const { path, ...media } = checked.value
    const properties = { ...media, ...(await measure(path)) }
    const { db, store, clock, onStored } = this.#services
    await store.put(file.name, path)
    // Stored before the row says so: a row never refers to missing bytes.
    const kept = await db.transaction(async (tx) => {
      const now = clock.now()
      if (!(await markStored(tx, file.id, properties, now))) return false
      await onStored(tx, file, properties, now)
      return true
    })
    return kept ? ok(properties) : refuse('USED')
  }

  async #check(file: AnnouncedFile, at: { arrived: string; folder: string }) {
    const { arrived, folder } = at
    if (isImageType(file.contentType)) {
      const output = join(folder, 'checked')
      const { contentType: type, bytesMax, sidesMax } = file
      const image = await rewriteImage({ input: arrived, output, type, bytesMax, sidesMax, folder })
      return image.ok ? ok({ path: output, durationMs: undefined, ...image.value }) : image
    }
    const encoder = await this.#services.videoEncoding.find()
    if (!encoder) return refuse('BAD_CONTENT', videoEncoderMissing)
    const video = await encoder.probe({ path: arrived, folder })
    return video.ok ? ok({ path: arrived, ...video.value }) : video
  }
}

/** Counts while writing. The connection stays open, so that the sender can still receive the refusal. */
async function writeCounted(
  bytes: Readable,
  to: { path: string; bytesMax: number },
): Promise<Result<void, 'TOO_LARGE' | 'BROKEN_OFF' | 'BAD_CONTENT'>> {
  const file = await open(to.path, 'wx', 0o600)
  const slow = setTimeout(() => bytes.destroy(new TooSlow()), receiveMsMax)
  let count = 0
  try {
    for await (const chunk of bytes.iterator({ destroyOnReturn: false })) {
      const bytesRead = chunk as Buffer
      count += bytesRead.length
      if (count > to.bytesMax) {
        // The rest is read and discarded.
        bytes.resume()
        return refuse('TOO_LARGE')
      }
      await file.writeFile(bytesRead)
    }
  } catch (fault) {
    if (bytes.errored) return refuse('BROKEN_OFF')
    throw fault
  } finally {
    clearTimeout(slow)
    await file.close()
  }
  return count > 0 ? ok(undefined) : refuse('BAD_CONTENT', 'the file is empty')
}

export async function measure(path: string): Promise<{ bytes: number; sha256: Buffer }> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  const { size } = await stat(path)
  return { bytes: size, sha256: hash.digest() }
}
