import { stat } from 'node:fs/promises'
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

/**
 * Rewrites a browser's WebM recording with length and index, which players need for seeking. Decodes nothing. Uses a
 * truncated recording as far as possible. Resolves to false, perhaps with a partial file, if it is not WebM with audio.
 * Rejects with disk errors. Damaged input can loop or exhaust memory: run it in a thread (`MediaReader`).
 */
export async function writeWholeSound(from: string, to: string): Promise<boolean> {
  const { size } = await stat(from)
  const input = new Input({ source: new FilePathSource(from), formats: [WEBM] })
  try {
    const track = await input.getPrimaryAudioTrack().catch(() => null)
    const codec = (await track?.getCodec()) ?? null
    const decoderConfig = (await track?.getDecoderConfig()) ?? null
    if (track === null || codec === null || decoderConfig === null) return false
    // damaged Matroska may call itself WebM
    if (!new WebMOutputFormat().getSupportedAudioCodecs().includes(codec)) return false
    return await written(new EncodedPacketSink(track), decoderConfig, new EncodedAudioPacketSource(codec), to, size)
  } finally {
    input.dispose()
  }
}

/**
 * Writes the packets of a file of `size` bytes. Resolves to false if it has none, or if they cannot be written in
 * order.
 */
async function written(
  sink: EncodedPacketSink,
  decoderConfig: AudioDecoderConfig,
  source: EncodedAudioPacketSource,
  to: string,
  size: number,
): Promise<boolean> {
  const output = new Output({ format: new WebMOutputFormat(), target: new FilePathTarget(to) })
  output.addAudioTrack(source)
  try {
    await output.start()
    let packets = 0
    let bytes = 0
    for (const packetsOf = readable(sink.packets()); ; packets += 1) {
      const packet = await packetsOf()
      if (packet === null) break
      bytes += packet.byteLength
      // repeated bytes: a file cannot hold more packets than bytes
      if (bytes > size || packets > size) return false
      await source.add(packet, { decoderConfig })
    }
    await output.finalize()
    return packets > 0
  } catch (cause) {
    // a disk error has a code; the muxer's error about times that run backwards has none
    if (cause instanceof Error && 'code' in cause) throw cause
    return false
  } finally {
    // closes the file
    if (output.state !== 'finalized') await output.cancel().catch(() => undefined)
  }
}

/** Returns a function that resolves to the next packet; null at the end or at the first unreadable packet. */
function readable<T>(packets: AsyncGenerator<T, void>): () => Promise<T | null> {
  return async () => {
    const next = await packets.next().catch(() => null)
    return next === null || next.done === true ? null : next.value
  }
}
