import { limits } from '@voltline/contract'
import type { Instant } from '@voltline/kernel'
import type { ReadSession, Row, Tx } from '../database/database.ts'
import { at, sql } from '../database/sql.ts'
import type { StoredFile } from '../files/file.ts'
import { enqueue } from '../jobs/queue.ts'

export const videoJob = 'video'
/** A file that cannot be encoded is given up at once; these tries are for processes that die. */
const videoAttemptsMax = 3

/** An encoded film's frames may end a little after its source's. */
const toleranceMs = 250
export const isPlayableLength = (durationMs: number): boolean =>
  durationMs >= limits.videoSecondsMin * 1_000 - toleranceMs &&
  durationMs <= limits.videoSecondsMax * 1_000 + toleranceMs

/** Asks for an uploaded video to be encoded. Asking again changes nothing, except after an error: then it is tried anew. */
export async function askEncoding(tx: Tx, file: Pick<StoredFile, 'id'>, now: Instant): Promise<void> {
  const asked = await tx.run(sql`
    insert into video_job (file_id, state, asked_at) values (${file.id}, 'WAITING', ${at(now)})
        on conflict (file_id) do update set state = 'WAITING', error = '', asked_at = excluded.asked_at, finished_at = null
                                      where video_job.state = 'ERROR'`)
  if (asked === 0) return
  await enqueue(tx, {
    kind: videoJob,
    payload: { fileId: String(file.id) },
    runAt: now,
    uniqueKey: String(file.id),
    attemptsMax: videoAttemptsMax,
  })
}

export interface Encoding {
  state: 'WAITING' | 'COMPLETE' | 'ERROR'
  outputName: string
  posterName: string
}

const toEncoding = (row: Row): Encoding => ({
  state: row.state as Encoding['state'],
  outputName: (row.output_name as string | null) ?? '',
  posterName: (row.poster_name as string | null) ?? '',
})

/** How far the encoding of an uploaded video is; undefined when nobody asked for it. */
export const findEncoding = (session: ReadSession, uploadedName: string): Promise<Encoding | undefined> =>
  session.maybeOne(
    toEncoding,
    sql`
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
