import { sampleRate } from './sound.ts'

/** Samples per loudness frame of 20 ms. */
export const frameSamples = sampleRate / 50

/** Below this (of 32,768) sound is inaudible; about −60 dB. */
const faintest = 33

/**
 * Computes the loudness (root mean square, 0 to 32,768) of each complete frame. Returns the frames that a chunk
 * completes.
 */
export class Loudness {
  /** Sum of squares and sample count of the incomplete frame. */
  private sum = 0
  private count = 0

  add(samples: Int16Array): readonly number[] {
    const frames: number[] = []
    for (let from = 0; from < samples.length; ) {
      const to = Math.min(samples.length, from + frameSamples - this.count)
      this.sum += energy(samples, from, to)
      this.count += to - from
      from = to
      if (this.count < frameSamples) break
      frames.push(Math.sqrt(this.sum / frameSamples))
      this.sum = 0
      this.count = 0
    }
    return frames
  }
}

/**
 * Returns the sum of squares. Written so that the engine keeps it in a register: three hours are 173 million samples.
 */
function energy(samples: Int16Array, from: number, to: number): number {
  let sum = 0
  for (let index = from; index < to; index += 1) {
    const value = samples[index] ?? 0
    sum += value * value
  }
  return sum
}

/** Returns true if frames up to this loudness are inaudible. */
export function isSilent(loudest: number): boolean {
  return loudest < faintest
}

/** Up to this loudness, in dB of full scale, no sound was found at the measured positions. */
const nothingMax = -90

/** Returns true for a track with sound at the measured positions. The loudness is in dB of full scale. */
export function hasSoundAtPlaces(loudness: number): boolean {
  return loudness > nothingMax
}

/**
 * Returns the loudness threshold between silence and speech: three times the quietest tenth of these frames. Never so
 * high that half of the sound counts as silence, never so low that hiss counts as speech.
 */
export function silenceThreshold(frames: readonly number[]): number {
  const sorted = frames.toSorted((a, b) => a - b)
  const quiet = sorted[Math.floor(sorted.length * 0.1)] ?? 0
  const middle = sorted[Math.floor(sorted.length * 0.5)] ?? 0
  return Math.max(faintest, Math.min(quiet * 3, middle / 2))
}

/**
 * Returns a waveform byte, 0 to 255, from the five frames of a tenth of a second, on a scale that shows soft speech.
 */
export function waveformByte(frames: readonly number[]): number {
  const loudest = Math.max(0, ...frames)
  return Math.min(255, Math.round(Math.sqrt(loudest / 16_384) * 255))
}
