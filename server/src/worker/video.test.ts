import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { limits } from '@voltline/contract'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type CustomerClient, TestServer } from '../../testing/test-server.ts'
import { sql } from '../platform/database/sql.ts'
import { findUploaded, issueUpload } from '../platform/files/uploads.ts'
import { queueEncoding } from '../platform/media/encoding.ts'

const run = promisify(execFile)
const folder = mkdtempSync(join(tmpdir(), 'voltline-encode-'))
const server = new TestServer()
let owner: CustomerClient

beforeAll(async () => {
  await server.start({ ROLES: 'web,worker', DATA_DIR: join(folder, 'data') })
  owner = await server.customer('ADVERTISER')
})
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

async function makeVideo(seconds: number): Promise<Buffer> {
  const path = join(folder, `video-${seconds}.mp4`)
  const picture = ['-f', 'lavfi', '-i', 'testsrc=size=128x72:rate=10']
  if (!existsSync(path))
    await run('ffmpeg', ['-v', 'error', ...picture, '-t', String(seconds), '-pix_fmt', 'yuv420p', path])
  return readFileSync(path)
}

async function upload(content: Buffer, contentType: 'video/mp4' | 'video/quicktime' = 'video/mp4') {
  const { name, uploadURL } = await server.db.transaction((tx) =>
    issueUpload(
      tx,
      {
        customerId: owner.id,
        folder: 'video',
        contentType,
        bytesMax: limits.videoBytesMax,
        isPrivate: false,
        originalName: '-i /etc/passwd.mp4',
      },
      { now: server.now, secrets: server.secrets, publicUrl: server.url },
    ),
  )
  const body = new Uint8Array(content)
  const response = await fetch(uploadURL, { method: 'PUT', body, headers: { 'content-type': contentType } })
  return { name, status: response.status }
}

const findOwn = async (name: string) => {
  const [file] = await server.db.read((session) => findUploaded(session, owner.id, [name]))
  return file
}
async function requestEncoding(name: string) {
  const file = await findOwn(name)
  if (!file) throw new Error('the video is stored')
  await server.db.transaction((tx) => queueEncoding(tx, file, server.now))
}

interface JobResult {
  Result: { Job: { Status: string; Output: { Key: string }; Poster: string } }
}
const result = (name: string) => fetch(`${server.url}/files/jobs/${name}.json`)
async function finished(name: string): Promise<JobResult['Result']['Job']> {
  const response = await vi.waitUntil(
    async () => {
      const seen = await result(name)
      return seen.status === 200 ? seen : undefined
    },
    { timeout: 60_000, interval: 100 },
  )
  return ((await response.json()) as JobResult).Result.Job
}

test('API-57 an uploaded video is encoded in the background; the result names the video and its poster', {
  timeout: 90_000,
}, async () => {
  const { name, status } = await upload(await makeVideo(5))
  expect(status).toBe(200)
  expect(await findOwn(name)).toMatchObject({ durationMs: 5_000, width: 128, height: 72 })
  expect((await result(name)).status).toBe(404)
  await requestEncoding(name)
  await requestEncoding(name)
  const job = await finished(name)
  expect(job.Status).toBe('Complete')
  const video = await fetch(`${server.url}/files/${job.Output.Key}`, { headers: { range: 'bytes=4-7' } })
  expect(video.status).toBe(206)
  expect(video.headers.get('content-type')).toBe('video/mp4')
  expect(await video.text()).toBe('ftyp')
  const poster = await fetch(`${server.url}/files/${job.Poster}`)
  expect(poster.headers.get('content-type')).toBe('image/jpeg')
  expect(await findOwn(job.Output.Key)).toMatchObject({ folder: 'encoded', width: 1280, height: 720 })
  // Another request, even after the end, makes no second video.
  await requestEncoding(name)
  const made = await server.db.read((session) =>
    session.rows(sql`select 1 from file where folder = 'encoded'`),
  )
  expect(made).toHaveLength(1)
  expect(readdirSync(join(folder, 'data', 'work'))).toEqual([])
})

test('a video whose length is not allowed ends as an error and can be requested again', {
  timeout: 90_000,
}, async () => {
  const { name } = await upload(await makeVideo(2))
  await requestEncoding(name)
  expect(await finished(name)).toEqual({ Status: 'Error', Output: { Key: '' }, Poster: '' })
  await requestEncoding(name)
  expect(await finished(name)).toMatchObject({ Status: 'Error' })
})

test('threat 53: a file that only claims to be a video is refused at the PUT', async () => {
  expect((await upload(Buffer.from('#EXTM3U\nfile:///etc/passwd'))).status).toBe(400)
  expect((await upload(Buffer.alloc(1_000, 7), 'video/quicktime')).status).toBe(400)
})

test('VALID-45 a video may have 10485760 bytes and no more', async () => {
  const content = await makeVideo(5)
  const padded = (bytes: number) => {
    // A box that players skip.
    const box = Buffer.alloc(bytes - content.length)
    box.writeUInt32BE(box.length)
    box.write('free', 4, 'latin1')
    return Buffer.concat([content, box])
  }
  expect((await upload(padded(limits.videoBytesMax))).status).toBe(200)
  expect((await upload(padded(limits.videoBytesMax + 1))).status).toBe(413)
})

test('there is no result without a request', async () => {
  for (const name of [`${'0'.repeat(32)}.mp4`, '..%2f..%2fsecret-key', 'x']) {
    expect((await result(name)).status).toBe(404)
  }
  expect((await fetch(`${server.url}/files/jobs/${'0'.repeat(32)}.mp4`)).status).toBe(404)
})
