import { type PcmLayout, type PcmSample, type ReadBytes, sampleBytes } from '../../../../shared/pcm-layout.ts'
import type { Stretch } from './stretches.ts'

/** Bytes per read: a few seconds of sound. */
const blockBytes = 256 * 1024

/** Returns the length of uncompressed sound, in s. */
export function pcmSeconds(layout: PcmLayout): number {
  return framesOf(layout) / layout.rate
}

/**
 * Yields uncompressed sound as mono, block by block; an incomplete sample at the end is left out. Rejects if `read`
 * does.
 */
export async function* pcmStretches(layout: PcmLayout, read: ReadBytes): AsyncGenerator<Stretch> {
  const { channels, dataFrom, littleEndian, rate, sample } = layout
  const frameBytes = sampleBytes[sample] * channels
  const framesAtOnce = Math.max(1, Math.floor(blockBytes / frameBytes))
  const frames = framesOf(layout)
  const mono = new Float32Array(framesAtOnce)
  const valueAt = readerOf(sample)
  for (let done = 0; done < frames; ) {
    const count = Math.min(framesAtOnce, frames - done)
    const from = dataFrom + done * frameBytes
    const bytes = await read(from, from + count * frameBytes)
    if (bytes.length < count * frameBytes) throw new Error('the file became shorter')
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    for (let index = 0; index < count; index += 1) {
      let sum = 0
      for (let channel = 0; channel < channels; channel += 1)
        sum += valueAt(view, index * frameBytes + channel * sampleBytes[sample], littleEndian)
      mono[index] = sum / channels
    }
    yield { at: done / rate, rate, samples: mono.subarray(0, count) }
    done += count
  }
}

function framesOf({ channels, dataFrom, dataTo, sample }: PcmLayout): number {
  return Math.floor((dataTo - dataFrom) / (sampleBytes[sample] * channels))
}

type ReadSample = (view: DataView, at: number, littleEndian: boolean) => number

/** Returns a function that reads one sample as a value between -1 and 1. */
function readerOf(sample: PcmSample): ReadSample {
  switch (sample) {
    case 'u8':
      return (view, at) => (view.getUint8(at) - 128) / 128
    case 's8':
      return (view, at) => view.getInt8(at) / 128
    case 's16':
      return (view, at, littleEndian) => view.getInt16(at, littleEndian) / 32_768
    case 's24':
      return (view, at, littleEndian) =>
        (littleEndian
          ? view.getInt8(at + 2) * 65_536 + view.getUint16(at, true)
          : view.getInt8(at) * 65_536 + view.getUint16(at + 1)) / 8_388_608
    case 's32':
      return (view, at, littleEndian) => view.getInt32(at, littleEndian) / 2_147_483_648
    case 'f32':
      return (view, at, littleEndian) => bounded(view.getFloat32(at, littleEndian))
    case 'f64':
      return (view, at, littleEndian) => bounded(view.getFloat64(at, littleEndian))
    case 'aLaw':
      return (view, at) => aLaw[view.getUint8(at)] ?? 0
    case 'muLaw':
      return (view, at) => muLaw[view.getUint8(at)] ?? 0
    default:
      return sample satisfies never
  }
}

/** Clamps a value, because damaged floating-point sound can contain anything. */
function bounded(value: number): number {
  return value >= -1 && value <= 1 ? value : value > 1 ? 1 : value < -1 ? -1 : 0
}

// ITU-T G.711
const aLaw = Float32Array.from({ length: 256 }, (_value, code) => {
  const bits = code ^ 0x55
  const exponent = (bits >> 4) & 7
  const step = ((bits & 15) << 4) + 8
  const value = exponent === 0 ? step : (step + 256) << (exponent - 1)
  return ((bits & 0x80) === 0 ? -value : value) / 32_768
})
const muLaw = Float32Array.from({ length: 256 }, (_value, code) => {
  const bits = ~code & 0xff
  const value = ((((bits & 15) << 3) + 132) << ((bits >> 4) & 7)) - 132
  return ((bits & 0x80) === 0 ? value : -value) / 32_768
})
