import { readBlock } from './media-block.ts'
import { Mp3Frames } from './mp3-frames.ts'

/** Bytes per read: a quarter of a minute of an ordinary file. */
const blockBytes = 256 * 1024
/** Frames given to the decoder before waiting for it. */
const framesAtOnce = 64

/**
 * Maximum bytes, and maximum share of the file, that may be skipped. Beyond both the file is rejected, because speech
 * would be lost silently.
 */
const [lostBytesMax, lostPartMax] = [256 * 1024, 0.1]

/**
 * Decodes an MP3 file of `size` bytes frame by frame, even if its rate or channels change; the receiver closes each
 * sound. The library's decoder keeps a list of all frames and a dozen objects for each: 100 MB in three hours. Rejects
 * if the file cannot be read or decoded, or if much of it is not MP3.
 */
export async function* decodeMp3(url: string, size: number, config: AudioDecoderConfig): AsyncGenerator<AudioData> {
  let decoded: AudioData[] = []
  let failure: DOMException | null = null
  let wake = (): void => {}
  const decoder = new AudioDecoder({
    output: (sound) => decoded.push(sound),
    error: (error) => {
      failure = error
      wake()
    },
  })
  decoder.addEventListener('dequeue', () => wake())
  decoder.configure(config)
  const caughtUp = async (): Promise<void> => {
    while (decoder.decodeQueueSize > 0 && failure === null)
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    if (failure !== null) throw failure
  }
  const take = (): readonly AudioData[] => {
    const taken = decoded
    decoded = []
    return taken
  }
  try {
    let given = 0
    let kind = { rate: config.sampleRate, channels: config.numberOfChannels }
    for await (const { chunk, rate, channels } of chunksOf(url, size)) {
      if (rate !== kind.rate || channels !== kind.channels) {
        kind = { rate, channels }
        if (given > 0) await decoder.flush()
        yield* take()
        decoder.configure({ codec: config.codec, sampleRate: rate, numberOfChannels: channels })
      }
      decoder.decode(chunk)
      given += 1
      if (given % framesAtOnce !== 0) continue
      await caughtUp()
      yield* take()
    }
    await decoder.flush()
    yield* take()
  } finally {
    for (const sound of decoded) sound.close()
    if (decoder.state !== 'closed') decoder.close()
  }
}

interface KnownChunk {
  readonly chunk: EncodedAudioChunk
  readonly rate: number
  readonly channels: number
}

async function* chunksOf(url: string, size: number): AsyncGenerator<KnownChunk> {
  const frames = new Mp3Frames(size)
  let seconds = 0
  for (let before = -1; frames.position < size && frames.position > before; ) {
    before = frames.position
    const block = await readBlock(url, before, Math.min(size, before + blockBytes))
    for (const { at, bytes, channels, rate, samples } of frames.in(block)) {
      const data = block.subarray(at, at + bytes)
      const chunk = new EncodedAudioChunk({ type: 'key', timestamp: Math.round(seconds * 1e6), data })
      yield { chunk, rate, channels }
      seconds += samples / rate
    }
  }
  // if less than half of the file follows the last frame, that is a tag or an attachment, not speech
  const behind = frames.behind < size / 2 ? frames.behind : 0
  const lost = frames.skipped - behind + size - frames.position
  if (seconds === 0 || (lost > lostBytesMax && lost > size * lostPartMax)) throw new Error('much of it is no MP3')
}
