import { frameSamples, silenceThreshold } from './loudness.ts'

/** A place to cut, in frames of 20 ms from the beginning of what was given. */
export interface Cut {
  /** Where the piece before ends. */
  readonly end: number
  /** Where the piece after begins; not behind `end`. */
  readonly start: number
  /** Whether it lies in a silence, so that no word is in both pieces. */
  readonly inSilence: boolean
}

/** A pause shorter than this (in frames) may lie within a word. */
const shortestPause = 10
/** How much the pieces share on either side of a cut, at most, in frames. */
const overlap = 25
/** How much they share where there is no silence to cut in: a long word. */
const wordOverlap = 50

/**
 * Where to cut sound whose next piece may have `longest` frames: in the longest pause of the last two fifths of it, of
 * equal ones the later; where there is none, at its quietest place, with a word's length of overlap.
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

/** The frame in the middle of the quietest tenth of a second. */
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

/** Frames as a time, in ms. */
export function framesToMs(frames: number): number {
  return frames * 20
}

/** Frames as samples. */
export function framesToSamples(frames: number): number {
  return frames * frameSamples
}
