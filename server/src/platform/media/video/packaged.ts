import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ok, type Result, refuse, second } from '@voltline/kernel'
import { z } from 'zod'
import { type ProcessLimits, runLimited } from '../limited-process.ts'
import {
  type EncodedVideo,
  encodedSize,
  encodeLimits,
  pictureProblem,
  probeLimits,
  type VideoEncoder,
  type VideoFile,
  type VideoProperties,
  type VideoSize,
} from './video.ts'

const child = join(import.meta.dirname, 'packaged-child.ts')
const heapMegabytesMax = 512
const openLimits = { ...probeLimits, msMax: 20 * second, folder: tmpdir() }

const Reply = z.union([
  z.object({ refused: z.string() }),
  z.object({ durationMs: z.number(), width: z.number(), height: z.number() }),
  z.object({ done: z.literal(true) }),
])
type Reply = z.infer<typeof Reply>

async function run(args: readonly string[], limits: ProcessLimits): Promise<Reply> {
  const end = await runLimited(
    process.execPath,
    [`--max-old-space-size=${heapMegabytesMax}`, child, ...args],
    {
      ...limits,
      // The FFmpeg build inside the package, never libraries that happen to be installed.
      env: { NODE_WEBCODECS_FORCE: 'static' },
    },
  )
  if (end.exceeded) return { refused: `the video takes too much ${end.exceeded}` }
  if (end.code !== 0) return { refused: 'the video cannot be decoded' }
  return Reply.parse(JSON.parse(end.stdout))
}

function hasBuild(): boolean {
  try {
    import.meta.resolve(`@node-webcodecs/static-${process.platform}-${process.arch}`)
    return true
  } catch {
    return false
  }
}

/** FFmpeg's decoders with OpenH264, from an npm package. Undefined on a platform for which it has no build. */
export async function openPackagedEncoder(): Promise<VideoEncoder | undefined> {
  if (!hasBuild()) return undefined
  const opened = await run(['open'], openLimits).catch(() => undefined)
  if (!opened || !('done' in opened)) return undefined
  return { name: 'node-webcodecs (FFmpeg, OpenH264)', probe, encode }
}

async function probe({ path, folder }: VideoFile): Promise<Result<VideoProperties, 'BAD_CONTENT'>> {
  const found = await run(['probe', path], { ...probeLimits, folder })
  if ('refused' in found) return refuse('BAD_CONTENT', found.refused)
  if (!('width' in found)) return refuse('BAD_CONTENT', 'the video has no picture')
  const problem = pictureProblem(found)
  return problem === undefined ? ok(found) : refuse('BAD_CONTENT', problem)
}

async function encode(source: VideoFile & VideoSize): Promise<Result<EncodedVideo, 'BAD_CONTENT'>> {
  const { folder } = source
  const { width, height } = encodedSize(source)
  const path = join(folder, 'encoded.mp4')
  const posterPath = join(folder, 'poster.jpg')
  const limits = { ...encodeLimits, folder }
  const encoded = await run(['encode', source.path, path, String(width), String(height)], limits)
  if ('refused' in encoded) return refuse('BAD_CONTENT', encoded.refused)
  const properties = await probe({ path, folder })
  if (!properties.ok) return properties
  const seekSeconds = Math.min(1, properties.value.durationMs / 2_000)
  const poster = await run(['poster', path, posterPath, String(seekSeconds)], limits)
  if ('refused' in poster) return refuse('BAD_CONTENT', poster.refused)
  return ok({ video: { path, ...properties.value }, poster: { path: posterPath, width, height } })
}
