import { readBlock } from './media-block.ts'
import { Mp3Frames } from './mp3-frames.ts'

/** Bytes per read: a quarter of a minute of an ordinary file. */
const blockBytes = 256 * 1024
/** Frames given to the decoder before waiting for it. */
const framesAtOnce = 64

/**
 * Decodes an MP3 file of `size` bytes frame by frame; the receiver closes each sound. The library's decoder keeps a
 * list of all frames and a dozen objects for each: 100 MB in three hours. Rejects where the file cannot be read or
 * decoded.
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
    for await (const chunk of chunksOf(url, size, config.sampleRate)) {
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

async function* chunksOf(url: string, size: number, rate: number): AsyncGenerator<EncodedAudioChunk> {
  const frames = new Mp3Frames(size)
  let samples = 0
  for (let before = -1; frames.position < size && frames.position > before; ) {
    before = frames.position
    const block = await readBlock(url, before, Math.min(size, before + blockBytes))
    for (const frame of frames.in(block)) {
      const data = block.subarray(frame.at, frame.at + frame.bytes)
      yield new EncodedAudioChunk({ type: 'key', timestamp: Math.round((samples / rate) * 1e6), data })
      samples += frame.samples
    }
  }
}
