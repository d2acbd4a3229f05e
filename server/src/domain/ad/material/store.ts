import type { CustomerId } from '@voltline/kernel'
import type { ReadSession, Tx } from '../../../platform/database/database.ts'
import type { FileRow, VideoJobRow } from '../../../platform/database/rows.ts'
import { sql } from '../../../platform/database/sql.ts'
import { isFileName, type StoredFile } from '../../../platform/files/file.ts'
import { findUploaded } from '../../../platform/files/uploads.ts'
import type { Material } from './material.ts'

/** Returns the customer's own uploaded video; undefined if it is missing, unfinished or another customer's. */
export async function findOwnVideo(
  session: ReadSession,
  owner: CustomerId,
  name: string,
): Promise<StoredFile | undefined> {
  if (!isFileName(name)) return undefined
  const [file] = await findUploaded(session, owner, [name])
  return file?.folder === 'video' ? file : undefined
}

type MaterialRow = Pick<FileRow, 'name' | 'folder' | 'width' | 'height' | 'duration_ms'> & { asked: string }

const toMaterial = (row: MaterialRow): Material => ({
  name: row.name,
  folder: row.folder,
  width: row.width ?? undefined,
  height: row.height ?? undefined,
  durationMs: row.duration_ms ?? undefined,
})

/**
 * Returns the files in the order of their names; undefined unless each is a stored file of this customer. The name of
 * an uploaded video stands for the file encoded from it, once there is one.
 */
export async function findMaterials(
  tx: Tx,
  owner: CustomerId,
  names: readonly string[],
): Promise<Material[] | undefined> {
  if (!names.every(isFileName)) return undefined
  const found = await tx.many(
    (row): [string, Material] => [row.asked, toMaterial(row)],
    sql<MaterialRow>`
    select asked.name as asked, f.name, f.folder, f.width, f.height,
           coalesce(source.duration_ms, f.duration_ms) as duration_ms
      from file asked
           left join video_job v on v.file_id = asked.file_id and v.state = 'COMPLETE'
           join file f on f.name = coalesce(v.output_name, asked.name)
           left join file source on source.file_id = f.made_from
     where asked.customer_id = ${owner} and asked.name = any (${[...names]}) and asked.state = 'STORED'
       and f.state = 'STORED'`,
  )
  const byName = new Map(found)
  const inOrder = names.flatMap((name) => byName.get(name) ?? [])
  return inOrder.length === names.length ? inOrder : undefined
}

/**
 * Returns the names of a video and, once it is encoded, of its poster; undefined unless it is the customer's own
 * uploaded or encoded video.
 */
export async function findVideoNames(
  session: ReadSession,
  owner: CustomerId,
  name: string,
): Promise<string[] | undefined> {
  if (!isFileName(name)) return undefined
  return session.maybeOne(
    (row) => (row.poster_name === null ? [name] : [name, row.poster_name]),
    sql<Pick<VideoJobRow, 'poster_name'>>`
    select v.poster_name
      from file f left join video_job v on v.file_id = coalesce(f.made_from, f.file_id)
     where f.name = ${name} and f.customer_id = ${owner} and f.state = 'STORED'
       and f.folder in ('video', 'encoded')`,
  )
}
