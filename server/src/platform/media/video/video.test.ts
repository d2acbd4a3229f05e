import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openFfmpeg, readProbe } from './ffmpeg.ts'
import { openPackagedEncoder } from './packaged.ts'
import { encodedSize, type VideoEncoder } from './video.ts'

const run = promisify(execFile)
const folder = mkdtempSync(join(tmpdir(), 'voltline-video-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let made = 0
interface VideoOptions {
  seconds: number
  size?: string
  sound?: boolean
  format?: string
  args?: string[]
}
/** A short video of coloured bars. */
async function makeVideo({
  seconds,
  size = '320x180',
  sound = true,
  format = 'mp4',
  args = [],
}: VideoOptions): Promise<string> {
  const path = join(folder, `video-${made++}`)
  const picture = ['-f', 'lavfi', '-i', `testsrc=size=${size}:rate=10`]
  const tone = sound ? ['-f', 'lavfi', '-i', 'sine=frequency=440:sample_rate=44100'] : []
  const codec = [
    '-c:v',
    'libx264',
    '-preset',
    'ultrafast',
    '-pix_fmt',
    'yuv420p',
    ...(sound ? ['-c:a', 'aac'] : []),
  ]
  await run('ffmpeg', [
    '-v',
    'error',
    ...picture,
    ...tone,
    '-t',
    String(seconds),
    ...codec,
    ...args,
    '-f',
    format,
    path,
  ])
  return path
}
const written = (content: Buffer | string) => {
  const path = join(folder, `file-${made++}`)
  writeFileSync(path, content)
  return path
}

const streamsOf = async (path: string) => {
  const { stdout } = await run('ffprobe', ['-v', 'error', '-show_streams', '-of', 'json', path])
  return (JSON.parse(stdout) as { streams: Record<string, unknown>[] }).streams
}

const encoders = [
  ['ffmpeg', () => openFfmpeg({ ffmpegPath: 'ffmpeg', ffprobePath: 'ffprobe' })],
  ['the packaged encoder', openPackagedEncoder],
] as const

describe.each(encoders)('%s', (_name, open) => {
  let encoder: VideoEncoder
  beforeAll(async () => {
    const opened = await open()
    if (!opened)
      throw new Error('These tests need ffmpeg and ffprobe on the path and the package node-webcodecs.')
    encoder = opened
  })
  const probe = (path: string) => encoder.probe({ path, folder })

  test.each([4.9, 5, 35, 35.1])('VALID-47 a video of %d seconds is measured exactly', async (seconds) => {
    const properties = await probe(await makeVideo({ seconds, size: '64x64' }))
    expect(properties).toEqual({ ok: true, value: { durationMs: seconds * 1_000, width: 64, height: 64 } })
  })

  test('VALID-44 a MOV and a video without sound are accepted', async () => {
    expect(await probe(await makeVideo({ seconds: 1, format: 'mov' }))).toMatchObject({ ok: true })
    expect(await probe(await makeVideo({ seconds: 1, sound: false }))).toMatchObject({ ok: true })
  })

  test('a rotated video of a phone is measured upright', async () => {
    const file = readFileSync(await makeVideo({ seconds: 1, size: '320x180', sound: false }))
    // The track's matrix, rotated by 90 degrees.
    const matrix = file.indexOf('tkhd') + 44
    const quarter = [0, 0x00010000, 0, 0xffff0000, 0, 0, 180 * 0x10000, 0, 0x40000000]
    quarter.forEach((value, index) => {
      file.writeUInt32BE(value, matrix + index * 4)
    })
    expect(await probe(written(file))).toMatchObject({ ok: true, value: { width: 180, height: 320 } })
  })

  describe('threats 53 and 55: a file that is not an MP4 or MOV video is refused', () => {
    const corpus: [string, () => Promise<string> | string][] = [
      ['a text', () => written('not a video')],
      ['nothing', () => written('')],
      [
        'an image',
        async () =>
          written(
            await sharp({ create: { width: 64, height: 64, channels: 3, background: 'red' } })
              .png()
              .toBuffer(),
          ),
      ],
      ['a WebM', () => makeVideo({ seconds: 1, sound: false, format: 'webm', args: ['-c:v', 'libvpx'] })],
      ['a transport stream', () => makeVideo({ seconds: 1, format: 'mpegts' })],
      ['a Matroska video', () => makeVideo({ seconds: 1, format: 'matroska' })],
      ['sound alone', () => makeVideo({ seconds: 1, args: ['-vn'] })],
      ['half a video', async () => written(readFileSync(await makeVideo({ seconds: 2 })).subarray(0, 4_000))],
      ['a picture wider than 4096', () => makeVideo({ seconds: 0.2, size: '4200x64', sound: false })],
      ['a list of files', () => written("ffconcat version 1.0\nfile '/etc/passwd'\n")],
      [
        'a session description',
        () => written('v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nm=video 5004 RTP/AVP 96\n'),
      ],
      ['an image list', () => written('/etc/passwd')],
    ]
    test.each(corpus)('%s', async (_name, make) => {
      expect(await probe(await make())).toMatchObject({ ok: false, error: 'BAD_CONTENT' })
    })
  })

  test('threat 55: a playlist reaches neither the network nor another file', async () => {
    let hits = 0
    const canary = createServer((_request, response) => {
      hits++
      response.end()
    })
    await new Promise<void>((resolve) => canary.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(canary.address() as AddressInfo).port}/secret.ts`
    for (const target of [
      url,
      'file:///etc/passwd',
      `concat:${url}|/etc/passwd`,
      'subfile,,start,0,end,9,,:/etc/passwd',
    ]) {
      const path = written(`#EXTM3U\n#EXT-X-TARGETDURATION:5\n#EXTINF:5,\n${target}\n#EXT-X-ENDLIST\n`)
      expect(await probe(path)).toMatchObject({ ok: false })
      expect(await encoder.encode({ path, folder, width: 64, height: 64 })).toMatchObject({ ok: false })
    }
    canary.close()
    expect(hits).toBe(0)
  })

  test('threat 54: a video whose tables claim a billion samples is refused without allocating them', async () => {
    const file = readFileSync(await makeVideo({ seconds: 1, sound: false }))
    for (const table of ['stsz', 'stts', 'stco', 'stsc']) {
      const bomb = Buffer.from(file)
      const at = bomb.indexOf(table)
      bomb.writeUInt32BE(0x3fffffff, at + (table === 'stsz' ? 12 : 8))
      expect(await probe(written(bomb))).toHaveProperty('ok')
    }
  })

  test('a video is encoded to H.264 and AAC at 720p with its index first, and gets a poster', async () => {
    const path = await makeVideo({ seconds: 5, size: '640x360', args: ['-metadata', 'title=CANARY'] })
    const work = mkdtempSync(join(folder, 'encode-'))
    const properties = await probe(path)
    if (!properties.ok) throw new Error('the video is valid')
    const encoded = await encoder.encode({ path, folder: work, ...properties.value })
    if (!encoded.ok) throw new Error(encoded.detail)
    expect(encoded.value.video).toMatchObject({ width: 1280, height: 720 })
    expect(Math.abs(encoded.value.video.durationMs - 5_000)).toBeLessThan(150)
    const [video, audio] = await streamsOf(encoded.value.video.path)
    expect(video).toMatchObject({ codec_name: 'h264', pix_fmt: 'yuv420p', width: 1280, height: 720 })
    expect(audio).toMatchObject({ codec_name: 'aac' })
    const bytes = readFileSync(encoded.value.video.path)
    expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'))
    expect(bytes.includes('CANARY')).toBe(false)
    const poster = await sharp(encoded.value.poster.path).metadata()
    expect(poster).toMatchObject({ format: 'jpeg', width: 1280, height: 720 })
  })

  test('an upright video without sound stays upright and without sound', async () => {
    const path = await makeVideo({ seconds: 5, size: '180x320', sound: false, format: 'mov' })
    const work = mkdtempSync(join(folder, 'encode-'))
    const encoded = await encoder.encode({ path, folder: work, width: 180, height: 320 })
    if (!encoded.ok) throw new Error(encoded.detail)
    const streams = await streamsOf(encoded.value.video.path)
    expect(streams).toHaveLength(1)
    expect(streams[0]).toMatchObject({ width: 720, height: 1280 })
  })
})

test('a probe without usable properties is refused', () => {
  for (const printed of [null, 7, {}, { streams: [{}] }, { streams: 'x' }]) {
    expect(readProbe(printed)).toMatchObject({ ok: false })
  }
  const picture = { codec_type: 'video', codec_name: 'h264', width: 64, height: 64 }
  for (const duration of ['N/A', '0', '-1', 'NaN', 'Infinity', '1e9']) {
    expect(readProbe({ streams: [{ ...picture, duration }] })).toMatchObject({ ok: false })
  }
  // The cover of a song is not a video.
  const cover = { ...picture, duration: '5', disposition: { attached_pic: 1 } }
  expect(readProbe({ streams: [cover] })).toMatchObject({ ok: false })
})

test('720p means a short side of 720 in either orientation, and very long shapes stay within 1920', () => {
  expect(encodedSize({ width: 1920, height: 1080 })).toEqual({ width: 1280, height: 720 })
  expect(encodedSize({ width: 1080, height: 1920 })).toEqual({ width: 720, height: 1280 })
  expect(encodedSize({ width: 320, height: 240 })).toEqual({ width: 960, height: 720 })
  expect(encodedSize({ width: 101, height: 101 })).toEqual({ width: 720, height: 720 })
  expect(encodedSize({ width: 4096, height: 16 })).toEqual({ width: 1920, height: 8 })
})
