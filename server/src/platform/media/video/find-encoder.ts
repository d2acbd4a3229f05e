import { minute, second } from '@voltline/kernel'
import type { Log } from '../../log.ts'
import { type FfmpegPrograms, openFfmpeg } from './ffmpeg.ts'
import { openPackagedEncoder } from './packaged.ts'
import type { VideoEncoder } from './video.ts'

/** What a caller and an operator read while no encoder works. */
export const videoEncoderMissing =
  'video needs ffmpeg and ffprobe, which this server does not have: install ffmpeg (Debian: apt-get install ffmpeg) or set FFMPEG_PATH and FFPROBE_PATH'

/** An encoder that was found is used for this long before it is looked for again. */
const foundForMs = minute
const missingForMs = 10 * second

export type OpenEncoder = () => Promise<VideoEncoder | undefined>

const onPath: FfmpegPrograms = { ffmpegPath: 'ffmpeg', ffprobePath: 'ffprobe' }

/**
 * The programs on the path, then the package. Programs named by FFMPEG_PATH or FFPROBE_PATH are the only choice: if they
 * do not run, the operator should learn of it and not get another encoder.
 */
export function encodersInOrder(settings: FfmpegPrograms): OpenEncoder[] {
  const isChosen = settings.ffmpegPath !== onPath.ffmpegPath || settings.ffprobePath !== onPath.ffprobePath
  if (isChosen) return [() => openFfmpeg(settings)]
  return [() => openFfmpeg(onPath), openPackagedEncoder]
}

/** Finds an encoder when one is needed, so that installing ffmpeg takes effect without a restart. */
export class VideoEncoding {
  readonly #candidates: readonly OpenEncoder[]
  readonly #log: Pick<Log, 'info' | 'warn'>
  #search: { startedAtMs: number; found: Promise<VideoEncoder | undefined> } | undefined
  #last: string | undefined

  constructor(candidates: readonly OpenEncoder[], log: Pick<Log, 'info' | 'warn'>) {
    this.#candidates = candidates
    this.#log = log
  }

  async find(): Promise<VideoEncoder | undefined> {
    this.#search ??= { startedAtMs: performance.now(), found: this.#open() }
    const { startedAtMs, found } = this.#search
    const encoder = await found
    const validForMs = encoder ? foundForMs : missingForMs
    if (performance.now() - startedAtMs < validForMs) return encoder
    if (this.#search?.found === found) this.#search = undefined
    return this.find()
  }

  async #open(): Promise<VideoEncoder | undefined> {
    for (const open of this.#candidates) {
      const encoder = await open()
      if (!encoder) continue
      if (this.#last !== encoder.name) this.#log.info({ encoder: encoder.name }, 'video encoder found')
      this.#last = encoder.name
      return encoder
    }
    if (this.#last !== '') this.#log.warn({}, videoEncoderMissing)
    this.#last = ''
    return undefined
  }
}
