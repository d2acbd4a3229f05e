import { randomBytes } from 'node:crypto'
import { after, assert, type CustomerId, hour, type Instant } from '@voltline/kernel'
import type { ReadSession, Tx } from '../database/database.ts'
import type { FileRow } from '../database/rows.ts'
import { at, prepared, sql } from '../database/sql.ts'
import type { ImageSize } from '../media/image.ts'

export type Folder = FileRow['folder']

const endings = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'video/mp4': 'mp4',
  'video/quicktime': 'mov',
} as const
/** The types that can be stored; each upload is checked by decoding it. */
export type FileType = keyof typeof endings
export type ImageType = Extract<FileType, `image/${string}`>

export const isFileType = (text: string): text is FileType => Object.hasOwn(endings, text)
export const isImageType = (text: string): text is ImageType => isFileType(text) && text.startsWith('image/')

const namePattern = /^[0-9a-f]{32}\.(jpg|png|webp|gif|mp4|mov)$/
/** The only form of a stored name: it cannot leave its folder or be read as an option of a program. */
export const isFileName = (text: string): boolean => namePattern.test(text)
/** Random; no part of it comes from a caller. */
export const newFileName = (type: FileType): string => `${randomBytes(16).toString('hex')}.${endings[type]}`

export interface StoredFile {
  id: bigint
  name: string
  /** Undefined for files of the network itself. */
  customerId: CustomerId | undefined
  folder: Folder
  contentType: FileType
  isPrivate: boolean
  bytes: number
  sha256: Buffer
  width: number | undefined
  height: number | undefined
  durationMs: number | undefined
  originalName: string
  /** The uploaded video that this one was made from. */
  madeFrom: bigint | undefined
}

function toFileType(text: string): FileType {
  assert(isFileType(text), 'a file in the database has a known type')
  return text
}

/** In the state STORED the size and the hash are known. */
export type StoredFileRow = FileRow & { bytes: number; sha256: Buffer }

export const toStoredFile = (row: StoredFileRow): StoredFile => ({
  id: row.file_id,
  name: row.name,
  customerId: row.customer_id ?? undefined,
  folder: row.folder,
  contentType: toFileType(row.content_type),
  isPrivate: row.is_private,
  bytes: row.bytes,
  sha256: row.sha256,
  width: row.width ?? undefined,
  height: row.height ?? undefined,
  durationMs: row.duration_ms ?? undefined,
  originalName: row.original_name,
  madeFrom: row.made_from ?? undefined,
})

export interface NewFile {
  customerId: CustomerId | undefined
  folder: Folder
  contentType: FileType
  bytesMax: number
  isPrivate: boolean
  originalName: string
  /** The uploaded video that this one is made from. */
  madeFrom?: bigint
  /** The largest picture that is accepted, in pixels. */
  sidesMax?: ImageSize
}

const originalNameCharsMax = 255

/** Reserves a name for bytes that must arrive before `expiresAt`. */
export async function announce(
  tx: Tx,
  file: NewFile,
  span: { now: Instant; expiresAt: Instant },
): Promise<{ id: bigint; name: string }> {
  const name = newFileName(file.contentType)
  const id = await tx.one(
    (row) => row.file_id,
    sql<Pick<FileRow, 'file_id'>>`
    insert into file (name, customer_id, folder, content_type, bytes_max, is_private, original_name, made_from,
                      width_max_px, height_max_px, issued_at, expires_at)
    values (${name}, ${file.customerId ?? null}, ${file.folder}, ${file.contentType}, ${file.bytesMax},
            ${file.isPrivate}, ${tidyName(file.originalName)}, ${file.madeFrom ?? null},
            ${file.sidesMax?.width ?? null}, ${file.sidesMax?.height ?? null}, ${at(span.now)}, ${at(span.expiresAt)})
    returning file_id`,
  )
  return { id, name }
}

/** Shown to its owner and never used as a path. Control characters and separators are removed. */
const tidyName = (name: string): string =>
  name
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}/\\]/gu, '')
    .slice(0, originalNameCharsMax)

export interface AnnouncedFile {
  id: bigint
  name: string
  customerId: CustomerId | undefined
  contentType: FileType
  bytesMax: number
  sidesMax: ImageSize | undefined
  expiresAt: Instant
  state: FileRow['state']
}

type AnnouncedFileRow = Pick<
  FileRow,
  | 'file_id'
  | 'name'
  | 'customer_id'
  | 'content_type'
  | 'bytes_max'
  | 'width_max_px'
  | 'height_max_px'
  | 'expires_at'
  | 'state'
>

const toAnnouncedFile = (row: AnnouncedFileRow): AnnouncedFile => ({
  id: row.file_id,
  name: row.name,
  customerId: row.customer_id ?? undefined,
  contentType: toFileType(row.content_type),
  bytesMax: row.bytes_max,
  sidesMax:
    row.width_max_px === null || row.height_max_px === null
      ? undefined
      : { width: row.width_max_px, height: row.height_max_px },
  expiresAt: row.expires_at,
  state: row.state,
})

export const findAnnounced = (session: ReadSession, name: string): Promise<AnnouncedFile | undefined> =>
  session.maybeOne(
    toAnnouncedFile,
    sql<AnnouncedFileRow>`
    select file_id, name, customer_id, content_type, bytes_max, width_max_px, height_max_px, expires_at, state
      from file where name = ${name}`,
  )

/** Only the first sender with the link may upload; false for every later one. */
export const claim = async (tx: Tx, id: bigint): Promise<boolean> =>
  (await tx.run(sql`update file set state = 'RECEIVING' where file_id = ${id} and state = 'ISSUED'`)) === 1

export const markFailed = (tx: Tx, id: bigint): Promise<number> =>
  tx.run(sql`update file set state = 'FAILED' where file_id = ${id} and state = 'RECEIVING'`)

export interface StoredProperties {
  bytes: number
  sha256: Buffer
  width?: number | undefined
  height?: number | undefined
  durationMs?: number | undefined
}

/** Makes the file visible to everyone. False if it has been cleaned up in the meantime. */
export const markStored = async (
  tx: Tx,
  id: bigint,
  properties: StoredProperties,
  now: Instant,
): Promise<boolean> =>
  (await tx.run(sql`
    update file
       set state = 'STORED', bytes = ${properties.bytes}, sha256 = ${properties.sha256}, width = ${properties.width ?? null},
           height = ${properties.height ?? null}, duration_ms = ${properties.durationMs ?? null}, stored_at = ${at(now)}
     where file_id = ${id} and state = 'RECEIVING'`)) === 1

export const findStored = (session: ReadSession, name: string): Promise<StoredFile | undefined> =>
  session.maybeOne(
    toStoredFile,
    prepared(
      'file-by-name',
      sql<StoredFileRow>`select * from file where name = ${name} and state = 'STORED'`,
    ),
  )

/** An upload that began just before its link expired may still be running. */
const receivingGraceMs = hour

/**
 * Marks files as failed whose bytes never arrived or were refused. After the commit a running upload can no longer
 * become a stored file, so its bytes may be deleted.
 */
export const abandon = (tx: Tx, now: Instant, rowsMax: number) =>
  tx.many(
    (row) => ({ id: row.file_id, name: row.name }),
    sql<Pick<FileRow, 'file_id' | 'name'>>`
    update file set state = 'FAILED'
     where file_id in (
       select file_id from file
        where (state in ('ISSUED', 'FAILED') and expires_at <= ${at(now)})
           or (state = 'RECEIVING' and expires_at <= ${at(after(now, -receivingGraceMs))})
        order by file_id limit ${rowsMax}
          for update skip locked)
    returning file_id, name`,
  )

export const deleteAbandoned = (tx: Tx, id: bigint): Promise<number> =>
  tx.run(sql`delete from file where file_id = ${id} and state = 'FAILED'`)

export const findStoredById = (session: ReadSession, id: bigint): Promise<StoredFile | undefined> =>
  session.maybeOne(
    toStoredFile,
    sql<StoredFileRow>`select * from file where file_id = ${id} and state = 'STORED'`,
  )

/** Every stored file, for a backup. */
export const listStored = (
  session: ReadSession,
): Promise<{ name: string; bytes: number; sha256: string }[]> =>
  session.many(
    (row) => ({ name: row.name, bytes: row.bytes, sha256: row.sha256.toString('hex') }),
    sql<Pick<StoredFileRow, 'name' | 'bytes' | 'sha256'>>`
    select name, bytes, sha256 from file where state = 'STORED' order by name`,
  )
