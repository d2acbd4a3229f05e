import { limits } from '@voltline/contract'
import { minute, type Result, second } from '@voltline/kernel'

const megabyte = 1_048_576

export const probeLimits = {
  msMax: 15 * second,
  memoryBytesMax: 512 * megabyte,
  outputBytesMax: megabyte,
}
export const encodeLimits = {
  msMax: 4 * minute,
  memoryBytesMax: 2_048 * megabyte,
  outputBytesMax: megabyte,
  background: true,
}
const shortSide = 720
const longSideMax = 1_920
const sideMax = 4_096
const sideMin = 16
const durationMsMax = 86_400_000
/** One second more than allowed: a file that understates its length is cut here and then refused. */
export const encodedSecondsMax = limits.videoSecondsMax + 1

export interface VideoSize {
  /** As displayed: the sides of a rotated video are swapped. */
  width: number
  height: number
}

export interface VideoProperties extends VideoSize {
  durationMs: number
}

export interface VideoFile {
  path: string
  /** The working folder of the process that reads it. */
  folder: string
}

export interface EncodedVideo {
  video: { path: string } & VideoProperties
  poster: { path: string } & VideoSize
}

/** Reads and encodes uploaded video in a limited child process. */
export interface VideoEncoder {
  /** For operators and the log, such as "ffmpeg 8.0". */
  readonly name: string
  /** Returns the properties of an MP4 or MOV file with a picture. */
  probe(file: VideoFile): Promise<Result<VideoProperties, 'BAD_CONTENT'>>
  /** Encodes to 720p H.264 and AAC with the index first, and a poster. The folder is empty and belongs to the caller. */
  encode(source: VideoFile & VideoSize): Promise<Result<EncodedVideo, 'BAD_CONTENT'>>
}

/** 720p in either orientation: the short side is 720. Only very long shapes become smaller. */
export function encodedSize(size: VideoSize): VideoSize {
  const factor = Math.min(
    shortSide / Math.min(size.width, size.height),
    longSideMax / Math.max(size.width, size.height),
  )
  // H.264 with 4:2:0 colour needs even sides.
  const even = (side: number) => Math.max(2, Math.round((side * factor) / 2) * 2)
  return { width: even(size.width), height: even(size.height) }
}

/** Why a picture cannot be used; undefined if it can. */
export function pictureProblem(picture: VideoProperties): string | undefined {
  const { width, height, durationMs } = picture
  if (Math.max(width, height) > sideMax || Math.min(width, height) < sideMin) {
    return `the video’s sides are not within ${sideMin} and ${sideMax} pixels`
  }
  if (!(durationMs > 0) || durationMs > durationMsMax) return 'the video has no length'
  return undefined
}
