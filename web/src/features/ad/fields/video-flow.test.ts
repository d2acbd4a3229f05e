import type { Call } from '@voltline/contract'
import { expect, test } from 'vitest'
import { runVideo, type VideoMeans } from './video-flow.ts'

/** A server that responds by path and records the calls. */
function world(answers: Record<string, unknown>, looks: readonly unknown[] = []) {
  const happened: string[] = []
  let look = 0
  const means: VideoMeans = {
    ask: (async (call: Call) => {
      happened.push(call.path)
      return answers[call.path] ?? null
    }) as VideoMeans['ask'],
    put: async (url) => {
      happened.push(`PUT ${url}`)
      return answers.put !== false
    },
    look: async (url) => {
      happened.push(`GET ${url}`)
      return looks[look++] ?? null
    },
    wait: async (ms) => {
      happened.push(`wait ${ms}`)
    },
    onLook: () => {},
  }
  return { means, happened }
}
const file = new File(['film'], 'roof.mp4', { type: 'video/mp4' })
const good = {
  'ad/ad/s3-get-signed-url-video': { uploadURL: 'http://host/files/upload/v1.mp4?sig=x' },
  'ad/ad/duration': { duration: 15, url: 'http://host/files/v1.mp4' },
  'ad/ad/video': { statusCode: 202, resultURL: '/files/jobs/v1.mp4.json' },
}
const done = { Result: { Job: { Status: 'Complete', Output: { Key: 'e1.mp4' }, Poster: 'p1.jpg' } } }

test('AD-AD-36 STATE-24 a video goes by signed URL, upload, duration and encoding, in that order', async () => {
  const { means, happened } = world(good, [null, done])
  expect(await runVideo(file, means)).toEqual({ kind: 'ready', video: 'e1.mp4', poster: 'p1.jpg' })
  expect(happened).toEqual([
    'ad/ad/s3-get-signed-url-video',
    'PUT http://host/files/upload/v1.mp4?sig=x',
    'ad/ad/duration',
    'ad/ad/video',
    'wait 10000',
    'GET /files/jobs/v1.mp4.json',
    'wait 10000',
    'GET /files/jobs/v1.mp4.json',
  ])
})

test('AD-AD-37 CONST-24 the result is looked for every 10 seconds, ten times, and then given up', async () => {
  const { means, happened } = world(good)
  expect(await runVideo(file, means)).toEqual({ kind: 'failed' })
  expect(happened.filter((step) => step === 'wait 10000')).toHaveLength(10)
  expect(happened.filter((step) => step.startsWith('GET'))).toHaveLength(10)
})

test('VALID-47 a length below 5 or above 35 seconds ends before any encoding', async () => {
  for (const [duration, kind] of [
    [4.9, 'length'],
    [5, 'ready'],
    [35, 'ready'],
    [35.1, 'length'],
  ] as const) {
    const { means, happened } = world({ ...good, 'ad/ad/duration': { duration, url: '' } }, [done])
    expect((await runVideo(file, means)).kind, `${duration} s`).toBe(kind)
    expect(happened.includes('ad/ad/video')).toBe(kind === 'ready')
  }
})

test('AD-AD-38 a refused upload, an encoding that is not accepted and one that fails all end in failure', async () => {
  expect(await runVideo(file, world({ ...good, put: false }).means)).toEqual({ kind: 'failed' })
  const refused = world({ ...good, 'ad/ad/video': { statusCode: 500, resultURL: '' } })
  expect(await runVideo(file, refused.means)).toEqual({ kind: 'failed' })
  const broken = world(good, [{ Result: { Job: { Status: 'Error', Output: { Key: '' } } } }])
  expect(await runVideo(file, broken.means)).toEqual({ kind: 'failed' })
})
