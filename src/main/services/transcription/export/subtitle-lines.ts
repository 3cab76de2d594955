import type { SubtitleRules, TranscriptSegment } from '../../../../shared/transcript.ts'
import { cueLines } from './cue-lines.ts'
import type { Line } from './line-breaking.ts'
import { textWidth } from './text-width.ts'

/** A cue: text shown at once, with its times in ms. */
export interface Cue {
  readonly from: number
  readonly to: number
  readonly lines: readonly string[]
  readonly speaker: string | null
}

/** Shortest time a cue is shown, in ms: one frame of film. */
const shortestMs = 42

/** Assumed speech rate if times are unknown: half-width characters a second. */
const widthPerSecond = 15

/** A segment with known or estimated times. */
export type TimedSegment = TranscriptSegment & { readonly from: number; readonly to: number }

/**
 * Formats segments as subtitles: lines and cues within the rules, in order, never two at a time. Long text becomes
 * several cues, which share its time by word times, or evenly. `prefix` precedes a speaker's words.
 */
export function subtitleCues(
  segments: readonly TranscriptSegment[],
  rules: SubtitleRules,
  duration: number | null,
  prefix: (speaker: string) => string = () => '',
): readonly Cue[] {
  const cues = withTimes(segments, duration).flatMap((segment) => cuesOf(segment, rules, prefix))
  return apart(cues, rules.gap)
}

/**
 * Estimates missing segment times: between known neighbours, or over the whole recording, in proportion to text length.
 */
export function withTimes(segments: readonly TranscriptSegment[], duration: number | null): readonly TimedSegment[] {
  const timed: TimedSegment[] = []
  for (let at = 0; at < segments.length; ) {
    const segment = segments[at]
    if (segment && segment.from !== null && segment.to !== null) {
      timed.push({ ...segment, from: segment.from, to: segment.to })
      at += 1
      continue
    }
    let next = at + 1
    while (next < segments.length && !isTimed(segments[next])) next += 1
    const group = segments.slice(at, next)
    const widths = group.map(({ text }) => Math.max(1, textWidth(text)))
    const whole = widths.reduce((sum, width) => sum + width, 0)
    const begin = timed.at(-1)?.to ?? 0
    const known = next === segments.length ? duration : (segments[next]?.from ?? null)
    const end = known !== null && known > begin ? known : begin + (whole / widthPerSecond) * 1000
    let before = 0
    for (const [index, untimed] of group.entries()) {
      const from = begin + ((end - begin) * before) / whole
      before += widths[index] ?? 0
      timed.push({ ...untimed, from, to: begin + ((end - begin) * before) / whole })
    }
    at += group.length
  }
  return timed
}

function isTimed(segment: TranscriptSegment | undefined): boolean {
  return segment !== undefined && segment.from !== null && segment.to !== null
}

function cuesOf(segment: TimedSegment, rules: SubtitleRules, prefix: (speaker: string) => string): readonly Cue[] {
  const said = segment.text.replace(/\s+/g, ' ').trim()
  if (said === '') return []
  const before = segment.speaker === null ? '' : prefix(segment.speaker)
  const groups = cueLines(before + said, rules)
  // a single cue has the segment's times
  const timeAt = groups.length > 1 ? timesOf(segment, said) : () => segment.from
  return groups.map((group, index): Cue => {
    const offset = (line: Line | undefined, side: 'start' | 'end'): number => (line?.[side] ?? 0) - before.length
    return {
      from: index === 0 ? segment.from : timeAt(offset(group[0], 'start')),
      to: index === groups.length - 1 ? segment.to : timeAt(offset(groups[index + 1]?.[0], 'start')),
      lines: group.map(({ text }) => text),
      speaker: segment.speaker,
    }
  })
}

/** How far ahead a word is searched, in UTF-16 units, and how many searches may go further. */
const nearMax = 300
const longLooksMax = 20

/**
 * Returns a function from a text position to its time: the start of the word there, or proportional to the width before
 * it.
 * Call it from left to right, so that all calls together read the text once.
 */
function timesOf(segment: TimedSegment, said: string): (offset: number) => number {
  const whole = Math.max(1, textWidth(said))
  const starts = wordStarts(segment, said)
  let word = 0
  let measured = 0
  let width = 0
  return (offset) => {
    while ((starts[word]?.at ?? offset) < offset) word += 1
    const start = starts[word]
    if (start && start.at <= offset + 1) return start.time
    const end = Math.max(measured, offset)
    width += textWidth(said.slice(measured, end))
    measured = end
    return segment.from + ((segment.to - segment.from) * width) / whole
  }
}

/** Returns the start of each timed word in the text, in order; words that are not in it are skipped. */
function wordStarts(segment: TimedSegment, said: string): readonly { readonly at: number; readonly time: number }[] {
  const starts: { at: number; time: number }[] = []
  const folded = said.toLowerCase()
  let cursor = 0
  let longLooks = 0
  for (const { text, from } of segment.words) {
    const sought = text.toLowerCase()
    if (sought === '') continue
    const near = folded.slice(cursor, cursor + nearMax + sought.length).indexOf(sought)
    let found = near < 0 ? -1 : cursor + near
    // words missing in the text must not cost a full search each
    if (found < 0 && longLooks < longLooksMax) {
      longLooks += 1
      found = folded.indexOf(sought, cursor)
    }
    if (found < 0) continue
    starts.push({ at: found, time: Math.min(Math.max(from, segment.from), segment.to) })
    cursor = found + text.length
  }
  return starts
}

/** Makes times whole ms, in order, at least a frame long, with the gap between cues. */
export function apart(cues: readonly Cue[], gap: number): readonly Cue[] {
  const made: Cue[] = []
  for (const cue of cues) {
    const last = made.at(-1)
    const from = Math.max(Math.round(cue.from), last ? last.from + shortestMs + gap : 0)
    if (last) made[made.length - 1] = { ...last, to: Math.min(last.to, from - gap) }
    made.push({ ...cue, from, to: Math.max(Math.round(cue.to), from + shortestMs) })
  }
  return made
}
