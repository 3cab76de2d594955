/** Level, of 1, below which not even room noise is present; about -54 dB. */
const audible = 0.002
/** Silence before a hint appears, in ms; longer than a pause between two sentences. */
const quietMs = 5000

/** Returns the loudness of a peak on the meter, 0 to 1: -60 dB is empty, 0 dB full. */
export function meterLevel(peak: number): number {
  if (peak <= 0) return 0
  return Math.min(1, Math.max(0, 1 + (20 * Math.log10(peak)) / 60))
}

/** Returns the peak of the samples, 0 to 1. */
export function peakOf(samples: Float32Array): number {
  let peak = 0
  for (const sample of samples) peak = Math.max(peak, Math.abs(sample))
  return Math.min(1, peak)
}

/** Detects a longer silence. */
export class LoudnessWatch {
  private heardAt: number

  /** `now` is in ms, on the same clock as in `quiet`. */
  constructor(now: number) {
    this.heardAt = now
  }

  /** Restarts, for example after a pause. */
  reset(now: number): void {
    this.heardAt = now
  }

  /** Receives the peak since the last call; returns whether the silence is too long. */
  quiet(peak: number, now: number): boolean {
    if (peak >= audible) this.heardAt = now
    return now - this.heardAt >= quietMs
  }
}
