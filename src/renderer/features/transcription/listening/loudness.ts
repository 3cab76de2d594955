import { sampleRate } from './sound.ts'

/** Loudness is told for every 20 ms. */
export const frameSamples = sampleRate / 50

/** Below this (of 32,768), nobody hears anything: about −60 dB. */
const faintest = 33

/** The loudness (root mean square, 0 to 32,768) of every whole frame, as sound comes; gives what the chunk completed. */
export class Loudness {
  private rest = new Int16Array(0)

  add(samples: Int16Array): readonly number[] {
    const all = new Int16Array(this.rest.length + samples.length)
    all.set(this.rest)
    all.set(samples, this.rest.length)
    const frames: number[] = []
    let at = 0
    for (; at + frameSamples <= all.length; at += frameSamples) {
      let sum = 0
      for (let index = at; index < at + frameSamples; index += 1) sum += (all[index] ?? 0) ** 2
      frames.push(Math.sqrt(sum / frameSamples))
    }
    this.rest = all.slice(at)
    return frames
  }
}

/** Whether there is nothing to be heard in all of these frames. */
export function isSilent(loudest: number): boolean {
  return loudest < faintest
}

/**
 * Where silence ends and speech begins, for these frames: three times their quiet tenth, but never so high that half of
 * what is heard counts as silence, nor so low that a hiss counts as speech.
 */
export function silenceThreshold(frames: readonly number[]): number {
  const sorted = frames.toSorted((a, b) => a - b)
  const quiet = sorted[Math.floor(sorted.length * 0.1)] ?? 0
  const middle = sorted[Math.floor(sorted.length * 0.5)] ?? 0
  return Math.max(faintest, Math.min(quiet * 3, middle / 2))
}

/** The waveform: one byte for a tenth of a second, 0 to 255, of five frames each; on a scale that shows soft speech. */
export function waveformByte(frames: readonly number[]): number {
  const loudest = Math.max(0, ...frames)
  return Math.min(255, Math.round(Math.sqrt(loudest / 16_384) * 255))
}
