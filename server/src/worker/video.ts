import { join } from 'node:path'
import { after, assert, type Clock, hour, minute } from '@voltline/kernel'
import type { Database } from '../platform/database/database.ts'
import { fetchTo } from '../platform/files/fetch.ts'
import {
  announce,
  claim,
  findStoredById,
  markStored,
  type NewFile,
  type StoredFile,
  type StoredProperties,
} from '../platform/files/file.ts'
import { measure } from '../platform/files/receive.ts'
import type { FileStore } from '../platform/files/store.ts'
import type { WorkFolders } from '../platform/files/work-folder.ts'
import { HopelessJob, type JobHandler } from '../platform/jobs/runner.ts'
import { isPlayableLength, markEncoded, markUnencodable, videoJob } from '../platform/media/encoding.ts'
import { type VideoEncoding, videoEncoderMissing } from '../platform/media/video/find-encoder.ts'
import type { EncodedVideo } from '../platform/media/video/video.ts'

export interface VideoHandlerServices {
  db: Database
  clock: Clock
  store: FileStore
  work: WorkFolders
  videoEncoding: VideoEncoding
}

/** An unfinished output file is deleted after this. */
const unfinishedLifeMs = hour
const encodedBytesMax = 64 * 1_048_576

interface MadeFile extends StoredProperties {
  id: bigint
  name: string
}

async function encode(
  { store, videoEncoding }: Pick<VideoHandlerServices, 'store' | 'videoEncoding'>,
  source: StoredFile,
  folder: string,
): Promise<EncodedVideo> {
  const path = join(folder, 'source')
  await fetchTo(store, source, path)
  const encoder = await videoEncoding.find()
  if (!encoder) throw new Error(videoEncoderMissing)
  const { width = 0, height = 0 } = source
  const encoded = await encoder.encode({ path, folder, width, height })
  if (!encoded.ok) throw new HopelessJob(encoded.detail ?? encoded.error)
  if (!isPlayableLength(encoded.value.video.durationMs))
    throw new HopelessJob('the video’s length is not allowed')
  return encoded.value
}

/** Encodes an uploaded video and makes its poster. */
export function videoHandler(services: VideoHandlerServices): JobHandler {
  const { db, clock, store, work, videoEncoding } = services

  async function keep(file: Pick<NewFile, 'folder' | 'contentType'>, source: StoredFile, path: string) {
    const now = clock.now()
    const made = await db.transaction(async (tx) => {
      const announced = await announce(
        tx,
        {
          ...file,
          customerId: source.customerId,
          bytesMax: encodedBytesMax,
          isPrivate: false,
          originalName: source.originalName,
          madeFrom: source.id,
        },
        { now, expiresAt: after(now, unfinishedLifeMs) },
      )
      await claim(tx, announced.id)
      return announced
    })
    await store.put(made.name, path)
    return { ...made, ...(await measure(path)) }
  }

  return {
    kind: videoJob,
    leaseMs: 10 * minute,
    concurrencyMax: 1,
    // On a machine without an encoder the jobs wait for a worker that has one.
    isReady: async () => (await videoEncoding.find()) !== undefined,
    async run(job) {
      const source = await db.read((session) => findStoredById(session, BigInt(String(job.payload.fileId))))
      if (source?.folder !== 'video') throw new HopelessJob('The uploaded video is gone.')
      const made = await work.use(async (folder) => {
        const { video, poster } = await encode(services, source, folder)
        const { path: videoPath, ...videoFacts } = video
        const { path: posterPath, ...posterFacts } = poster
        const output: MadeFile = {
          ...(await keep({ folder: 'encoded', contentType: 'video/mp4' }, source, videoPath)),
          ...videoFacts,
        }
        const still: MadeFile = {
          ...(await keep({ folder: 'poster', contentType: 'image/jpeg' }, source, posterPath)),
          ...posterFacts,
        }
        return { output, still }
      })
      return async (tx) => {
        const now = clock.now()
        for (const file of [made.output, made.still]) {
          assert(await markStored(tx, file.id, file, now), 'a file that was just made is still ours')
        }
        await markEncoded(tx, source.id, { outputName: made.output.name, posterName: made.still.name }, now)
      }
    },
    giveUp: (tx, job, reason) => markUnencodable(tx, BigInt(String(job.payload.fileId)), reason, clock.now()),
  }
}
