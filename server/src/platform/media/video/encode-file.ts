import {
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedVideoPacketSource,
  FilePathTarget,
  type InputAudioTrack,
  type InputVideoTrack,
  Mp4OutputFormat,
  Output,
} from 'mediabunny'
import { VideoEncoder } from 'node-webcodecs'
import { decodePackets } from './decode-packets.ts'
import { encodeAudio } from './encode-audio.ts'
import { encodedSecondsMax, type VideoSize } from './video.ts'

const framesPerSecondMax = 30
const bitsPerSecond = 2_500_000
const keyFrameEvery = 60
/** High profile, level 4.0: enough for 1920 × 1080 at 30 frames a second. */
const codec = 'avc1.640028'

/** Writes an MP4 with the index first and none of the source's metadata. */
export async function encodeFile(
  source: { video: InputVideoTrack; audio: InputAudioTrack | null },
  target: { path: string } & VideoSize,
): Promise<void> {
  const output = new Output({
    format: new Mp4OutputFormat({ fastStart: 'in-memory' }),
    target: new FilePathTarget(target.path),
  })
  const videoSource = new EncodedVideoPacketSource('avc')
  output.addVideoTrack(videoSource, { rotation: source.video.rotation })
  const audio = source.audio && (await encodeAudio(source.audio))
  const audioSource = audio ? new EncodedAudioPacketSource('aac') : undefined
  if (audioSource) output.addAudioTrack(audioSource)
  await output.start()
  await encodeVideo(source.video, target, (packet, config) =>
    videoSource.add(packet, config && { decoderConfig: config }),
  )
  videoSource.close()
  for (const { packet, metadata } of audio ?? []) await audioSource?.add(packet, metadata)
  audioSource?.close()
  await output.finalize()
}

type AddPacket = (packet: EncodedPacket, config: VideoDecoderConfig | undefined) => Promise<void>

async function encodeVideo(track: InputVideoTrack, target: VideoSize, add: AddPacket): Promise<void> {
  const waiting: { packet: EncodedPacket; config: VideoDecoderConfig | undefined }[] = []
  let failure: unknown
  const encoder = new VideoEncoder({
    output: (chunk, metadata) => {
      // The package labels colours as RGB when it is given none; the stream's own label is right.
      const config = metadata?.decoderConfig && { ...metadata.decoderConfig, colorSpace: undefined }
      waiting.push({
        // The last frame has no successor that would end it.
        packet: EncodedPacket.fromEncodedChunk(chunk as never).clone({ duration: 1 / framesPerSecondMax }),
        config: config as VideoDecoderConfig | undefined,
      })
    },
    error: (fault) => {
      failure = fault
    },
  })
  const isSideways = track.rotation % 180 === 90
  encoder.configure({
    codec,
    width: isSideways ? target.height : target.width,
    height: isSideways ? target.width : target.height,
    bitrate: bitsPerSecond,
    bitrateMode: 'variable',
    framerate: framesPerSecondMax,
    avc: { format: 'avc' },
    hardwareAcceleration: 'prefer-software',
    // Encodes in the caller's turn, so that raw frames cannot pile up.
    useWorkerThread: false,
  })
  const addWaiting = async () => {
    if (failure !== undefined) throw failure
    for (const { packet, config } of waiting.splice(0)) await add(packet, config)
  }
  let encoded = 0
  let lastSlot = -1
  await decodePackets(track, { until: encodedSecondsMax }, async (frame) => {
    // The encoder's scaler is set up for the size of the first frame.
    if (frame.codedWidth !== track.codedWidth || frame.codedHeight !== track.codedHeight) {
      throw new Error('the picture’s size changes')
    }
    const slot = Math.floor((frame.timestamp / 1_000_000) * framesPerSecondMax + 0.001)
    if (slot <= lastSlot) return
    lastSlot = slot
    encoder.encode(frame, { keyFrame: encoded++ % keyFrameEvery === 0 })
    await addWaiting()
  })
  await encoder.flush()
  await addWaiting()
  encoder.close()
}
