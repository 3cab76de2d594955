/** Below this, of 1, there is not even a room: about -54 dB. */
const audible = 0.002
/** How long nothing may be heard until it is said, in ms: longer than people think between two sentences. */
const quietMs = 5000

/** The loudness of a stretch of samples as a share of what a meter shows, 0 to 1: -60 dB is nothing, 0 dB full. */
export function meterLevel(peak: number): number {
  if (peak <= 0) return 0
  return Math.min(1, Math.max(0, 1 + (20 * Math.log10(peak)) / 60))
}

/** The loudest of samples, 0 to 1. */
export function peakOf(samples: Float32Array): number {
  let peak = 0
  for (const sample of samples) peak = Math.max(peak, Math.abs(sample))
  return Math.min(1, peak)
}

/** Notices when nothing is heard for a while. */
export class LoudnessWatch {
  private heardAt: number

  /** `now` in ms, of the clock that `quiet` is asked with. */
  constructor(now: number) {
    this.heardAt = now
  }

  /** Begins anew, as after a pause. */
  reset(now: number): void {
    this.heardAt = now
  }

  /** Takes the loudest sample since it was last asked; whether it has been quiet for too long. */
  quiet(peak: number, now: number): boolean {
    if (peak >= audible) this.heardAt = now
    return now - this.heardAt >= quietMs
  }
}
