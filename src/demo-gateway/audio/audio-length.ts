import { amrSeconds } from './amr-length.ts'
import { adtsSeconds, mp3Frame, mp3Seconds, oggSeconds } from './length-by-frames.ts'
import { flacSeconds, mp4Seconds, wavSeconds } from './length-in-header.ts'
import { webmSeconds } from './webm-length.ts'

/** Bytes per second of ordinary speech, to estimate a length that the file does not state. */
const usualBytesPerSecond = 16_000

/**
 * Returns the length of an audio or video file in seconds, read from its header or estimated from its size. Undefined
 * for unknown types.
 */
export function audioSeconds(file: Buffer): number | undefined {
  const measure = measureOf(file)
  if (!measure) return undefined
  return readSafely(measure, file) ?? Math.max(0.5, file.length / usualBytesPerSecond)
}

type Measure = (file: Buffer) => number | undefined

function measureOf(file: Buffer): Measure | undefined {
  if (file.length < 12) return undefined
  const head = file.toString('latin1', 0, 12)
  if (head.startsWith('RIFF') && head.endsWith('WAVE')) return wavSeconds
  if (head.startsWith('fLaC')) return flacSeconds
  if (head.startsWith('OggS')) return oggSeconds
  if (head.slice(4, 8) === 'ftyp') return mp4Seconds
  if (file.readUInt32BE(0) === 0x1a45dfa3) return webmSeconds
  if (head.startsWith('ID3') || mp3Frame(file, 0)) return mp3Seconds
  if (adtsSeconds(file) !== undefined) return adtsSeconds
  if (amrSeconds(file) !== undefined) return amrSeconds
  return undefined
}

function readSafely(measure: Measure, file: Buffer): number | undefined {
  try {
    const seconds = measure(file)
    return seconds !== undefined && Number.isFinite(seconds) && seconds > 0 ? seconds : undefined
  } catch (error) {
    // A file cut off in its header has audio, but its length cannot be read.
    if (error instanceof RangeError) return undefined
    throw error
  }
}
