import { BufferTarget, EncodedAudioPacketSource, EncodedPacket, Output, WebMOutputFormat } from 'mediabunny'

/** 20 ms of sound as Opus packs it: what is in it is nobody's business where nothing is decoded. */
const packetSeconds = 0.02

/** A WebM as browsers write it while they record: neither its length nor an index is in it. */
export async function liveWebm(seconds: number): Promise<Buffer> {
  const target = new BufferTarget()
  // a second each, as a browser closes one whenever it is asked for what there is
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
