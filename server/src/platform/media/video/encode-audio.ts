import { setImmediate as turnOfLoop } from 'node:timers/promises'
import { type AudioSample, AudioSampleSink, EncodedPacket, type InputAudioTrack } from 'mediabunny'
import { AudioData, AudioEncoder } from 'node-webcodecs'
import { encodedSecondsMax } from './video.ts'

const bitsPerSecond = 128_000
/** An AAC frame. The encoder takes no more than this at a time and would drop the rest. */
const blockFrames = 1_024
const channelsMax = 8
/** The encoder does not resample across blocks, so the source's rate is kept; AAC has these. */
const sampleRates = new Set([
  8_000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 88_200, 96_000,
])

export interface AudioPacket {
  packet: EncodedPacket
  metadata: EncodedAudioChunkMetadata | undefined
}

/** Encodes to stereo AAC, in memory: half a megabyte at most. Undefined for sound that cannot be decoded. */
export async function encodeAudio(track: InputAudioTrack): Promise<AudioPacket[] | undefined> {
  const { sampleRate, numberOfChannels: channels } = track
  if (!sampleRates.has(sampleRate) || channels > channelsMax || !(await track.canDecode())) return undefined
  const packets: AudioPacket[] = []
  let failure: unknown
  const encoder = new AudioEncoder({
    output: (chunk, metadata) =>
      packets.push({
        packet: EncodedPacket.fromEncodedChunk(chunk as never),
        metadata: metadata as EncodedAudioChunkMetadata | undefined,
      }),
    error: (fault) => {
      failure = fault
    },
  })
  encoder.configure({ codec: 'mp4a.40.2', sampleRate, numberOfChannels: 2, bitrate: bitsPerSecond })
  let framesDone = 0
  for await (const block of blocksOf(track)) {
    const numberOfFrames = block.length / channels
    const timestamp = Math.round((framesDone / sampleRate) * 1_000_000)
    const audio = new AudioData({
      format: 'f32',
      sampleRate,
      numberOfFrames,
      numberOfChannels: channels,
      timestamp,
      data: block,
    })
    encoder.encode(audio)
    audio.close()
    framesDone += numberOfFrames
    if (failure !== undefined) throw failure
  }
  await encoder.flush()
  encoder.close()
  return packets
}

/** Interleaved samples of the source in blocks of one AAC frame; the last may be shorter. */
async function* blocksOf(track: InputAudioTrack): AsyncGenerator<Float32Array> {
  const blockSize = blockFrames * track.numberOfChannels
  let block = new Float32Array(blockSize)
  let filled = 0
  for await (const sample of new AudioSampleSink(track).samples(0, encodedSecondsMax)) {
    const samples = interleaved(sample)
    sample.close()
    for (let index = 0; index < samples.length; ) {
      const count = Math.min(samples.length - index, blockSize - filled)
      block.set(samples.subarray(index, index + count), filled)
      filled += count
      index += count
      if (filled < blockSize) continue
      yield block
      block = new Float32Array(blockSize)
      filled = 0
    }
    // Gives the decoder's callbacks a turn.
    await turnOfLoop()
  }
  if (filled > 0) yield block.slice(0, filled)
}

/** Without the encoder's padding, which has a negative time. */
function interleaved(sample: AudioSample): Float32Array {
  const samples = new Float32Array(sample.allocationSize({ planeIndex: 0, format: 'f32' }) / 4)
  sample.copyTo(samples, { planeIndex: 0, format: 'f32' })
  if (sample.timestamp >= 0) return samples
  const paddingFrames = Math.min(sample.numberOfFrames, Math.round(-sample.timestamp * sample.sampleRate))
  return samples.subarray(paddingFrames * sample.numberOfChannels)
}
