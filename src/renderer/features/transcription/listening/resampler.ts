import { sampleRate } from './sound.ts'

/** Zero crossings of the low-pass on either side: enough that nothing above 8 kHz folds back into speech. */
const crossings = 8

/** How finely the time between two samples is divided: the weights are made once, for each of these places. */
const phases = 256

const none = new Int16Array(0)

/** Input is gathered until there is this much of it, in s: a decoder's chunks are too small to be worth an array each. */
const batchSeconds = 0.5

/**
 * Brings mono sound of any rate to 16 kHz by a windowed sinc, about half a second at a time. Of what it was given it
 * keeps what the next sound is needed for; `finish` gives the rest. Its memory is taken once.
 */
export class Resampler {
  private readonly ratio: number
  private readonly reach: number
  private readonly taps: number
  private readonly kernel: Float32Array
  private readonly batch: number
  /** Input that may still be needed; its first sample is the `base`th of all: it begins with silence before the first. */
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

  /** Empty while sound is being gathered. */
  add(chunk: Float32Array): Int16Array {
    this.make(chunk.length)
    this.input.set(chunk, this.held)
    this.held += chunk.length
    if (this.held < this.batch) return none
    return this.drain(Math.floor((this.base + this.held - this.reach) / this.ratio))
  }

  /** What is left, with silence behind the end. */
  finish(): Int16Array {
    return this.drain(Math.floor((this.base + this.held) / this.ratio))
  }

  /** Makes room for so many samples more. */
  private make(samples: number): void {
    if (this.held + samples <= this.input.length) return
    const larger = new Float32Array((this.held + samples) * 2)
    larger.set(this.input.subarray(0, this.held))
    this.input = larger
  }

  private drain(until: number): Int16Array {
    const count = Math.max(0, until - this.produced)
    const output = new Int16Array(count)
    // what is not there yet is silence
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
   * Every index is within its array, and the sum never leaves this function: otherwise the engine would make an object
   * of each number, gigabytes of them an hour.
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

/** The weights for every phase, one after the other: those of a phase add up to one. */
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
