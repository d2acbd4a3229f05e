import { join } from 'node:path'
import { plainImageDetail } from '@voltline/contract'
import { ok, type Result, refuse, second } from '@voltline/kernel'
import { z } from 'zod'
import { runLimited } from './limited-process.ts'

const child = join(import.meta.dirname, 'image-child.ts')
const limits = { msMax: 30 * second, memoryBytesMax: 700 * 1_048_576, outputBytesMax: 16_384 }

const ChildReply = z.union([
  z.object({ width: z.number().int().positive(), height: z.number().int().positive() }),
  z.object({ isPlain: z.literal(true) }),
  z.object({ refused: z.string() }),
])

export interface ImageSize {
  width: number
  height: number
}

/**
 * Checks that a file is an image of its type. `output` is encoded from the decoded pixels, so nothing else in the file
 * survives.
 */
export async function rewriteImage(image: {
  input: string
  output: string
  type: string
  bytesMax: number
  /** Of pictures of ads, which must also show something. */
  sidesMax?: ImageSize | undefined
  folder: string
}): Promise<Result<ImageSize, 'BAD_CONTENT'>> {
  const sides = image.sidesMax ? [String(image.sidesMax.width), String(image.sidesMax.height)] : []
  const end = await runLimited(
    process.execPath,
    [
      '--max-old-space-size=128',
      child,
      image.input,
      image.output,
      image.type,
      String(image.bytesMax),
      ...sides,
    ],
    { ...limits, folder: image.folder },
  )
  if (end.exceeded) return refuse('BAD_CONTENT', `the image takes too much ${end.exceeded}`)
  if (end.code !== 0) return refuse('BAD_CONTENT', 'the image cannot be decoded')
  const reply = ChildReply.parse(JSON.parse(end.stdout))
  if ('isPlain' in reply) return refuse('BAD_CONTENT', plainImageDetail)
  return 'refused' in reply ? refuse('BAD_CONTENT', reply.refused) : ok(reply)
}
