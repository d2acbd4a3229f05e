import { setImmediate as turnOfLoop } from 'node:timers/promises'
import { type EncodedPacket, EncodedPacketSink, type InputVideoTrack } from 'mediabunny'
import { VideoDecoder, VideoFrame } from 'node-webcodecs'

/** Decoded frames are tens of megabytes each, so few may wait. */
const framesWaitingMax = 8

/**
 * Decodes in presentation order and passes each frame to `use`, which must not keep it. Frames are pulled from the
 * decoder's output here, because Mediabunny's own sink can miss a `dequeue` event of this decoder and then never ends.
 */
export async function decodePackets(
  track: InputVideoTrack,
  range: { from?: EncodedPacket; until: number },
  use: (frame: VideoFrame) => Promise<void>,
): Promise<void> {
  const config = await track.getDecoderConfig()
  if (!config) throw new Error('the video has no decoder configuration')
  const frames: VideoFrame[] = []
  // In order. The decoder puts the time of the latest packet on a frame, which is wrong by its delay; frames come out in
  // the order of their own times.
  const timestamps: number[] = []
  let failure: unknown
  const decoder = new VideoDecoder({
    output: (frame) => frames.push(frame),
    error: (fault) => {
      failure = fault
    },
  })
  decoder.configure(config as Parameters<VideoDecoder['configure']>[0])
  const useFrames = async () => {
    await turnOfLoop()
    if (failure !== undefined) throw failure
    for (const frame of frames.splice(0)) {
      const timed = new VideoFrame(frame, { timestamp: timestamps.shift() ?? frame.timestamp })
      frame.close()
      await use(timed)
      timed.close()
    }
  }
  let sent = 0
  for await (const packet of new EncodedPacketSink(track).packets(range.from)) {
    if (packet.timestamp > range.until) break
    decoder.decode(packet.toEncodedVideoChunk() as never)
    insertInOrder(timestamps, packet.microsecondTimestamp)
    sent++
    if (frames.length > 0 || sent % framesWaitingMax === 0) await useFrames()
  }
  await decoder.flush()
  await useFrames()
  decoder.close()
}

function insertInOrder(values: number[], value: number): void {
  const last = values.findLastIndex((known) => known <= value)
  values.splice(last + 1, 0, value)
}
