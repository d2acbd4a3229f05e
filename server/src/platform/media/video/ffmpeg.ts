import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ok, type Result, refuse, second } from '@voltline/kernel'
import { z } from 'zod'
import { runLimited } from '../limited-process.ts'
import {
  type EncodedVideo,
  encodedSecondsMax,
  encodedSize,
  encodeLimits,
  pictureProblem,
  probeLimits,
  type VideoEncoder,
  type VideoFile,
  type VideoProperties,
  type VideoSize,
} from './video.ts'

/** Only files of the QuickTime family, only from the local disk: a playlist inside a file cannot open anything. */
const inputOptions = ['-protocol_whitelist', 'file', '-f', 'mov']
const versionLimits = { ...probeLimits, msMax: 10 * second, outputBytesMax: 65_536, folder: tmpdir() }

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

export interface FfmpegPrograms {
  ffmpegPath: string
  ffprobePath: string
}

async function versionOf(program: string): Promise<string | undefined> {
  try {
    const end = await runLimited(program, ['-version'], versionLimits)
    return end.code === 0 ? /version (\S+)/.exec(end.stdout)?.[1] : undefined
  } catch {
    return undefined
  }
}

/** The installed programs ffmpeg and ffprobe. Undefined if either does not run. */
export async function openFfmpeg(programs: FfmpegPrograms): Promise<VideoEncoder | undefined> {
  const [version, probeVersion] = await Promise.all([
    versionOf(programs.ffmpegPath),
    versionOf(programs.ffprobePath),
  ])
  if (!version || !probeVersion) return undefined
  return {
    name: `ffmpeg ${version}`,
    probe: (file) => probe(programs, file),
    encode: (source) => encode(programs, source),
  }
}

async function probe(
  programs: FfmpegPrograms,
  file: VideoFile,
): Promise<Result<VideoProperties, 'BAD_CONTENT'>> {
  const end = await runLimited(
    programs.ffprobePath,
    ['-v', 'error', ...inputOptions, '-print_format', 'json', '-show_format', '-show_streams', file.path],
    { ...probeLimits, folder: file.folder },
  )
  if (end.exceeded) return refuse('BAD_CONTENT', `the video takes too much ${end.exceeded}`)
  if (end.code !== 0) return refuse('BAD_CONTENT', 'the file is not an MP4 or MOV video')
  return readProbe(JSON.parse(end.stdout))
}

export function readProbe(printed: unknown): Result<VideoProperties, 'BAD_CONTENT'> {
  const parsed = Probe.safeParse(printed)
  if (!parsed.success) return refuse('BAD_CONTENT', 'the file is not an MP4 or MOV video')
  const picture = parsed.data.streams.find(
    (stream) => stream.codec_type === 'video' && stream.codec_name && !stream.disposition?.attached_pic,
  )
  if (!picture?.width || !picture.height) return refuse('BAD_CONTENT', 'the video has no picture')
  const { width, height } = picture
  const isRotated = picture.side_data_list?.some((data) => Math.abs(data.rotation ?? 0) % 180 === 90)
  const properties = {
    // The length of the picture: sound is often padded by some hundredths of a second.
    durationMs: Math.round(Number(picture.duration ?? parsed.data.format.duration) * 1_000),
    ...(isRotated ? { width: height, height: width } : { width, height }),
  }
  const problem = pictureProblem(properties)
  return problem === undefined ? ok(properties) : refuse('BAD_CONTENT', problem)
}

async function run(
  programs: FfmpegPrograms,
  args: readonly string[],
  folder: string,
): Promise<Result<void, 'BAD_CONTENT'>> {
  const end = await runLimited(
    programs.ffmpegPath,
    ['-nostdin', '-hide_banner', '-v', 'error', '-n', ...args],
    { ...encodeLimits, folder },
  )
  if (end.exceeded) return refuse('BAD_CONTENT', `encoding takes too much ${end.exceeded}`)
  if (end.code !== 0) return refuse('BAD_CONTENT', end.stderr.trim().split('\n').at(-1)?.slice(0, 300) ?? '')
  return ok(undefined)
}

async function encode(
  programs: FfmpegPrograms,
  source: VideoFile & VideoSize,
): Promise<Result<EncodedVideo, 'BAD_CONTENT'>> {
  const { folder } = source
  const { width, height } = encodedSize(source)
  const path = join(folder, 'encoded.mp4')
  const encoded = await run(
    programs,
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
  const properties = await probe(programs, { path, folder })
  if (!properties.ok) return properties
  const posterPath = join(folder, 'poster.jpg')
  const seek = String(Math.min(1, properties.value.durationMs / 2_000))
  const poster = await run(
    programs,
    [
      ...['-ss', seek, ...inputOptions, '-i', path],
      ...['-frames:v', '1', '-q:v', '3', '-f', 'image2', posterPath],
    ],
    folder,
  )
  if (!poster.ok) return poster
  return ok({ video: { path, ...properties.value }, poster: { path: posterPath, width, height } })
}
