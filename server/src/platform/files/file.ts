import { randomBytes } from 'node:crypto'
import { after, type CustomerId, hour, type Instant } from '@voltline/kernel'
import type { ReadSession, Row, Tx } from '../database/database.ts'
import { at, prepared, sql } from '../database/sql.ts'

export type Folder = 'image' | 'video' | 'encoded' | 'poster' | 'icon' | 'bankbook' | 'certificate' | 'chart'

const endings = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'video/mp4': 'mp4',
  'video/quicktime': 'mov',
} as const
/** What can be stored: each is checked by decoding it. */
export type FileType = keyof typeof endings
export type ImageType = Extract<FileType, `image/${string}`>

export const isFileType = (text: string): text is FileType => Object.hasOwn(endings, text)
export const isImageType = (text: string): text is ImageType => isFileType(text) && text.startsWith('image/')

const namePattern = /^[0-9a-f]{32}\.(jpg|png|webp|gif|mp4|mov)$/
/** The only shape a stored name can have: no folder, no dot of its own, never an option of a program. */
export const isFileName = (text: string): boolean => namePattern.test(text)
/** Nothing of it comes from a caller. */
export const newFileName = (type: FileType): string => `${randomBytes(16).toString('hex')}.${endings[type]}`

export interface StoredFile {
  id: bigint
  name: string
  /** None for files of the network itself. */
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

export const toStoredFile = (row: Row): StoredFile => ({
  id: row.file_id as bigint,
  name: row.name as string,
  customerId: (row.customer_id as CustomerId | null) ?? undefined,
  folder: row.folder as Folder,
  contentType: row.content_type as FileType,
  isPrivate: row.is_private as boolean,
  bytes: row.bytes as number,
  sha256: row.sha256 as Buffer,
  width: (row.width as number | null) ?? undefined,
  height: (row.height as number | null) ?? undefined,
  durationMs: (row.duration_ms as number | null) ?? undefined,
  originalName: row.original_name as string,
  madeFrom: (row.made_from as bigint | null) ?? undefined,
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
}

const originalNameCharsMax = 255

/** Announces a file: its name is taken, its bytes are still to come, until `expiresAt`. */
export async function announce(
  tx: Tx,
  file: NewFile,
  span: { now: Instant; expiresAt: Instant },
): Promise<{ id: bigint; name: string }> {
  const name = newFileName(file.contentType)
  const id = await tx.one(
    (row) => row.file_id as bigint,
    sql`
    insert into file (name, customer_id, folder, content_type, bytes_max, is_private, original_name, made_from,
                      issued_at, expires_at)
    values (${name}, ${file.customerId ?? null}, ${file.folder}, ${file.contentType}, ${file.bytesMax},
            ${file.isPrivate}, ${tidyName(file.originalName)}, ${file.madeFrom ?? null}, ${at(span.now)},
            ${at(span.expiresAt)})
    returning file_id`,
  )
  return { id, name }
}

/** Shown to its owner only, never a path: controls and separators go. */
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
  expiresAt: Instant
  state: 'ISSUED' | 'RECEIVING' | 'STORED' | 'FAILED'
}

const toAnnouncedFile = (row: Row): AnnouncedFile => ({
  id: row.file_id as bigint,
  name: row.name as string,
  customerId: (row.customer_id as CustomerId | null) ?? undefined,
  contentType: row.content_type as FileType,
  bytesMax: row.bytes_max as number,
  expiresAt: row.expires_at as Instant,
  state: row.state as AnnouncedFile['state'],
})

export const findAnnounced = (session: ReadSession, name: string): Promise<AnnouncedFile | undefined> =>
  session.maybeOne(
    toAnnouncedFile,
    sql`
    select file_id, name, customer_id, content_type, bytes_max, expires_at, state from file where name = ${name}`,
  )

/** Of all who hold the link, one may send: false for everyone after the first. */
export const claim = async (tx: Tx, id: bigint): Promise<boolean> =>
  (await tx.run(sql`update file set state = 'RECEIVING' where file_id = ${id} and state = 'ISSUED'`)) === 1

export const markFailed = (tx: Tx, id: bigint): Promise<number> =>
  tx.run(sql`update file set state = 'FAILED' where file_id = ${id} and state = 'RECEIVING'`)

export interface StoredFacts {
  bytes: number
  sha256: Buffer
  width?: number | undefined
  height?: number | undefined
  durationMs?: number | undefined
}

/** From here on the file exists for everyone. False when it was cleaned away meanwhile. */
export const markStored = async (tx: Tx, id: bigint, facts: StoredFacts, now: Instant): Promise<boolean> =>
  (await tx.run(sql`
    update file
       set state = 'STORED', bytes = ${facts.bytes}, sha256 = ${facts.sha256}, width = ${facts.width ?? null},
           height = ${facts.height ?? null}, duration_ms = ${facts.durationMs ?? null}, stored_at = ${at(now)}
     where file_id = ${id} and state = 'RECEIVING'`)) === 1

export const findStored = (session: ReadSession, name: string): Promise<StoredFile | undefined> =>
  session.maybeOne(
    toStoredFile,
    prepared('file-by-name', sql`select * from file where name = ${name} and state = 'STORED'`),
  )

/** An upload that began just before its link's end may still be under way. */
const receivingGraceMs = hour

/**
 * Gives up files whose bytes never came, or did not come to a good end. Once that is written an upload that is still
 * under way can no longer become a stored file, so its bytes may go.
 */
export const abandon = (tx: Tx, now: Instant, rowsMax: number) =>
  tx.many(
    (row) => ({ id: row.file_id as bigint, name: row.name as string }),
    sql`
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
  session.maybeOne(toStoredFile, sql`select * from file where file_id = ${id} and state = 'STORED'`)
