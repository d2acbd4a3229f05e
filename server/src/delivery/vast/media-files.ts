import type { Database } from '../../platform/database/database.ts'
import { findStored } from '../../platform/files/file.ts'
import { findEncoding } from '../../platform/media/encoding.ts'

/** A video as a player needs to know it. */
export interface MediaFile {
  url: string
  type: string
  width: number
  height: number
  /** 0 if unknown. */
  bytes: number
  durationMs: number
}

type StoredVideo = Omit<MediaFile, 'url'>

const keptMax = 10_000
/** Of a file that is not in the database. A player needs some size; it scales the video anyway. */
const unknownVideo: StoredVideo = { type: 'video/mp4', width: 640, height: 360, bytes: 0, durationMs: 0 }

/** Stored videos by name. A name is written once and never changes, so it is read from the database once. */
export class MediaFiles {
  readonly #db: Database
  readonly #kept = new Map<string, StoredVideo>()

  constructor(db: Database) {
    this.#db = db
  }

  async of(name: string): Promise<StoredVideo> {
    const kept = this.#kept.get(name)
    if (kept) return kept
    const video = await this.#read(name)
    if (!video) return unknownVideo
    if (this.#kept.size >= keptMax) this.#kept.clear()
    this.#kept.set(name, video)
    return video
  }

  /** An uploaded video is served as what was encoded from it. */
  #read(name: string): Promise<StoredVideo | undefined> {
    return this.#db.read(async (session) => {
      const file = await findStored(session, name)
      const encoding = file?.folder === 'video' ? await findEncoding(session, name) : undefined
      const served = encoding ? await findStored(session, encoding.outputName) : file
      if (!file || !served) return undefined
      return {
        type: served.contentType,
        width: served.width ?? file.width ?? unknownVideo.width,
        height: served.height ?? file.height ?? unknownVideo.height,
        bytes: served.bytes,
        durationMs: served.durationMs ?? file.durationMs ?? 0,
      }
    })
  }
}
