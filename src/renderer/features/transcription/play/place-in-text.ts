import type { TranscriptSegment } from '../../../../shared/transcript.ts'
import type { TranscriptWord } from '../edit/word-places.ts'

/** Segments with times, in order of time. */
export interface TimeIndex {
  readonly starts: readonly number[]
  readonly segments: readonly TranscriptSegment[]
}

/** Builds the index that finds the played segment. */
export function timeIndex(segments: readonly TranscriptSegment[]): TimeIndex {
  const timed = segments.filter((segment) => segment.from !== null).sort((a, b) => (a.from ?? 0) - (b.from ?? 0))
  return { starts: timed.map((segment) => segment.from ?? 0), segments: timed }
}

/** Returns the index of the last value at or before `at`; -1 when all are after it. */
function lastNotAfter(values: readonly number[], at: number): number {
  let low = 0
  let high = values.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((values[middle] ?? 0) <= at) low = middle + 1
    else high = middle
  }
  return low - 1
}

/** The text playing at a time: a segment, and a word in it if words have times. */
export interface PlaceInText {
  readonly segmentId: string
  /** Index of the word; -1 when no word is known. */
  readonly word: number
}

/** Returns the segment and word playing at a time; null in a pause and without times. */
export function placeAt(index: TimeIndex, time: number): PlaceInText | null {
  const at = lastNotAfter(index.starts, time)
  const segment = index.segments[at]
  if (segment === undefined) return null
  const next = index.starts[at + 1] ?? Number.POSITIVE_INFINITY
  if (time >= Math.min(segment.to ?? next, next)) return null
  return { segmentId: segment.id, word: wordAt(segment.words, time) }
}

function wordAt(words: readonly TranscriptWord[], time: number): number {
  for (let at = words.length - 1; at >= 0; at -= 1) {
    const word = words[at]
    if (word !== undefined && word.from <= time) return time < word.to ? at : -1
  }
  return -1
}
