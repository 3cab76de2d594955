import { frameSamples, silenceThreshold } from './loudness.ts'

/** A cut between two pieces, in frames of 20 ms from the beginning of the given sound. */
export interface Cut {
  /** End of the piece before it. */
  readonly end: number
  /** Start of the piece after it; at or before `end`. */
  readonly start: number
  /** True if the cut lies in silence, so that no word is in both pieces. */
  readonly inSilence: boolean
}

/** A shorter pause, in frames, may lie within a word. */
const shortestPause = 10
/** Maximum number of frames shared on either side of a cut. */
const overlap = 25
/** Frames shared at a cut without silence; a long word. */
const wordOverlap = 50

/**
 * Returns where to cut sound if the next piece may have `longest` frames: in the longest pause of its last two fifths,
 * the later of equal ones. Without a pause, at its quietest moment, with a word's length of overlap.
 */
export function planCut(frames: readonly number[], longest: number): Cut {
  const from = Math.floor(longest * 0.6)
  const to = Math.min(longest, frames.length)
  const threshold = silenceThreshold(frames.slice(0, to))
  const pause = longestPause(frames, from, to, threshold)
  if (pause !== null && pause.to - pause.from >= shortestPause) {
    const middle = Math.floor((pause.from + pause.to) / 2)
    return {
      end: Math.min(pause.to, middle + overlap, longest),
      start: Math.max(pause.from, middle - overlap),
      inSilence: true,
    }
  }
  const quietest = quietestPlace(frames, from, Math.max(from + 1, to - wordOverlap / 2))
  return { end: Math.min(longest, quietest + wordOverlap / 2), start: quietest - wordOverlap / 2, inSilence: false }
}

interface Span {
  readonly from: number
  readonly to: number
}

function longestPause(frames: readonly number[], from: number, to: number, threshold: number): Span | null {
  let best: Span | null = null
  let began: number | null = null
  for (let at = from; at <= to; at += 1) {
    const quiet = at < to && (frames[at] ?? 0) < threshold
    if (quiet) {
      began ??= at
      continue
    }
    if (began !== null && (best === null || at - began >= best.to - best.from)) best = { from: began, to: at }
    began = null
  }
  return best
}

/** Returns the middle frame of the quietest tenth of a second. */
function quietestPlace(frames: readonly number[], from: number, to: number): number {
  let best = from
  let least = Number.POSITIVE_INFINITY
  for (let at = from; at < to; at += 1) {
    let sum = 0
    for (let near = at - 2; near <= at + 2; near += 1) sum += frames[near] ?? 0
    if (sum <= least) {
      least = sum
      best = at
    }
  }
  return best
}

/** Converts frames to ms. */
export function framesToMs(frames: number): number {
  return frames * 20
}

/** Converts frames to samples. */
export function framesToSamples(frames: number): number {
  return frames * frameSamples
}
