import { join } from 'node:path'
import { hour } from '@voltline/kernel'
import type { Log } from '../log.ts'
import { findVideoTools, type VideoTools } from '../media/video-tools.ts'
import type { Settings } from '../settings.ts'
import { diskStore } from './disk-store.ts'
import { s3Store } from './s3-store.ts'
import type { FileStore } from './store.ts'
import { WorkFolders } from './work-folder.ts'

/** What the roles need to take, check, encode and serve files. */
export interface Files {
  store: FileStore
  work: WorkFolders
  /** None where ffmpeg is missing: images work, videos are refused. */
  videoTools: VideoTools | undefined
}

const leftoverMs = hour

export async function openFiles(
  settings: Pick<Settings, 'dataDir' | 's3' | 'ffmpegPath' | 'ffprobePath'>,
  log: Log,
): Promise<Files> {
  const store = settings.s3 ? s3Store(settings.s3) : diskStore(join(settings.dataDir, 'files'))
  await store.check()
  const work = new WorkFolders(join(settings.dataDir, 'work'))
  await work.sweep(leftoverMs)
  return { store, work, videoTools: await findVideoTools(settings, log) }
}
