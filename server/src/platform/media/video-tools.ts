import { tmpdir } from 'node:os'
import { second } from '@voltline/kernel'
import type { Log } from '../log.ts'
import { runLimited } from './limited-process.ts'

/** The programs that read and encode video. */
export interface VideoTools {
  ffmpeg: string
  ffprobe: string
}

/** What a caller is told when a video comes to a server without them. */
export const videoToolsMissing =
  'video needs ffmpeg and ffprobe, which this server does not have: install ffmpeg (Debian: apt-get install ffmpeg) or set FFMPEG_PATH and FFPROBE_PATH'

const limits = {
  msMax: 10 * second,
  memoryBytesMax: 256 * 1_048_576,
  outputBytesMax: 65_536,
  folder: tmpdir(),
}

async function runs(program: string): Promise<boolean> {
  try {
    const end = await runLimited(program, ['-version'], limits)
    return end.code === 0 && end.stdout.includes('version')
  } catch {
    return false
  }
}

/** Looks for the programs once at the start. Without them images still work and videos are refused. */
export async function findVideoTools(
  settings: { ffmpegPath: string; ffprobePath: string },
  log: Log,
): Promise<VideoTools | undefined> {
  const found = await Promise.all([runs(settings.ffmpegPath), runs(settings.ffprobePath)])
  if (found.every(Boolean)) return { ffmpeg: settings.ffmpegPath, ffprobe: settings.ffprobePath }
  log.warn({ ffmpeg: settings.ffmpegPath, ffprobe: settings.ffprobePath }, videoToolsMissing)
  return undefined
}
