import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createRandom } from '../../src/demo-gateway/random.ts'

const rate = 16_000

/** A silence, with times in ms. */
export interface Pause {
  readonly from: number
  readonly to: number
}

export interface Speech {
  readonly wav: Buffer
  /** Length in ms. */
  readonly duration: number
  readonly pauses: readonly Pause[]
}

/** A WAV file of these samples, 16 kHz mono. */
export function wavOf(samples: Int16Array): Buffer {
  const head = Buffer.alloc(44)
  const bytes = samples.length * 2
  head.write('RIFF', 0, 'latin1')
  head.writeUInt32LE(36 + bytes, 4)
  head.write('WAVEfmt ', 8, 'latin1')
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(rate, 24)
  head.writeUInt32LE(rate * 2, 28)
  head.writeUInt16LE(2, 32)
  head.writeUInt16LE(16, 34)
  head.write('data', 36, 'latin1')
  head.writeUInt32LE(bytes, 40)
  return Buffer.concat([head, Buffer.from(samples.buffer, samples.byteOffset, bytes)])
}

/** Makes speech-like sound: words of noise of half a second to two, with pauses between. */
export function speech(seconds: number, seed = 1): Speech {
  const random = createRandom(seed)
  const samples = new Int16Array(seconds * rate)
  const pauses: Pause[] = []
  const ms = (sample: number): number => (sample / rate) * 1000
  let at = 0
  while (at < samples.length) {
    const wordEnd = Math.min(samples.length, at + Math.floor((0.5 + random() * 1.5) * rate))
    for (; at < wordEnd; at += 1) samples[at] = Math.round((random() - 0.5) * 20_000)
    const pauseEnd = Math.min(samples.length, at + Math.floor((0.5 + random() * 0.7) * rate))
    if (pauseEnd > at) pauses.push({ from: ms(at), to: ms(pauseEnd) })
    at = pauseEnd
  }
  return { wav: wavOf(samples), duration: seconds * 1000, pauses }
}

/** Silence of this length. */
export function silence(seconds: number): Buffer {
  return wavOf(new Int16Array(seconds * rate))
}

/** Length of the recordings in `test/fixtures/sound`, in ms: a few spoken words. */
export const smallDuration = 1500

/** A small recording by file name; ffmpeg made all formats from the same words. */
export function smallRecording(name: string): Buffer {
  return readFileSync(join(import.meta.dirname, '../fixtures/sound', name))
}

/** A narrow-band AMR file of this length, which no browser decodes: frames of 12.2 kbit/s. */
export function amr(seconds: number): Buffer {
  const frame = Buffer.alloc(32)
  frame[0] = 0x3c
  return Buffer.concat([Buffer.from('#!AMR\n'), ...Array<Buffer>(seconds * 50).fill(frame)])
}
