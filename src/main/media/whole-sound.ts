import { setImmediate } from 'node:timers/promises'
import {
  EncodedAudioPacketSource,
  EncodedPacketSink,
  FilePathSource,
  FilePathTarget,
  Input,
  Output,
  WEBM,
  WebMOutputFormat,
} from 'mediabunny'

/** After so many packets others get their turn: at 20 to 60 ms of sound each, this is work for a few milliseconds. */
const packetsAtOnce = 64

/**
 * Writes what a browser recorded as WebM into another file, with its length and an index, without which players cannot
 * seek. Nothing is decoded. What breaks off is taken as far as it goes. False, and perhaps half a file, where this is no
 * WebM with sound: then it is good as it is, or not at all. Rejects when `signal` is aborted, and where the disk refuses.
 */
export async function writeWholeSound(from: string, to: string, signal: AbortSignal): Promise<boolean> {
  const input = new Input({ source: new FilePathSource(from), formats: [WEBM] })
  try {
    const track = await input.getPrimaryAudioTrack().catch(() => null)
    const codec = (await track?.getCodec()) ?? null
    const decoderConfig = (await track?.getDecoderConfig()) ?? null
    if (track === null || codec === null || decoderConfig === null) return false
    const source = new EncodedAudioPacketSource(codec)
    const output = new Output({ format: new WebMOutputFormat(), target: new FilePathTarget(to) })
    output.addAudioTrack(source)
    await output.start()
    let packets = 0
    for (const packetsOf = readable(new EncodedPacketSink(track).packets()); ; packets += 1) {
      const packet = await packetsOf()
      if (packet === null) break
      await source.add(packet, { decoderConfig })
      if (packets % packetsAtOnce !== 0) continue
      await setImmediate()
      signal.throwIfAborted()
    }
    await output.finalize()
    return packets > 0
  } finally {
    input.dispose()
  }
}

/** The next one each time it is called; null at the end, which is also where nothing more can be read. */
function readable<T>(packets: AsyncGenerator<T, void>): () => Promise<T | null> {
  return async () => {
    const next = await packets.next().catch(() => null)
    return next === null || next.done === true ? null : next.value
  }
}
