import {
  type Call,
  encodeAccepted,
  encodeVideo,
  limits,
  type Received,
  type Sent,
  videoDuration,
  videoSignedUrl,
} from '@voltline/contract'

/** How a video ends: its files' names, a length outside the rule, or something that may go well the next time. */
export type VideoEnd =
  | { kind: 'ready'; video: string; poster: string }
  | { kind: 'length'; seconds: number }
  | { kind: 'failed' }

export interface VideoMeans {
  ask: <C extends Call>(call: C, input: Sent<C>) => Promise<Received<C> | null>
  put: (uploadURL: string, file: File) => Promise<boolean>
  /** The result document, or null while there is none. */
  look: (resultURL: string) => Promise<unknown>
  wait: (ms: number) => Promise<void>
  /** Told before each look at the result. */
  onLook: (attempt: number) => void
}

interface EncodeResult {
  Result: { Job: { Status: string; Output: { Key: string }; Poster?: string } }
}

const failed: VideoEnd = { kind: 'failed' }

function endOf(document: unknown): VideoEnd {
  const job = (document as EncodeResult).Result?.Job
  if (job?.Status !== 'Complete' || !job.Output.Key) return failed
  return { kind: 'ready', video: job.Output.Key, poster: job.Poster ?? '' }
}

async function encoded(filename: string, means: VideoMeans): Promise<VideoEnd> {
  const job = await means.ask(encodeVideo, { filename })
  if (job?.statusCode !== encodeAccepted) return failed
  for (let attempt = 1; attempt <= limits.encodePollTriesMax; attempt++) {
    means.onLook(attempt)
    await means.wait(limits.encodePollMs)
    const document = await means.look(job.resultURL)
    if (document !== null) return endOf(document)
  }
  return failed
}

/** Signed URL, upload, duration, encoding, result: each step needs the one before it. */
export async function runVideo(file: File, means: VideoMeans): Promise<VideoEnd> {
  const link = await means.ask(videoSignedUrl, {
    product: 'VIDEO',
    orginname: file.name,
    filetype: file.type,
  })
  if (!link || !(await means.put(link.uploadURL, file))) return failed
  const measured = await means.ask(videoDuration, { url: link.uploadURL })
  if (!measured) return failed
  const { duration } = measured
  if (duration < limits.videoSecondsMin || duration > limits.videoSecondsMax) {
    return { kind: 'length', seconds: duration }
  }
  const filename = new URL(link.uploadURL, 'http://localhost').pathname.split('/').at(-1) ?? ''
  return encoded(filename, means)
}
