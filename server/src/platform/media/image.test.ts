import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import { limits } from '@voltline/contract'
import sharp from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'
import { rewriteImage } from './image.ts'

const folder = mkdtempSync(join(tmpdir(), 'voltline-image-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let made = 0
async function rewrite(content: Buffer | string, type: string, bytesMax: number = limits.imageBytesMax) {
  const input = join(folder, `in-${made}`)
  const output = join(folder, `out-${made++}`)
  writeFileSync(input, content)
  const result = await rewriteImage({ input, output, type, bytesMax, folder })
  return { result, written: result.ok ? readFileSync(output) : undefined }
}

const flat = (width = 320, height = 50) =>
  sharp({ create: { width, height, channels: 3, background: '#2746E0' } })
const noise = (width: number, height: number) =>
  sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const framed = Buffer.alloc(body.length + 8)
  framed.writeUInt32BE(data.length)
  body.copy(framed, 4)
  framed.writeUInt32BE(crc32(body), body.length + 4)
  return framed
}
const pngSignature = Buffer.from('89504e470d0a1a0a', 'hex')
/** A PNG with one bit per pixel, so that a small file decodes to a huge picture. */
function hugePng(side: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header.set([1, 0, 0, 0, 0], 8)
  const rows = Buffer.alloc((1 + Math.ceil(side / 8)) * side)
  return Buffer.concat([
    pngSignature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

test.each([
  ['image/jpeg', 'jpeg'],
  ['image/png', 'png'],
  ['image/webp', 'webp'],
  ['image/gif', 'gif'],
] as const)('an image that is %s passes with its size', async (type, format) => {
  const { result, written } = await rewrite(await flat().toFormat(format).toBuffer(), type)
  expect(result).toEqual({ ok: true, value: { width: 320, height: 50 } })
  expect((await sharp(written).metadata()).format).toBe(format)
})

test('colours and transparency are preserved', async () => {
  const source = await sharp({
    create: { width: 4, height: 4, channels: 4, background: { r: 10, g: 200, b: 30, alpha: 0.5 } },
  })
    .png()
    .toBuffer()
  const { written } = await rewrite(source, 'image/png')
  expect(await sharp(written).raw().toBuffer()).toEqual(await sharp(source).raw().toBuffer())
})

test('a phone’s photograph is rotated upright and loses its location', async () => {
  const source = await flat(400, 300)
    .withExif({ IFD0: { Artist: 'CANARY <script>' }, IFD3: { GPSLatitude: '37/1 33/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  const { result, written } = await rewrite(source, 'image/jpeg')
  expect(result).toMatchObject({ ok: true, value: { width: 300, height: 400 } })
  const seen = await sharp(written).metadata()
  expect(seen.exif).toBeUndefined()
  expect(written?.includes('CANARY')).toBe(false)
})

describe('threat 53: a file that is not an image of its type is refused', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'
  const corpus: [string, () => Promise<Buffer | string> | Buffer | string, string][] = [
    ['an SVG called png', () => svg, 'image/png'],
    ['an SVG with an XML head called jpeg', () => `<?xml version="1.0"?>${svg}`, 'image/jpeg'],
    ['an SVG called gif', () => svg, 'image/gif'],
    ['HTML called png', () => '<!doctype html><script>alert(1)</script>', 'image/png'],
    [
      'HTML behind a PNG signature',
      () => Buffer.concat([pngSignature, Buffer.from('<script>')]),
      'image/png',
    ],
    ['a JPEG called png', () => flat().jpeg().toBuffer(), 'image/png'],
    ['a PNG called jpeg', () => flat().png().toBuffer(), 'image/jpeg'],
    ['a GIF called png', () => flat().gif().toBuffer(), 'image/png'],
    ['a TIFF called jpeg', () => flat().tiff().toBuffer(), 'image/jpeg'],
    ['an AVIF called png', () => flat(64, 64).avif().toBuffer(), 'image/png'],
    ['a PDF called jpeg', () => '%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>', 'image/jpeg'],
    ['a text called gif', () => 'GIF89a is a format', 'image/gif'],
    ['a zip called png', () => Buffer.from('504b0304140000000000', 'hex'), 'image/png'],
    ['random bytes', () => randomBytes(4_096), 'image/jpeg'],
    ['one byte', () => 'x', 'image/png'],
    ['half a PNG', async () => (await noise(200, 200).png().toBuffer()).subarray(0, 60_000), 'image/png'],
    ['half a JPEG', async () => (await noise(200, 200).jpeg().toBuffer()).subarray(0, 5_000), 'image/jpeg'],
    [
      'a PNG without pixels',
      () => Buffer.concat([pngSignature, chunk('IEND', Buffer.alloc(0))]),
      'image/png',
    ],
    ['a type that is not an image', () => flat().png().toBuffer(), 'text/html'],
    ['a type that is SVG', () => svg, 'image/svg+xml'],
  ]
  test.each(corpus)('%s', async (_name, content, type) => {
    const { result } = await rewrite(await content(), type)
    expect(result).toMatchObject({ ok: false, error: 'BAD_CONTENT' })
  })
})

describe('threat 53: of a polyglot file only the picture is kept', () => {
  const html = '<!doctype html><script>CANARY</script>'
  const pngText = chunk('tEXt', Buffer.from(`Comment\0${html}`))
  const corpus: [string, () => Promise<Buffer>, string][] = [
    [
      'HTML after a PNG',
      async () => Buffer.concat([await flat().png().toBuffer(), Buffer.from(html)]),
      'image/png',
    ],
    [
      'HTML after a JPEG',
      async () => Buffer.concat([await flat().jpeg().toBuffer(), Buffer.from(html)]),
      'image/jpeg',
    ],
    [
      'HTML in a PNG’s comment',
      async () => {
        const png = await flat().png().toBuffer()
        return Buffer.concat([png.subarray(0, 33), pngText, png.subarray(33)])
      },
      'image/png',
    ],
    [
      'HTML in a JPEG’s comment',
      async () => {
        const jpeg = await flat().jpeg().toBuffer()
        const comment = Buffer.from(html)
        const head = Buffer.from([0xff, 0xfe, 0, comment.length + 2])
        return Buffer.concat([jpeg.subarray(0, 2), head, comment, jpeg.subarray(2)])
      },
      'image/jpeg',
    ],
    [
      'HTML in EXIF',
      () =>
        flat()
          .withExif({ IFD0: { ImageDescription: html } })
          .jpeg()
          .toBuffer(),
      'image/jpeg',
    ],
    ['HTML in XMP', () => flat().withXmp(`<x>${html}</x>`).jpeg().toBuffer(), 'image/jpeg'],
  ]
  test.each(corpus)('%s', async (_name, content, type) => {
    const source = await content()
    expect(source.includes('CANARY')).toBe(true)
    const { result, written } = await rewrite(source, type)
    expect(result.ok).toBe(true)
    expect(written?.includes('CANARY')).toBe(false)
  })
})

describe('threat 54: decompression bombs', () => {
  test.each([8_000, 20_000, 60_000])('a small file of %i pixels squared is refused', async (side) => {
    const file = hugePng(Math.min(side, 30_000))
    if (side > 30_000) {
      file.writeUInt32BE(side, 16)
      file.writeUInt32BE(side, 20)
      file.writeUInt32BE(crc32(file.subarray(12, 29)), 29)
    }
    const { result } = await rewrite(file, 'image/png')
    expect(result).toMatchObject({ ok: false })
  })

  test('of an animation only the first frame is read and kept', async () => {
    const frames = 50
    const side = 50
    const strip = sharp(randomBytes(side * side * frames * 3), {
      raw: { width: side, height: side * frames, channels: 3, pageHeight: side },
    })
    const { result, written } = await rewrite(await strip.gif({ effort: 1 }).toBuffer(), 'image/gif')
    expect(result).toEqual({ ok: true, value: { width: side, height: side } })
    expect((await sharp(written).metadata()).pages ?? 1).toBe(1)
  })
})

describe('encoding again never makes a file exceed its limit', () => {
  const max = limits.imageBytesMax
  const fill = (file: Buffer) => Buffer.concat([file, Buffer.alloc(max - file.length)])

  test('a JPEG of the highest quality at exactly the limit', async () => {
    const source = fill(await noise(470, 470).jpeg({ quality: 100 }).toBuffer())
    expect(source.length).toBe(max)
    const { result, written } = await rewrite(source, 'image/jpeg')
    expect(result.ok).toBe(true)
    expect(written?.length).toBeLessThanOrEqual(max)
  })

  test('a PNG of pure noise at exactly the limit', async () => {
    const source = fill(await noise(412, 412).png({ compressionLevel: 9 }).toBuffer())
    const { result, written } = await rewrite(source, 'image/png')
    expect(result.ok).toBe(true)
    expect(written?.length).toBeLessThanOrEqual(max)
  })

  test('a PNG with a palette, three times as large in full colour', async () => {
    const indexed = await noise(300, 300).png({ palette: true, colours: 256 }).toBuffer()
    const { result, written } = await rewrite(indexed, 'image/png', indexed.length + 5_000)
    expect(result.ok).toBe(true)
    expect((await sharp(written).metadata()).isPalette).toBe(true)
  })
})
