/**
 * Reads or encodes one video in its own process, so that a decoder can crash or exhaust only that.
 * Arguments: `open`, `probe PATH`, `encode PATH OUTPUT WIDTH HEIGHT` or `poster PATH OUTPUT SECONDS`.
 * Prints one line of JSON and exits with 0; any other code means that it crashed or was killed.
 */
import { EncodedPacketSink, FilePathSource, Input, type InputVideoTrack, MP4, QTFF } from 'mediabunny'
import { VideoDecoder } from 'node-webcodecs'
import 'node-webcodecs/register'
import sharp from 'sharp'
import { decodePackets } from './decode-packets.ts'
import { encodeFile } from './encode-file.ts'

class Refused extends Error {}

const openInput = (path: string) => new Input({ formats: [MP4, QTFF], source: new FilePathSource(path) })

async function pictureOf(input: Input): Promise<InputVideoTrack> {
  const track = await input.getPrimaryVideoTrack()
  if (!track) throw new Refused('the video has no picture')
  if (!(await track.canDecode()))
    throw new Refused(`the video’s format (${track.codec ?? 'unknown'}) is not supported`)
  return track
}

async function probe(path: string) {
  const input = openInput(path)
  if (!(await input.canRead())) throw new Refused('the file is not an MP4 or MOV video')
  const track = await pictureOf(input)
  const durationMs = Math.round((await track.computeDuration()) * 1_000)
  return { durationMs, width: track.displayWidth, height: track.displayHeight }
}

async function encode(path: string, output: string, width: number, height: number) {
  const input = openInput(path)
  const video = await pictureOf(input)
  await encodeFile({ video, audio: await input.getPrimaryAudioTrack() }, { path: output, width, height })
  return { done: true }
}

async function poster(path: string, output: string, seconds: number) {
  const track = await pictureOf(openInput(path))
  const from = await new EncodedPacketSink(track).getKeyPacket(seconds)
  if (!from) throw new Refused('the video has no picture')
  let bytes: Uint8Array | undefined
  await decodePackets(track, { from, until: seconds }, async (frame) => {
    bytes = new Uint8Array(frame.allocationSize({ format: 'RGBA' }))
    await frame.copyTo(bytes, { format: 'RGBA' })
  })
  if (!bytes) throw new Refused('the video has no picture')
  const raw = { width: track.codedWidth, height: track.codedHeight, channels: 4 as const }
  await sharp(bytes, { raw }).rotate(track.rotation).removeAlpha().jpeg({ quality: 88 }).toFile(output)
  return { done: true }
}

/** The package loads its native library lazily: querying a codec shows whether it is there. */
async function open() {
  const { supported } = await VideoDecoder.isConfigSupported({ codec: 'avc1.640028' })
  return supported ? { done: true } : { refused: 'H.264 is not supported' }
}

async function run([command = '', path = '', output = '', ...numbers]: readonly string[]): Promise<object> {
  const [first = 0, second = 0] = numbers.map(Number)
  switch (command) {
    case 'open':
      return open()
    case 'probe':
      return probe(path)
    case 'encode':
      return encode(path, output, first, second)
    case 'poster':
      return poster(path, output, first)
    default:
      throw new Error(`unknown command ${command}`)
  }
}

// The package's decoders do not keep the event loop alive while they work.
const keepAlive = setInterval(() => {}, 1_000)
const reply = await run(process.argv.slice(2)).catch((fault: unknown) => ({
  refused:
    fault instanceof Refused ? fault.message : 'the file is not an MP4 or MOV video that can be decoded',
}))
clearInterval(keepAlive)
process.stdout.write(JSON.stringify(reply), () => process.exit(0))
