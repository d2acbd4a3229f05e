import { resolve } from 'node:path'
import type { S3Settings } from '../../files/s3-store.ts'
import { folderTarget } from './folder-target.ts'

/** Where a backup is kept. Objects are at most a part of 16 MiB each, so they are held in memory. */
export interface BackupTarget {
  /** Durable when it resolves. Replaces what is there. */
  put(name: string, bytes: Buffer): Promise<void>
  /** Undefined if there is no such object. */
  get(name: string): Promise<Buffer | undefined>
  /** The names that begin with `prefix`, sorted. */
  list(prefix: string): Promise<string[]>
  /** Removing a missing object is not an error. */
  remove(name: string): Promise<void>
}

export type S3Access = Omit<S3Settings, 'bucket'>

/** The form of BACKUP_URL: a folder, or s3://bucket/prefix. */
function parseBackupUrl(text: string): { bucket: string; prefix: string } | { folder: string } {
  const s3 = /^s3:\/\/([^/]+)\/?(.*)$/.exec(text)
  if (!s3) return { folder: resolve(text.replace(/^file:\/\//, '')) }
  const [, bucket = '', prefix = ''] = s3
  return { bucket, prefix: prefix === '' || prefix.endsWith('/') ? prefix : `${prefix}/` }
}

export async function openTarget(url: string, s3: S3Access | undefined): Promise<BackupTarget> {
  const place = parseBackupUrl(url)
  if ('folder' in place) return folderTarget(place.folder)
  if (!s3) throw new Error(`${url} needs S3_ENDPOINT, S3_ACCESS_KEY and S3_SECRET_KEY.`)
  // Loaded where it is used, because S3's client takes a tenth of a start.
  const { s3Target } = await import('./s3-target.ts')
  return s3Target({ ...s3, bucket: place.bucket }, place.prefix)
}
