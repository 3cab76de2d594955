import type { TranscriptSegment } from '../../../../shared/transcript.ts'
import type { Segments } from './edit.ts'
import { readTime, timeText } from './time-text.ts'

/** Start and end of a segment, in ms. */
export interface Times {
  readonly from: number
  readonly to: number
}

/** The two times as typed; empty for none. */
export interface TypedTimes {
  readonly from: string
  readonly to: string
}

/**
 * Why times cannot be set:
 * - `unreadable`: one of them is not a time; `half`: only one is given
 * - `order`: the end is not after the start
 * - `beyond`: later than the end of the recording, `at` ms
 * - `before`: would overlap the previous segment, which ends at `at` ms
 * - `after`: would overlap the next segment, which starts at `at` ms
 */
export type TimeProblem =
  | { readonly kind: 'unreadable' | 'half' | 'order' }
  | { readonly kind: 'beyond' | 'before' | 'after'; readonly at: number }

/** Returns the times of a segment as text to edit. */
export function typedTimes({ from, to }: Pick<TranscriptSegment, 'from' | 'to'>): TypedTimes {
  return { from: from === null ? '' : timeText(from), to: to === null ? '' : timeText(to) }
}

/** Reads typed times. Null when they are unchanged; an unchanged side keeps its exact time. */
export function readTimes(segment: TranscriptSegment, typed: TypedTimes): Times | TimeProblem | null {
  const before = typedTimes(segment)
  if (typed.from === before.from && typed.to === before.to) return null
  const from = typed.from === before.from && segment.from !== null ? segment.from : readTime(typed.from)
  const to = typed.to === before.to && segment.to !== null ? segment.to : readTime(typed.to)
  if (from !== null && to !== null) return { from, to }
  const isHalf = [typed.from, typed.to].some((text) => text.trim() === '')
  const isReadable = [typed.from, typed.to].every((text) => text.trim() === '' || readTime(text) !== null)
  return { kind: isHalf && isReadable ? 'half' : 'unreadable' }
}

/**
 * Returns why a segment cannot have these times; null when it can. `duration` is the recording's length in ms, if
 * known.
 */
export function timeProblem(
  segments: Segments,
  id: string,
  { from, to }: Times,
  duration: number | null,
): TimeProblem | null {
  const at = segments.findIndex((segment) => segment.id === id)
  const segment = segments[at]
  if (segment === undefined) return null
  if (to <= from) return { kind: 'order' }
  if (duration !== null && to > Math.ceil(duration) && to !== segment.to) return { kind: 'beyond', at: duration }
  const before = segments.slice(0, at).findLast((other) => other.from !== null)
  const begin = Math.round(before?.to ?? before?.from ?? 0)
  if (from < begin && from !== segment.from) return { kind: 'before', at: begin }
  const next = segments.slice(at + 1).find((other) => other.from !== null)?.from ?? null
  if (next !== null && to > Math.ceil(next) && to !== segment.to) return { kind: 'after', at: next }
  return null
}

/**
 * Sets start and end of a segment. Its words keep their times within them; if the whole segment moves, its words move
 * with its start.
 */
export function setTimes(segments: Segments, id: string, { from, to }: Times): Segments {
  return segments.map((segment) => {
    if (segment.id !== id || (segment.from === from && segment.to === to)) return segment
    const isElsewhere = segment.from !== null && segment.to !== null && (from >= segment.to || to <= segment.from)
    const by = isElsewhere && segment.from !== null ? from - segment.from : 0
    const inside = (time: number): number => Math.min(Math.max(time + by, from), to)
    const words = segment.words.map((word) => ({ ...word, from: inside(word.from), to: inside(word.to) }))
    return { ...segment, from, to, words, mended: false }
  })
}
