import { Resampler } from './resampler.ts'
import { sampleRate } from './sound.ts'
import type { Stretch } from './stretches.ts'

/** A smaller jump of the clock, in s, is rounding and not a gap. */
const tolerated = 0.03

/**
 * Joins the chunks of a recording into continuous sound at 16 kHz that follows the recording's clock.
 * Gaps become silence; sound before the beginning and overlaps are dropped. The rate may change.
 */
export class SteadySound {
  private resampler: { readonly rate: number; readonly made: Resampler } | null = null
  /**
   * Samples produced so far, including those in the resampler. Not rounded, because three hours would drift by a
   * second.
   */
  private expected = 0

  add(stretch: Stretch): readonly Int16Array[] {
    const given: Int16Array[] = []
    const at = Math.round(stretch.at * sampleRate)
    let { samples } = stretch
    const gap = at - this.expected
    if (gap > tolerated * sampleRate) {
      given.push(this.end(), new Int16Array(Math.round(gap)))
      this.expected = at
    } else if (gap < -tolerated * sampleRate) {
      const late = Math.round((-gap / sampleRate) * stretch.rate)
      if (late >= samples.length) return given
      samples = samples.subarray(late)
    }
    if (this.resampler?.rate !== stretch.rate) {
      given.push(this.end())
      this.resampler = { rate: stretch.rate, made: new Resampler(stretch.rate) }
    }
    given.push(this.resampler.made.add(samples))
    this.expected += (samples.length / stretch.rate) * sampleRate
    return given.filter(({ length }) => length > 0)
  }

  /** Returns the rest. */
  end(): Int16Array {
    const rest = this.resampler?.made.finish() ?? new Int16Array(0)
    this.resampler = null
    return rest
  }
}
