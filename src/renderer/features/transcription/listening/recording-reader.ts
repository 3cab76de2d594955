import { ALL_FORMATS, type AudioSample, AudioSampleSink, Input, type InputAudioTrack, MP3, UrlSource } from 'mediabunny'
import type { CallInput } from '../../../../shared/ipc/contract.ts'
import { decodeMp3 } from './mp3-decoder.ts'

/** Why a recording cannot be listened through. */
export type NotHeard = CallInput<'transcription.notHeard'>['why']

/**
 * A stretch of sound: mono, at the recording's own rate; `at` in s from its beginning. Its samples are the reader's own
 * memory: they are only good until the next stretch is asked for.
 */
export interface Stretch {
  readonly at: number
  readonly rate: number
  readonly samples: Float32Array
}

/** What a file holds, opened for reading. */
export interface Recording {
  /** As its header says, in s; null where it does not. */
  readonly duration: number | null
  readonly stretches: () => AsyncGenerator<Stretch>
  readonly close: () => void
}

/** Rates of sound that exist, in samples a second; others are damage, and would cost gigabytes to bring to ours. */
const [rateMin, rateMax] = [1_000, 768_000]
const channelsMax = 64

/** The bytes of a file that are kept in memory at most. */
const cacheBytes = 4 * 1024 * 1024

/** Opens a recording of so many bytes, behind a URL that answers byte ranges. */
export async function openRecording(url: string, bytes: number): Promise<Recording | NotHeard> {
  const source = new UrlSource(url, {
    maxCacheSize: cacheBytes,
    // a local server: what fails three times is not there
    getRetryDelay: (attempts) => (attempts < 3 ? 0.2 * 2 ** attempts : null),
  })
  const input = new Input({ source, formats: ALL_FORMATS })
  const refuse = (why: NotHeard): NotHeard => {
    input.dispose()
    return why
  }
  if (!(await input.canRead())) return refuse('unknown_format')
  let track: InputAudioTrack | null
  try {
    track = await input.getPrimaryAudioTrack()
    // a film that was cut short before its list of tracks has none at all
    if (track === null) return refuse((await input.getTracks()).length === 0 ? 'damaged' : 'no_sound_track')
    if (!(await track.canDecode())) return refuse('unknown_format')
  } catch {
    return refuse('damaged')
  }
  const opened = track
  const isMp3 = (await input.getFormat()) === MP3
  return {
    duration: await opened.getDurationFromMetadata().catch(() => null),
    stretches: () => stretchesOf(isMp3 ? mp3Sound(opened, url, bytes) : new AudioSampleSink(opened).samples()),
    close: () => input.dispose(),
  }
}

/** What decoders give; `timestamp` in s. */
type Sound = Pick<AudioSample, 'numberOfChannels' | 'numberOfFrames' | 'sampleRate' | 'timestamp' | 'close'> & {
  copyTo(
    target: Float32Array<ArrayBuffer>,
    options: { readonly planeIndex: number; readonly format: 'f32-planar' },
  ): void
}

async function* mp3Sound(track: InputAudioTrack, url: string, bytes: number): AsyncGenerator<Sound> {
  const config = await track.getDecoderConfig()
  if (config === null) throw new Error('the sound cannot be decoded')
  // what a decoder gives first is the beginning, whatever time it says
  let first: number | null = null
  for await (const sound of decodeMp3(url, bytes, config)) {
    const { numberOfChannels, numberOfFrames, sampleRate } = sound
    first ??= sound.timestamp
    yield {
      numberOfChannels,
      numberOfFrames,
      sampleRate,
      timestamp: (sound.timestamp - first) / 1e6,
      copyTo: (target, options) => sound.copyTo(target, options),
      close: () => sound.close(),
    }
  }
}

async function* stretchesOf(sounds: AsyncIterable<Sound>): AsyncGenerator<Stretch> {
  let mono = new Float32Array(0)
  let plane = new Float32Array(0)
  for await (const sample of sounds) {
    const { numberOfChannels, numberOfFrames, sampleRate, timestamp } = sample
    if (!(sampleRate >= rateMin && sampleRate <= rateMax && numberOfChannels <= channelsMax)) {
      sample.close()
      throw new Error('no sound has such a rate')
    }
    if (mono.length < numberOfFrames) {
      mono = new Float32Array(numberOfFrames)
      plane = new Float32Array(numberOfFrames)
    }
    sample.copyTo(mono.subarray(0, numberOfFrames), { planeIndex: 0, format: 'f32-planar' })
    for (let channel = 1; channel < numberOfChannels; channel += 1) {
      sample.copyTo(plane.subarray(0, numberOfFrames), { planeIndex: channel, format: 'f32-planar' })
      for (let index = 0; index < numberOfFrames; index += 1) mono[index] = (mono[index] ?? 0) + (plane[index] ?? 0)
    }
    if (numberOfChannels > 1)
      for (let index = 0; index < numberOfFrames; index += 1) mono[index] = (mono[index] ?? 0) / numberOfChannels
    sample.close()
    yield { at: timestamp, rate: sampleRate, samples: mono.subarray(0, numberOfFrames) }
  }
}
