import { BufferTarget, EncodedAudioPacketSource, EncodedPacket, Output, WebMOutputFormat } from 'mediabunny'

/** 20 ms of sound as Opus packs it; the content does not matter, because nothing decodes it. */
const packetSeconds = 0.02

/** A WebM as browsers record it, without length and index. */
export async function liveWebm(seconds: number): Promise<Buffer> {
  const target = new BufferTarget()
  // one-second clusters, because a browser ends one at each request for data
  const output = new Output({ format: new WebMOutputFormat({ appendOnly: true, minimumClusterDuration: 1 }), target })
  const source = new EncodedAudioPacketSource('opus')
  output.addAudioTrack(source)
  await output.start()
  const decoderConfig = { codec: 'opus', sampleRate: 48_000, numberOfChannels: 1 }
  for (let index = 0; index * packetSeconds < seconds; index += 1) {
    const data = Uint8Array.from({ length: 160 }, (_, at) => (index * 31 + at * 7) % 256)
    await source.add(new EncodedPacket(data, 'key', index * packetSeconds, packetSeconds), { decoderConfig })
  }
  await output.finalize()
  if (target.buffer === null) throw new Error('nothing was written')
  return Buffer.from(target.buffer)
}
