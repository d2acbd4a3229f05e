import { join } from 'node:path'
import { hour } from '@voltline/kernel'
import type { Log } from '../log.ts'
import { encodersInOrder, VideoEncoding } from '../media/video/find-encoder.ts'
import type { Settings } from '../settings.ts'
import { diskStore } from './disk-store.ts'
import type { FileStore } from './store.ts'
import { WorkFolders } from './work-folder.ts'

/** What the roles need to receive, check, encode and serve files. */
export interface Files {
  store: FileStore
  work: WorkFolders
  videoEncoding: VideoEncoding
}

const leftoverMs = hour

export async function openStore(settings: Pick<Settings, 'dataDir' | 's3'>): Promise<FileStore> {
  if (!settings.s3) return diskStore(join(settings.dataDir, 'files'))
  // Loaded where it is used, because S3's client takes a tenth of a start.
  const { s3Store } = await import('./s3-store.ts')
  return s3Store(settings.s3)
}

export async function openFiles(
  settings: Pick<Settings, 'dataDir' | 's3' | 'ffmpegPath' | 'ffprobePath'>,
  log: Log,
): Promise<Files> {
  const store = await openStore(settings)
  await store.check()
  const work = new WorkFolders(join(settings.dataDir, 'work'))
  await work.sweep(leftoverMs)
  const videoEncoding = new VideoEncoding(encodersInOrder(settings), log)
  // Logs which encoder there is. Nothing waits for it.
  void videoEncoding.find()
  return { store, work, videoEncoding }
}
