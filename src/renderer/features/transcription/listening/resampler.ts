import { sampleRate } from './sound.ts'

/** Zero crossings of the low-pass filter on either side; enough to keep frequencies above 8 kHz out of speech. */
const crossings = 8

/** Positions between two samples with precomputed weights. */
const phases = 256

const none = new Int16Array(0)

/** Input collected before it is resampled, in s; a decoder's chunks are too small for an array each. */
const batchSeconds = 0.5

/**
 * Resamples mono sound of any rate to 16 kHz by a windowed sinc, about half a second at a time.
 * Keeps the input that later output needs; `finish` returns the rest. Allocates its memory once.
 */
export class Resampler {
  private readonly ratio: number
  private readonly reach: number
  private readonly taps: number
  private readonly kernel: Float32Array
  private readonly batch: number
  /** Input still needed. Its first sample has the index `base`; silence precedes the sound. */
  private input: Float32Array
  private held: number
  private base: number
  private produced = 0

  constructor(inputRate: number) {
    this.ratio = inputRate / sampleRate
    const cutoff = Math.min(1, 1 / this.ratio)
    this.reach = Math.ceil(crossings / cutoff)
    this.taps = this.reach * 2
    this.kernel = kernelOf(this.reach, cutoff)
    this.batch = Math.ceil(inputRate * batchSeconds)
    this.input = new Float32Array(this.reach + this.batch * 2)
    this.held = this.reach
    this.base = -this.reach
  }

  /** Adds input and returns the resampled output, which is empty while input is being collected. */
  add(chunk: Float32Array): Int16Array {
    this.make(chunk.length)
    this.input.set(chunk, this.held)
    this.held += chunk.length
    if (this.held < this.batch) return none
    return this.drain(Math.floor((this.base + this.held - this.reach) / this.ratio))
  }

  /** Returns the rest, with silence after the end. */
  finish(): Int16Array {
    return this.drain(Math.floor((this.base + this.held) / this.ratio))
  }

  /** Makes room for this many more samples. */
  private make(samples: number): void {
    if (this.held + samples <= this.input.length) return
    const larger = new Float32Array((this.held + samples) * 2)
    larger.set(this.input.subarray(0, this.held))
    this.input = larger
  }

  private drain(until: number): Int16Array {
    const count = Math.max(0, until - this.produced)
    const output = new Int16Array(count)
    // missing samples are silence
    this.make(this.reach + 1)
    this.input.fill(0, this.held)
    this.convolve(output)
    this.produced += count
    const keepFrom = Math.min(this.base + this.held, Math.floor(this.produced * this.ratio) - this.reach)
    if (keepFrom > this.base) {
      this.input.copyWithin(0, keepFrom - this.base, this.held)
      this.held -= keepFrom - this.base
      this.base = keepFrom
    }
    return output
  }

  /**
   * Computes the output samples. Every index stays in bounds and the sum stays local; otherwise the engine would
   * allocate an object per number, gigabytes an hour.
   */
  private convolve(output: Int16Array): void {
    const { base, input, kernel, produced, ratio, reach, taps } = this
    for (let index = 0; index < output.length; index += 1) {
      const position = (produced + index) * ratio
      const whole = Math.floor(position)
      const offset = Math.round((position - whole) * phases) * taps
      const first = whole - reach + 1 - base
      let sum = 0
      for (let tap = 0; tap < taps; tap += 1) sum += (kernel[offset + tap] ?? 0) * (input[first + tap] ?? 0)
      output[index] = Math.max(-32_768, Math.min(32_767, Math.round(sum * 32_767)))
    }
  }
}

/** Returns the weights of all phases in sequence; those of one phase add up to one. */
function kernelOf(reach: number, cutoff: number): Float32Array {
  const taps = reach * 2
  const kernel = new Float32Array((phases + 1) * taps)
  for (let phase = 0; phase <= phases; phase += 1) {
    const weights = Array.from({ length: taps }, (_value, tap) => {
      const distance = (tap - reach + 1 - phase / phases) * cutoff
      return sinc(distance) * hann(distance / crossings)
    })
    const total = weights.reduce((sum, weight) => sum + weight, 0)
    kernel.set(
      weights.map((weight) => weight / total),
      phase * taps,
    )
  }
  return kernel
}

function sinc(x: number): number {
  if (x === 0) return 1
  const angle = Math.PI * x
  return Math.sin(angle) / angle
}

function hann(x: number): number {
  return Math.abs(x) >= 1 ? 0 : 0.5 + 0.5 * Math.cos(Math.PI * x)
}
