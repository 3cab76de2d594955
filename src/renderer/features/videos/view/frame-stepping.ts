/** Assumed frame length until the video has shown its own, in seconds. */
export const usualFrame = 1 / 30

/** Number of remembered frame times. */
const samplesMax = 15

/** Adds the time between two consecutive frames, in seconds; ignores implausible values. */
export function withSample(samples: readonly number[], seconds: number): readonly number[] {
  if (!(seconds > 1 / 250 && seconds < 1 / 4)) return samples
  return [...samples, seconds].slice(-samplesMax)
}

/** Returns the frame length in seconds: the median of the measured ones. */
export function frameLength(samples: readonly number[]): number {
  if (samples.length === 0) return usualFrame
  const sorted = [...samples].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? usualFrame
}

/**
 * Returns the time of the next (1) or previous (-1) frame, in seconds. It is the frame's middle, so that rounding
 * cannot show another frame.
 */
export function steppedTime(time: number, step: 1 | -1, frame: number, duration: number): number {
  const index = Math.floor(time / frame + 1e-3)
  const last =
    Number.isFinite(duration) && duration > 0 ? Math.max(0, Math.ceil(duration / frame - 1e-3) - 1) : index + 1
  return (Math.min(Math.max(index + step, 0), last) + 0.5) * frame
}

/** Clamps a time to the video, in seconds. */
export function soughtTime(time: number, duration: number): number {
  const end = Number.isFinite(duration) && duration > 0 ? duration : Math.max(0, time)
  return Math.min(Math.max(time, 0), end)
}

export const rates = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 2] as const

/** Returns the next faster (1) or slower (-1) speed; unchanged at the ends. */
export function steppedRate(rate: number, by: 1 | -1): number {
  const at = rates.findIndex((each) => Math.abs(each - rate) < 0.01)
  return rates[at + by] ?? rate
}

/** Returns a position as m:ss.hh, for stepping through frames. */
export function placeWords(seconds: number): string {
  const hundredths = Math.max(0, Math.floor(seconds * 100 + 1e-6))
  const two = (value: number) => String(value).padStart(2, '0')
  return `${Math.floor(hundredths / 6000)}:${two(Math.floor(hundredths / 100) % 60)}.${two(hundredths % 100)}`
}
