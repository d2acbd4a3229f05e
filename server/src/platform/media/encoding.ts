import { limits } from '@voltline/contract'
import type { Instant } from '@voltline/kernel'
import type { ReadSession, Tx } from '../database/database.ts'
import type { VideoJobRow } from '../database/rows.ts'
import { at, sql } from '../database/sql.ts'
import type { StoredFile } from '../files/file.ts'
import { enqueue } from '../jobs/queue.ts'

export const videoJob = 'video'
/** A file that cannot be encoded fails at once; the attempts are for processes that die. */
const videoAttemptsMax = 3

/** The last frame of an encoded video may end a little after its source. */
const toleranceMs = 250
export const isPlayableLength = (durationMs: number): boolean =>
  durationMs >= limits.videoSecondsMin * 1_000 - toleranceMs &&
  durationMs <= limits.videoSecondsMax * 1_000 + toleranceMs

/** Requests the encoding of an uploaded video. A repeated request has no effect, except after an error: it tries again. */
export async function queueEncoding(tx: Tx, file: Pick<StoredFile, 'id'>, now: Instant): Promise<void> {
  const changed = await tx.run(sql`
    insert into video_job (file_id, state, asked_at) values (${file.id}, 'WAITING', ${at(now)})
        on conflict (file_id) do update set state = 'WAITING', error = '', asked_at = excluded.asked_at, finished_at = null
                                      where video_job.state = 'ERROR'`)
  if (changed === 0) return
  await enqueue(tx, {
    kind: videoJob,
    payload: { fileId: String(file.id) },
    runAt: now,
    uniqueKey: String(file.id),
    attemptsMax: videoAttemptsMax,
  })
}

export interface Encoding {
  state: VideoJobRow['state']
  outputName: string
  posterName: string
}

type EncodingRow = Pick<VideoJobRow, 'state' | 'output_name' | 'poster_name'>

const toEncoding = (row: EncodingRow): Encoding => ({
  state: row.state,
  outputName: row.output_name ?? '',
  posterName: row.poster_name ?? '',
})

/** The state of an uploaded video's encoding; undefined if none was requested. */
export const findEncoding = (session: ReadSession, uploadedName: string): Promise<Encoding | undefined> =>
  session.maybeOne(
    toEncoding,
    sql<EncodingRow>`
    select v.state, v.output_name, v.poster_name from video_job v join file f using (file_id)
     where f.name = ${uploadedName}`,
  )

export async function markEncoded(
  tx: Tx,
  fileId: bigint,
  made: { outputName: string; posterName: string },
  now: Instant,
): Promise<void> {
  await tx.run(sql`
    update video_job set state = 'COMPLETE', output_name = ${made.outputName}, poster_name = ${made.posterName},
                         error = '', finished_at = ${at(now)}
     where file_id = ${fileId}`)
}

export async function markUnencodable(tx: Tx, fileId: bigint, error: string, now: Instant): Promise<void> {
  await tx.run(sql`
    update video_job set state = 'ERROR', error = ${error}, finished_at = ${at(now)}
     where file_id = ${fileId} and state = 'WAITING'`)
}
