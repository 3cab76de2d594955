import { caseFolded } from '../../../shared/folded-text.ts'
import type { TranscriptSegment } from '../../../shared/transcript.ts'
import { unspaced } from '../../../shared/writing.ts'
import type { HeardWord } from '../../gateway/heard-answer.ts'

/** A segment without an id; times are relative to the whole recording. */
export type PartSegment = Omit<TranscriptSegment, 'id'>

/** A word with its punctuation, or a character in scripts without spaces. */
export interface Token {
  /** Comparison form: letters and digits, case and width folded; empty for punctuation. */
  readonly key: string
  /** Segment, and position in its text. */
  readonly segment: number
  readonly start: number
  readonly end: number
  /** Time in the whole recording, in ms; null without times. */
  readonly from: number | null
  readonly to: number | null
}

const tokenPattern = new RegExp(String.raw`[${unspaced}]\p{M}*[^\s\p{L}\p{N}]*|[^\s${unspaced}]+`, 'gu')

/** How far ahead a timed word is searched in the text, in UTF-16 units. */
const lookAheadMax = 300

interface Span {
  readonly word: TranscriptSegment['words'][number]
  readonly start: number
  readonly end: number
}

/** Returns the positions of timed words in the text; words that are not in it are skipped. */
export function locate(segment: PartSegment): readonly Span[] {
  const text = segment.text.toLowerCase()
  const spans: Span[] = []
  let cursor = 0
  // A later place would be rejected anyway, and searching the whole text for each of many missing words would be slow.
  const find = (word: HeardWord | undefined): number => {
    const sought = word?.text.toLowerCase() ?? ''
    const at = sought === '' ? -1 : text.slice(cursor, cursor + lookAheadMax + sought.length).indexOf(sought)
    return at < 0 ? -1 : cursor + at
  }
  const isNext = (word: HeardWord | undefined): boolean => {
    const start = find(word)
    return start >= 0 && !/[\p{L}\p{N}]/u.test(text.slice(cursor, start))
  }
  for (const [index, word] of segment.words.entries()) {
    const start = find(word)
    if (start < 0) continue
    // the word is found only further on while its successors are here, so it does not belong to this text
    if (!isNext(word) && (start - cursor > 60 || [1, 2].some((ahead) => isNext(segment.words[index + ahead])))) continue
    cursor = start + word.text.length
    spans.push({ word, start, end: cursor })
  }
  return spans
}

/** Returns the tokens of a segment, the `index`-th of its part, with times between those of its words. */
export function tokensOf(segment: PartSegment, index: number, spans: readonly Span[]): readonly Token[] {
  const time = timeline(segment, spans)
  return [...segment.text.matchAll(tokenPattern)].map((match): Token => {
    const raw = match[0]
    const start = match.index
    const spoken = spokenLength(raw) || raw.length
    return {
      key: keyOf(raw),
      segment: index,
      start,
      end: start + raw.length,
      from: time(start, 'from'),
      to: time(start + spoken, 'to'),
    }
  })
}

/** Returns the length of a token without punctuation at its end. */
function spokenLength(raw: string): number {
  let end = raw.length
  while (end > 0) {
    const unit = raw.charCodeAt(end - 1)
    const start = unit >= 0xdc00 && unit <= 0xdfff && end > 1 ? end - 2 : end - 1
    if (/[\p{L}\p{N}\p{M}]/u.test(raw.slice(start, end))) break
    end = start
  }
  return end
}

function keyOf(text: string): string {
  return caseFolded(text).replace(/[^\p{L}\p{N}\p{M}]/gu, '')
}

/** Returns a function from a text position to its time, interpolated evenly between timed words. */
function timeline(
  segment: PartSegment,
  spans: readonly Span[],
): (offset: number, side: 'from' | 'to') => number | null {
  const { from, to, text } = segment
  if (from === null || to === null) return () => null
  const anchors = [
    { at: 0, time: from },
    ...spans.flatMap(({ word, start, end }) => [
      { at: start, time: word.from },
      { at: end, time: word.to },
    ]),
    { at: text.length, time: to },
  ]
  let hint = 0
  return (offset, side) => {
    // Positions come from left to right. Of two anchors at one position, a beginning uses the later one and an end the
    // earlier.
    const passes = (at: number): boolean => (side === 'from' ? at <= offset : at < offset)
    if (hint > 0 && !passes(anchors[hint]?.at ?? 0)) hint = 0
    for (let next = anchors[hint + 1]; next && passes(next.at); next = anchors[hint + 1]) hint += 1
    const [before, after] = [anchors[hint], anchors[hint + 1]]
    if (!before || !after) return before?.time ?? null
    const part = after.at > before.at ? (offset - before.at) / (after.at - before.at) : 0
    return Math.round(before.time + (after.time - before.time) * Math.min(1, Math.max(0, part)))
  }
}
