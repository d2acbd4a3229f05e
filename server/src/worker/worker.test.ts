import { limits, videoSignedUrl } from '@voltline/contract'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { useTestServer } from '../../testing/test-server.ts'
import { issueUpload, type NewUpload } from '../platform/files/uploads.ts'

const server = useTestServer({ ROLES: 'web,worker', FFMPEG_PATH: '/no/such/ffmpeg', LOG_LEVEL: 'silent' })

test('without ffmpeg the server runs, images work, and a video is refused with what to install', async () => {
  const owner = await server.customer('ADVERTISER')
  const put = async (file: Pick<NewUpload, 'folder' | 'contentType'>, body: Buffer) => {
    const { uploadURL } = await server.db.transaction((tx) =>
      issueUpload(
        tx,
        {
          customerId: owner.id,
          bytesMax: limits.imageBytesMax,
          isPrivate: false,
          originalName: '',
          ...file,
        },
        { now: server.now, secrets: server.secrets, publicUrl: server.url },
      ),
    )
    const headers = { 'content-type': file.contentType }
    const response = await fetch(uploadURL, { method: 'PUT', body: new Uint8Array(body), headers })
    return { status: response.status, body: (await response.json()) as Record<string, unknown> }
  }
  const png = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  expect(await put({ folder: 'image', contentType: 'image/png' }, png)).toMatchObject({ status: 200 })
  const request = { product: 'VIDEO', orginname: 'video.mp4', filetype: 'video/mp4' } as const
  expect(await owner.call(videoSignedUrl, request)).toMatchObject({
    error: 'UNKNOWN',
    detail: expect.stringContaining('video needs ffmpeg'),
  })
  const video = await put({ folder: 'video', contentType: 'video/mp4' }, Buffer.from('video'))
  expect(video.status).toBe(400)
  expect(video.body).toMatchObject({
    error: 'UNKNOWN',
    detail: expect.stringContaining('video needs ffmpeg'),
  })
})
