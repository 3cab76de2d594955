import {
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedVideoPacketSource,
  Output,
  WebMOutputFormat,
} from 'mediabunny'

export interface SmallVideo {
  readonly frames: number
  readonly width?: number
  readonly codec?: 'vp8' | 'vp9'
  /** Seconds of sound; none by default. */
  readonly sound?: number
  /** Times of the frames begin here, in seconds. */
  readonly begin?: number
  /** Makes the content of the frames differ. */
  readonly seed?: number
}

const frameSeconds = 0.04
const packetSeconds = 0.02

/** A WebM of packets that nothing decodes. */
export async function smallVideo(parts: SmallVideo): Promise<Buffer> {
  const { begin = 0, codec = 'vp8', frames, seed = 1, sound = 0, width = 64 } = parts
  const target = new BufferTarget()
  const output = new Output({ format: new WebMOutputFormat(), target })
  const video = new EncodedVideoPacketSource(codec)
  output.addVideoTrack(video)
  const audio = sound > 0 ? new EncodedAudioPacketSource('opus') : null
  if (audio !== null) output.addAudioTrack(audio)
  await output.start()
  const bytes = (length: number, index: number): Uint8Array =>
    Uint8Array.from({ length }, (_, at) => (index * 31 + at * 7 + seed * 13) % 256)
  const decoderConfig = { codec: codec === 'vp8' ? 'vp8' : 'vp09.00.10.08', codedWidth: width, codedHeight: 48 }
  for (let index = 0; index < frames; index += 1) {
    const type = index % 10 === 0 ? 'key' : 'delta'
    const packet = new EncodedPacket(bytes(200, index), type, begin + index * frameSeconds, frameSeconds)
    await video.add(packet, { decoderConfig })
  }
  const soundConfig = { codec: 'opus', sampleRate: 48_000, numberOfChannels: 1 }
  for (let index = 0; index * packetSeconds < sound; index += 1) {
    const packet = new EncodedPacket(bytes(80, index), 'key', begin + index * packetSeconds, packetSeconds)
    await audio?.add(packet, { decoderConfig: soundConfig })
  }
  await output.finalize()
  if (target.buffer === null) throw new Error('nothing was written')
  return Buffer.from(target.buffer)
}
