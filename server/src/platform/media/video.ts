import { join } from 'node:path'
import { limits } from '@voltline/contract'
import { minute, ok, type Result, refuse, second } from '@voltline/kernel'
import { z } from 'zod'
import { runLimited } from './limited-process.ts'
import type { VideoTools } from './video-tools.ts'

const megabyte = 1_048_576
const probeLimits = { msMax: 15 * second, memoryBytesMax: 512 * megabyte, outputBytesMax: megabyte }
const encodeLimits = {
  msMax: 4 * minute,
  memoryBytesMax: 2_048 * megabyte,
  outputBytesMax: megabyte,
  background: true,
}
const sideMax = 4_096
const sideMin = 16
const shortSide = 720
const longSideMax = 1_920
/** Files of the QuickTime family only, from the local disk only: a playlist inside a file reaches nothing. */
const inputOptions = ['-protocol_whitelist', 'file', '-f', 'mov']
/** A little beyond the longest, so that a file whose header lies is cut and then found out. */
const encodedSecondsMax = limits.videoSecondsMax + 1

const Stream = z.object({
  codec_type: z.string().optional(),
  codec_name: z.string().optional(),
  width: z.number().optional(),
  height: z.number().optional(),
  duration: z.string().optional(),
  disposition: z.object({ attached_pic: z.number().optional() }).optional(),
  side_data_list: z.array(z.object({ rotation: z.number().optional() })).optional(),
})
const Probe = z.object({
  streams: z.array(Stream).default([]),
  format: z.object({ duration: z.string().optional() }).default({}),
})

export interface VideoFacts {
  durationMs: number
  /** As it is shown: a telephone's film that lies on its side counts upright. */
  width: number
  height: number
}

/** Whether a file really is an MP4 or MOV with a picture, and how long and large it is. */
export async function probeVideo(
  tools: VideoTools,
  file: { path: string; folder: string },
): Promise<Result<VideoFacts, 'BAD_CONTENT'>> {
  const end = await runLimited(
    tools.ffprobe,
    ['-v', 'error', ...inputOptions, '-print_format', 'json', '-show_format', '-show_streams', file.path],
    { ...probeLimits, folder: file.folder },
  )
  if (end.exceeded) return refuse('BAD_CONTENT', `the video takes too much ${end.exceeded}`)
  if (end.code !== 0) return refuse('BAD_CONTENT', 'the file is no MP4 or MOV video')
  return readProbe(JSON.parse(end.stdout))
}

export function readProbe(printed: unknown): Result<VideoFacts, 'BAD_CONTENT'> {
  const probe = Probe.safeParse(printed)
  if (!probe.success) return refuse('BAD_CONTENT', 'the file is no MP4 or MOV video')
  const picture = probe.data.streams.find(
    (stream) => stream.codec_type === 'video' && stream.codec_name && !stream.disposition?.attached_pic,
  )
  if (!picture?.width || !picture.height) return refuse('BAD_CONTENT', 'the video has no picture')
  const { width, height } = picture
  if (Math.max(width, height) > sideMax || Math.min(width, height) < sideMin) {
    return refuse('BAD_CONTENT', `the video’s sides are not within ${sideMin} and ${sideMax} pixels`)
  }
  // The picture's own length: sound is often padded by a few hundredths of a second.
  const seconds = Number(picture.duration ?? probe.data.format.duration)
  if (!(seconds > 0) || seconds > 86_400) return refuse('BAD_CONTENT', 'the video has no length')
  const lies = picture.side_data_list?.some((data) => Math.abs(data.rotation ?? 0) % 180 === 90)
  return ok({
    durationMs: Math.round(seconds * 1_000),
    ...(lies ? { width: height, height: width } : { width, height }),
  })
}

/** 720p in either orientation: the short side is 720; only very long shapes become smaller. */
export function encodedSize(size: { width: number; height: number }): { width: number; height: number } {
  const factor = Math.min(
    shortSide / Math.min(size.width, size.height),
    longSideMax / Math.max(size.width, size.height),
  )
  // The encoder wants even sides.
  const even = (side: number) => Math.max(2, Math.round((side * factor) / 2) * 2)
  return { width: even(size.width), height: even(size.height) }
}

async function runFfmpeg(
  tools: VideoTools,
  args: readonly string[],
  folder: string,
): Promise<Result<void, 'BAD_CONTENT'>> {
  const end = await runLimited(tools.ffmpeg, ['-nostdin', '-hide_banner', '-v', 'error', '-n', ...args], {
    ...encodeLimits,
    folder,
  })
  if (end.exceeded) return refuse('BAD_CONTENT', `encoding takes too much ${end.exceeded}`)
  if (end.code !== 0) return refuse('BAD_CONTENT', end.stderr.trim().split('\n').at(-1)?.slice(0, 300) ?? '')
  return ok(undefined)
}

export interface Encoded {
  video: { path: string } & VideoFacts
  poster: { path: string; width: number; height: number }
}

/** Encodes to H.264 and AAC at 720p that starts at once, with a poster of its beginning. `folder` is empty and ours. */
export async function encodeVideo(
  tools: VideoTools,
  source: { path: string; folder: string } & VideoFacts,
): Promise<Result<Encoded, 'BAD_CONTENT'>> {
  const { folder } = source
  const { width, height } = encodedSize(source)
  const path = join(folder, 'encoded.mp4')
  const encoded = await runFfmpeg(
    tools,
    [
      ...[...inputOptions, '-i', source.path],
      ...['-map', '0:v:0', '-map', '0:a:0?', '-sn', '-dn', '-map_metadata', '-1', '-map_chapters', '-1'],
      ...['-t', String(encodedSecondsMax), '-vf', `scale=${width}:${height},setsar=1`, '-fpsmax', '30'],
      ...['-c:v', 'libx264', '-preset', 'veryfast', '-profile:v', 'high', '-pix_fmt', 'yuv420p'],
      ...['-crf', '23', '-maxrate', '2500k', '-bufsize', '5000k', '-threads', '2'],
      ...['-c:a', 'aac', '-b:a', '128k', '-ac', '2', '-ar', '44100'],
      ...['-movflags', '+faststart', '-f', 'mp4', path],
    ],
    folder,
  )
  if (!encoded.ok) return encoded
  const facts = await probeVideo(tools, { path, folder })
  if (!facts.ok) return facts
  const posterPath = join(folder, 'poster.jpg')
  const seek = String(Math.min(1, facts.value.durationMs / 2_000))
  const poster = await runFfmpeg(
    tools,
    [
      ...['-ss', seek, ...inputOptions, '-i', path],
      ...['-frames:v', '1', '-q:v', '3', '-f', 'image2', posterPath],
    ],
    folder,
  )
  if (!poster.ok) return poster
  return ok({ video: { path, ...facts.value }, poster: { path: posterPath, width, height } })
}
