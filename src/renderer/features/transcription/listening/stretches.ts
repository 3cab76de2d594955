import type { AudioSample } from 'mediabunny'
import { isPossibleSound } from './possible-sound.ts'

/**
 * A chunk of mono sound at the recording's own rate; `at` is in s from its beginning.
 * Its samples are the reader's own memory, valid only until the next chunk is requested.
 */
export interface Stretch {
  readonly at: number
  readonly rate: number
  readonly samples: Float32Array
}

/** Output of decoders; `timestamp` in s. */
export type Sound = Pick<AudioSample, 'numberOfChannels' | 'numberOfFrames' | 'sampleRate' | 'timestamp' | 'close'> & {
  copyTo(
    target: Float32Array<ArrayBuffer>,
    options: { readonly planeIndex: number; readonly format: 'f32-planar' },
  ): void
}

/** Yields the decoded sound as mono chunks. Rejects at sound with an impossible rate. */
export async function* stretchesOf(sounds: AsyncIterable<Sound>): AsyncGenerator<Stretch> {
  let mono = new Float32Array(0)
  let plane = new Float32Array(0)
  for await (const sample of sounds) {
    const { numberOfChannels, numberOfFrames, sampleRate, timestamp } = sample
    if (!isPossibleSound(sample)) {
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
