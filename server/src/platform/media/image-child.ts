/**
 * Decodes one image and encodes it again in its own process, so that a decoder can crash or exhaust only that.
 * Arguments: the input's path, the output's path, the type it was announced as, the most bytes the output may have,
 * and optionally, for pictures of ads, its largest width and height: those must also show something.
 * Prints one line of JSON and exits with 0; any other code means that it crashed or was killed.
 */
import { stat } from 'node:fs/promises'
import sharp, { type Sharp } from 'sharp'

/** The largest photograph of a phone; 200 MB when decoded. */
const pixelsMax = 50_000_000
const sideMax = 16_383
/** Every other loader, SVG above all, is blocked. */
const loaders: Readonly<Record<string, string>> = {
  'image/jpeg': 'VipsForeignLoadJpegFile',
  'image/png': 'VipsForeignLoadPngFile',
  'image/webp': 'VipsForeignLoadWebpFile',
  'image/gif': 'VipsForeignLoadNsgifFile',
}
const jpegQualities = [92, 86, 80, 72, 62, 50]
const paletteColours = [256, 64]

type Encoding = (image: Sharp) => Sharp

/** From the best to the smallest: the first that fits is used, so that a file never exceeds its limit. */
function encodingsOf(type: string): Encoding[] {
  switch (type) {
    case 'image/jpeg':
      return jpegQualities.map((quality) => (image) => image.jpeg({ quality, optimiseCoding: true }))
    case 'image/webp':
      return jpegQualities.map((quality) => (image) => image.webp({ quality }))
    case 'image/gif':
      return paletteColours.map((colours) => (image) => image.gif({ colours }))
    default:
      // Photographs are smaller with filters, drawings without; a palette is the last resort.
      return [
        (image) => image.png({ compressionLevel: 6, adaptiveFiltering: true }),
        (image) => image.png({ compressionLevel: 9 }),
        (image) => image.png({ compressionLevel: 9, adaptiveFiltering: true }),
        ...paletteColours.map(
          (colours): Encoding =>
            (image) =>
              image.png({ palette: true, colours, dither: 0, effort: 1 }),
        ),
      ]
  }
}

/** Compression leaves a little noise in one colour; any drawing or text has far more. */
const plainDeviationMax = 2
const sampleSidePx = 256

/** One colour all over, or fully transparent: there is nothing to see. Looks at a small copy, which is much faster. */
async function isPlain(image: Sharp): Promise<boolean> {
  const small = image.resize(sampleSidePx, sampleSidePx, { fit: 'fill' })
  const { data, info } = await small.raw().toBuffer({ resolveWithObject: true })
  const { channels } = info
  const pixels = data.length / channels
  for (let channel = 0; channel < channels; channel++) {
    let sum = 0
    let squares = 0
    for (let at = channel; at < data.length; at += channels) {
      const value = data[at] ?? 0
      sum += value
      squares += value * value
    }
    const mean = sum / pixels
    if (Math.sqrt(Math.max(0, squares / pixels - mean * mean)) >= plainDeviationMax) return false
  }
  return true
}

interface OutputLimits {
  bytesMax: number
  widthMax: number
  heightMax: number
  mustShow: boolean
}

async function check(input: string, output: string, type: string, limits: OutputLimits) {
  const loader = loaders[type]
  if (!loader) return { refused: `${type} is not an image type` }
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: [loader] })
  sharp.concurrency(1)
  sharp.cache(false)
  // One page: only the first frame of an animation is read.
  const open = () =>
    sharp(input, { limitInputPixels: pixelsMax, failOn: 'error', sequentialRead: true, pages: 1 })
  const seen = await open().metadata()
  if (`image/${seen.format}` !== type) return { refused: `the file is not ${type}` }
  // As it will be shown: a turned photograph has its sides exchanged.
  const { width, height } = seen.autoOrient
  if (width > limits.widthMax || height > limits.heightMax) {
    return { refused: `the image has more than ${limits.widthMax} × ${limits.heightMax} pixels` }
  }
  if (limits.mustShow && (await isPlain(open()))) return { isPlain: true }
  for (const encode of encodingsOf(type)) {
    // Rotated first: the orientation is metadata, and all metadata is dropped.
    const written = await encode(open().autoOrient()).toFile(output)
    const { size } = await stat(output)
    if (size <= limits.bytesMax) return { width: written.width, height: written.height }
  }
  return { refused: 'the image is too large' }
}

const [, , input = '', output = '', type = '', bytesMax = '0', widthMax, heightMax] = process.argv
const limits = {
  bytesMax: Number(bytesMax),
  widthMax: Number(widthMax ?? sideMax),
  heightMax: Number(heightMax ?? sideMax),
  mustShow: widthMax !== undefined,
}
const reply = await check(input, output, type, limits).catch((fault: unknown) => ({
  refused: fault instanceof Error ? (fault.message.split('\n')[0] ?? '') : 'the image cannot be read',
}))
process.stdout.write(JSON.stringify(reply))
