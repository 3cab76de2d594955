import type { Segment } from './transcript.ts'

/** Length of a loudness window, in seconds. */
const frameSeconds = 0.005
/** Loudness (root mean square, on a scale of 32,768) below which a window is silent. */
const quiet = 300
/** Shortest silence between words, in seconds; a shorter one is part of a word. */
const shortestGap = 0.03

/**
 * Returns the real content of a 16-bit WAV file: each stretch of sound is a word with its pitch (`tone440`) and
 * position. Tests use it to check times after cutting and stitching. Undefined for other files.
 */
export function hearTones(file: Buffer): Segment[] | undefined {
  const sound = readWav(file)
  if (sound === undefined) return undefined
  return soundingStretches(sound).flatMap(({ from, to }) => {
    const [start, end] = [round(from / sound.rate), round(to / sound.rate)]
    // a click has no pitch
    if (end - start < 0.02) return []
    const text = `tone${pitchOf(sound, from, to)}`
    return [{ text, start, end, words: [{ word: text, start, end }] }]
  })
}

interface Sound {
  readonly rate: number
  readonly samples: Int16Array
}

/** A sounding part of the recording, in samples. */
interface Stretch {
  readonly from: number
  readonly to: number
}

function readWav(file: Buffer): Sound | undefined {
  const isPlain =
    file.length > 44 &&
    file.toString('latin1', 0, 4) === 'RIFF' &&
    file.toString('latin1', 36, 40) === 'data' &&
    file.readUInt16LE(22) === 1 &&
    file.readUInt16LE(34) === 16
  if (!isPlain) return undefined
  return { rate: file.readUInt32LE(24), samples: new Int16Array(new Uint8Array(file.subarray(44)).buffer) }
}

function soundingStretches(sound: Sound): readonly Stretch[] {
  const { rate, samples } = sound
  const frame = Math.round(rate * frameSeconds)
  const stretches: Stretch[] = []
  for (let from = 0; from < samples.length; from += frame) {
    const to = Math.min(samples.length, from + frame)
    if (loudness(samples, from, to) < quiet) continue
    const last = stretches.at(-1)
    if (last !== undefined && from - last.to < shortestGap * rate)
      stretches[stretches.length - 1] = { from: last.from, to }
    else stretches.push({ from, to })
  }
  return stretches
}

function loudness(samples: Int16Array, from: number, to: number): number {
  let sum = 0
  for (let at = from; at < to; at += 1) {
    const value = samples[at] ?? 0
    sum += value * value
  }
  return Math.sqrt(sum / (to - from))
}

/**
 * Returns the pitch rounded to 20 Hz. Counts upward zero crossings between the first and the last, so that surrounding
 * noise has no effect.
 */
function pitchOf({ rate, samples }: Sound, from: number, to: number): number {
  let first = -1
  let last = -1
  let swings = -1
  let isBelow = false
  for (let at = from; at < to; at += 1) {
    const value = samples[at] ?? 0
    if (value < -quiet) isBelow = true
    if (!isBelow || value <= quiet) continue
    isBelow = false
    if (first < 0) first = at
    last = at
    swings += 1
  }
  return last > first ? Math.round((swings * rate) / (last - first) / 20) * 20 : 0
}

function round(seconds: number): number {
  return Math.round(seconds * 1000) / 1000
}
