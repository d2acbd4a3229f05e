import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  addAd,
  encodeVideo,
  encodeVideo2,
  getAd,
  imageSignedUrl,
  limits,
  modifyAd,
  plainImageDetail,
  videoDuration,
  videoSignedUrl,
} from '@voltline/contract'
import { assert } from '@voltline/kernel'
import sharp, { type Sharp } from 'sharp'
import { describe, expect, test } from 'vitest'
import { adDraft, giveAd, giveCampaign, giveFile } from '../../../../testing/advertiser.ts'
import { aPicture } from '../../../../testing/picture.ts'
import { type CustomerClient, testPublicUrl, useTestServer } from '../../../../testing/test-server.ts'
import { sql } from '../../../platform/database/sql.ts'

const server = useTestServer({ ROLES: 'web,worker' })
const advertiser = () => server.customer('ADVERTISER')

/** The link leads to the address in the settings; the test's server listens elsewhere. */
const put = (client: CustomerClient, uploadURL: string, file: { type: string; bytes: Buffer }) => {
  const { pathname, search } = new URL(uploadURL)
  return client.raw(`${pathname}${search}`, {
    method: 'PUT',
    body: new Uint8Array(file.bytes),
    headers: { 'content-type': file.type },
  })
}

const ffmpeg = process.env.FFMPEG_PATH ?? 'ffmpeg'

function makeVideo(seconds: number): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'voltline-video-'))
  const path = join(folder, 'video.mp4')
  const source = ['-f', 'lavfi', '-i', `testsrc=size=160x90:rate=10:duration=${seconds}`]
  const made = spawnSync(ffmpeg, ['-v', 'error', ...source, '-pix_fmt', 'yuv420p', path], {
    encoding: 'utf8',
  })
  assert(made.status === 0, `ffmpeg makes the video: ${made.stderr}`)
  const bytes = readFileSync(path)
  rmSync(folder, { recursive: true })
  return bytes
}

const videoLink = (client: CustomerClient) =>
  client.ok(videoSignedUrl, { product: 'VIDEO', orginname: '../../video.mp4', filetype: 'video/mp4' })

async function encodedName(client: CustomerClient, resultURL: string): Promise<string> {
  for (let tries = 0; tries < 100; tries++) {
    const reply = await client.raw(resultURL)
    if (reply.status === 200) {
      const result = (await reply.json()) as { Result: { Job: { Status: string; Output: { Key: string } } } }
      expect(result.Result.Job.Status).toBe('Complete')
      return result.Result.Job.Output.Key
    }
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new Error('The encoding did not end.')
}

describe('images', () => {
  test('API-52 API-34 AD-AD-34 links are in the files’ order, and the uploaded files make an ad', async () => {
    const client = await advertiser()
    const { urls } = await client.ok(imageSignedUrl, {
      product: 'BANNER',
      uploadFiles: [
        { name: 'a.png', type: 'image/png' },
        { name: '../../b.jpg', type: 'image/jpeg' },
      ],
    })
    expect(urls.map((url) => url.filename.slice(-4))).toEqual(['.png', '.jpg'])
    const picture = aPicture(640, 320)
    const [first, second] = urls
    assert(first && second, 'two links')
    expect(
      (await put(client, first.uploadURL, { type: 'image/png', bytes: await picture.png().toBuffer() }))
        .status,
    ).toBe(200)
    const jpeg = await picture.jpeg().toBuffer()
    expect((await put(client, second.uploadURL, { type: 'image/jpeg', bytes: jpeg })).status).toBe(200)
    const filenames = urls.map((url) => url.filename)
    const proID = await giveAd(server, client, { filenames })
    const { ad } = await client.ok(getAd, { proID: String(proID) })
    expect(JSON.parse(ad?.MatNames ?? '')).toEqual({ MatNames: filenames })
    expect((await server.client().raw(`/files/${first.filename}`)).status).toBe(200)
  })

  test('Q-99 VALID-40 VALID-42 VALID-43 the declared types and counts are checked when signing', async () => {
    const client = await advertiser()
    const file = { name: 'a.png', type: 'image/png' }
    const errorOf = async (product: 'BANNER' | 'INTERSTITIAL' | 'VIDEO', uploadFiles: (typeof file)[]) => {
      const reply = await client.call(imageSignedUrl, { product, uploadFiles })
      return reply.status === 200 ? reply.error : reply.status
    }
    expect(await errorOf('BANNER', [file, file])).toBe('SUCCESS')
    expect(await errorOf('BANNER', [file, file, file])).toBe(400)
    expect(await errorOf('BANNER', [])).toBe(400)
    expect(await errorOf('INTERSTITIAL', [file])).toBe('SUCCESS')
    expect(await errorOf('INTERSTITIAL', [file, file])).toBe('UNKNOWN')
    expect(await errorOf('VIDEO', [file])).toBe('UNKNOWN')
    expect(await errorOf('BANNER', [{ name: 'a.svg', type: 'image/svg+xml' }])).toBe('UNKNOWN')
  })

  test('an image with more pixels than its product shows is refused at the PUT, and in an ad of that product', async () => {
    const client = await advertiser()
    const picture = (width: number, height: number) => aPicture(width, height).png().toBuffer()
    const send = async (product: 'BANNER' | 'INTERSTITIAL', width: number, height: number) => {
      const { urls } = await client.ok(imageSignedUrl, {
        product,
        uploadFiles: [{ name: 'a.png', type: 'image/png' }],
      })
      const bytes = await picture(width, height)
      const reply = await put(client, urls[0]?.uploadURL ?? '', { type: 'image/png', bytes })
      return { status: reply.status, filename: urls[0]?.filename ?? '' }
    }
    expect((await send('BANNER', 4_096, 2_048)).status).toBe(200)
    expect((await send('BANNER', 4_097, 1)).status).toBe(400)
    expect((await send('BANNER', 1, 2_049)).status).toBe(400)
    expect((await send('INTERSTITIAL', 1, 4_097)).status).toBe(400)
    const large = await send('INTERSTITIAL', 4_096, 4_096)
    expect(large.status).toBe(200)
    const campID = await giveCampaign(client)
    const filenames = [large.filename]
    const banner = adDraft(campID, filenames)
    expect(await client.call(addAd, banner)).toMatchObject({
      status: 200,
      error: 'UNKNOWN',
      detail: 'filenames: BANNER has at most 4096 × 2048 pixels',
    })
    await client.ok(addAd, { ...banner, product: 'INTERSTITIAL', billingType: 'CPC' })
  })

  test('pictures that show nothing are refused at the PUT with a detail', async () => {
    const client = await advertiser()
    const send = async (picture: Sharp, type: 'image/png' | 'image/jpeg') => {
      const { urls } = await client.ok(imageSignedUrl, {
        product: 'BANNER',
        uploadFiles: [{ name: 'a', type }],
      })
      const bytes = await (type === 'image/png' ? picture.png() : picture.jpeg()).toBuffer()
      const reply = await put(client, urls[0]?.uploadURL ?? '', { type, bytes })
      return { status: reply.status, ...((await reply.json()) as { error: string; detail?: string }) }
    }
    const plain = (width: number, height: number, background = '#2746E0') =>
      sharp({ create: { width, height, channels: 3, background } })
    const transparent = sharp(
      randomBytes(320 * 50 * 4).map((byte, index) => (index % 4 === 3 ? 0 : byte)),
      {
        raw: { width: 320, height: 50, channels: 4 },
      },
    )
    const refused = { status: 400, error: 'UNKNOWN', detail: plainImageDetail }
    expect(await send(plain(320, 50), 'image/png')).toMatchObject(refused)
    expect(await send(plain(1, 1), 'image/png')).toMatchObject(refused)
    expect(await send(plain(640, 100, '#C9F227'), 'image/jpeg')).toMatchObject(refused)
    expect(await send(transparent, 'image/png')).toMatchObject(refused)
    expect(await send(aPicture(320, 50), 'image/png')).toMatchObject({ status: 200 })
    const text = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="320" height="50"><rect x="9" y="20" width="60" height="4"/></svg>',
    )
    expect(await send(sharp(text), 'image/png')).toMatchObject({ status: 200 })
  })

  test('a picture of the wrong size or shape makes no ad, and an ad keeps the pictures it has', async () => {
    const client = await advertiser()
    const campID = await giveCampaign(client)
    const file = (width: number, height: number) =>
      giveFile(server, client, { folder: 'image', width, height })
    const detailOf = async (product: 'BANNER' | 'INTERSTITIAL', width: number, height: number) => {
      const { name } = await file(width, height)
      const billingType = product === 'BANNER' ? 'CPM' : 'CPC'
      const reply = await client.call(addAd, { ...adDraft(campID, [name]), product, billingType })
      return reply.error === 'UNKNOWN' ? reply.detail : reply.error
    }
    expect(await detailOf('BANNER', 320, 50)).toBe('SUCCESS')
    expect(await detailOf('BANNER', 319, 50)).toBe(
      'filenames: a banner has at least 320 × 50 pixels, not 319 × 50',
    )
    expect(await detailOf('BANNER', 320, 49)).toMatch('at least 320 × 50')
    expect(await detailOf('BANNER', 1, 1)).toMatch('at least 320 × 50')
    expect(await detailOf('BANNER', 1_000, 50)).toBe('SUCCESS')
    expect(await detailOf('BANNER', 1_001, 50)).toBe(
      'filenames: a banner is 2 to 20 times as wide as high, not 1001 × 50',
    )
    expect(await detailOf('BANNER', 320, 160)).toBe('SUCCESS')
    expect(await detailOf('BANNER', 320, 161)).toMatch('2 to 20 times')
    expect(await detailOf('INTERSTITIAL', 320, 480)).toBe('SUCCESS')
    expect(await detailOf('INTERSTITIAL', 480, 320)).toBe('SUCCESS')
    expect(await detailOf('INTERSTITIAL', 320, 479)).toBe(
      'filenames: an interstitial has at least 320 × 480 or 480 × 320 pixels, not 320 × 479',
    )
    expect(await detailOf('INTERSTITIAL', 400, 400)).toMatch('at least 320 × 480')

    const { name } = await file(640, 320)
    const proID = await giveAd(server, client, { campID, filenames: [name] })
    await server.db.transaction((tx) =>
      tx.run(sql`update file set width = 100, height = 90 where name = ${name}`),
    )
    await client.ok(modifyAd, { ...adDraft(campID, [name]), proID, comment: 'Older than the rule' })
    const small = await file(100, 90)
    const changed = { ...adDraft(campID, [name, small.name]), proID }
    expect(await client.call(modifyAd, changed)).toMatchObject({ error: 'UNKNOWN' })
  })

  test('VALID-41 one byte above the limit is refused at the PUT', async () => {
    const client = await advertiser()
    const sign = async () => {
      const { urls } = await client.ok(imageSignedUrl, {
        product: 'INTERSTITIAL',
        uploadFiles: [{ name: 'a.png', type: 'image/png' }],
      })
      return urls[0]?.uploadURL ?? ''
    }
    const bytes = Buffer.alloc(limits.imageBytesMax + 1)
    expect((await put(client, await sign(), { type: 'image/png', bytes })).status).toBe(413)
  })
})

describe('video', () => {
  test('API-53..57 STATE-24 CONST-32 Q-51 Q-52 link, PUT, duration, encode, result, ad', async () => {
    const client = await advertiser()
    const { uploadURL } = await videoLink(client)
    expect(uploadURL.startsWith(`${testPublicUrl}/files/upload/`)).toBe(true)
    expect((await put(client, uploadURL, { type: 'video/mp4', bytes: makeVideo(5) })).status).toBe(200)
    const filename = new URL(uploadURL).pathname.split('/').at(-1) ?? ''
    const uploaded = () => server.client().raw(`/files/${filename}`)
    expect((await uploaded()).status).toBe(404)
    const { duration, url } = await client.ok(videoDuration, { url: uploadURL })
    expect(duration).toBe(5)
    expect(url).toBe(`${testPublicUrl}/files/${filename}`)
    const accepted = await client.ok(encodeVideo, { filename })
    expect(accepted).toEqual({ statusCode: 202, resultURL: `/files/jobs/${filename}.json` })
    // The other path of the call returns the same and does not start a second job.
    expect(await client.ok(encodeVideo2, { filename })).toEqual(accepted)
    const encoded = await encodedName(client, accepted.resultURL)
    const bytesOf = async (reply: Response) => Buffer.from(await reply.arrayBuffer())
    const served = await bytesOf(await uploaded())
    expect(served.equals(await bytesOf(await server.client().raw(`/files/${encoded}`)))).toBe(true)
    const campID = await giveCampaign(client)
    const video = { campID, product: 'VIDEO', billingType: 'CPV' } as const
    const proID = await giveAd(server, client, { ...video, filenames: [encoded] })
    expect((await client.ok(getAd, { proID: String(proID) })).ad).toMatchObject({
      MatNames: JSON.stringify({ MatNames: [encoded] }),
      VideoLength: 5,
    })
  }, 60_000)

  test('Q-99 VALID-44 only MP4 and MOV, and only for the video product', async () => {
    const client = await advertiser()
    const errorOf = async (change: object) =>
      (
        await client.call(videoSignedUrl, {
          ...{ product: 'VIDEO', orginname: 'a.mp4', filetype: 'video/mp4' },
          ...change,
        })
      ).error
    expect(await errorOf({})).toBe('SUCCESS')
    expect(await errorOf({ filetype: 'video/quicktime' })).toBe('SUCCESS')
    expect(await errorOf({ filetype: 'video/webm' })).toBe('UNKNOWN')
    expect(await errorOf({ product: 'BANNER' })).toBe('UNKNOWN')
    for (const orginname of ['../../etc/passwd', 'a\u0000b', '한글.mp4', '\uD800']) {
      expect(await errorOf({ orginname })).toBe('SUCCESS')
    }
  })

  test('threats 48 and 56: duration and encode accept only the caller’s own stored video', async () => {
    const client = await advertiser()
    const stranger = await advertiser()
    const foreign = await giveFile(server, stranger, { folder: 'video', durationMs: 6_000 })
    const image = await giveFile(server, client, { folder: 'image' })
    const unfinished = new URL((await videoLink(client)).uploadURL).pathname.split('/').at(-1) ?? ''
    const names = [
      foreign.name,
      image.name,
      unfinished,
      `${'0'.repeat(32)}.mp4`,
      '-i',
      '../secret-key',
      'a\u0000',
    ]
    for (const filename of names) {
      const url = `${testPublicUrl}/files/upload/${filename}`
      expect(await client.call(videoDuration, { url })).toMatchObject({ status: 200, error: 'NO_PERMISSION' })
      for (const call of [encodeVideo, encodeVideo2]) {
        expect(await client.call(call, { filename })).toMatchObject({ status: 200, error: 'NO_PERMISSION' })
      }
    }
    const outside = [
      'http://127.0.0.1/',
      'http://169.254.169.254/latest/meta-data',
      'file:///etc/passwd',
      '',
      '::',
    ]
    for (const url of outside) {
      expect((await client.call(videoDuration, { url })).error).toBe('NO_PERMISSION')
    }
    const jobs = await server.db.read((session) =>
      session.rows(
        sql`select 1 from video_job v join file f using (file_id) where f.customer_id = ${client.id}`,
      ),
    )
    expect(jobs).toEqual([])
  })

  test('VALID-47 a video of another length is not encoded', async () => {
    const client = await advertiser()
    for (const durationMs of [4_999, 35_001]) {
      const { name } = await giveFile(server, client, { folder: 'video', durationMs })
      expect((await client.call(encodeVideo, { filename: name })).error).toBe('UNKNOWN')
    }
  })
})
