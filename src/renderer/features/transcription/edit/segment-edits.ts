import type { TranscriptSegment } from '../../../../shared/transcript.ts'
import type { Segments } from './edit.ts'
import { type TranscriptWord, wordPlaces } from './word-places.ts'

// Every edit maps segments to segments; unchanged ones stay the same objects, see editBetween.

function replaceAt(segments: Segments, at: number, ...others: readonly TranscriptSegment[]): Segments {
  return [...segments.slice(0, at), ...others, ...segments.slice(at + 1)]
}

function mapSegments(segments: Segments, change: (segment: TranscriptSegment) => TranscriptSegment): Segments {
  return segments.map(change)
}

/** Sets the text of a segment; removes a segment left without text. */
export function setText(segments: Segments, id: string, text: string): Segments {
  const at = segments.findIndex((segment) => segment.id === id)
  const segment = segments[at]
  if (segment === undefined || segment.text === text) return segments
  if (text.trim() === '') return segments.filter((other) => other.id !== id)
  return replaceAt(segments, at, withText(segment, text))
}

/** Changes a text; drops the words and their times, which belong to the old text. */
export function withText(segment: TranscriptSegment, text: string): TranscriptSegment {
  return segment.text === text ? segment : { ...segment, text, words: [] }
}

/** Returns the length of a text without spaces, to divide time by. */
function weight(text: string): number {
  return text.replace(/\s+/g, '').length
}

interface Halves {
  readonly left: readonly TranscriptWord[]
  readonly right: readonly TranscriptWord[]
}

/** Divides the words at an offset; a word across it is divided by its share of letters. */
function divideWords(segment: TranscriptSegment, offset: number): Halves {
  const places = new Map(wordPlaces(segment.text, segment.words).map((place) => [place.index, place]))
  const left: TranscriptWord[] = []
  const right: TranscriptWord[] = []
  for (const [index, word] of segment.words.entries()) {
    const place = places.get(index)
    if (place === undefined) (right.length > 0 ? right : left).push(word)
    else if (place.end <= offset) left.push(word)
    else if (place.start >= offset) right.push(word)
    else {
      const text = segment.text.slice(place.start, place.end)
      const cut = word.from + (word.to - word.from) * ((offset - place.start) / (place.end - place.start))
      left.push({ from: word.from, to: cut, text: text.slice(0, offset - place.start) })
      right.push({ from: cut, to: word.to, text: text.slice(offset - place.start) })
    }
  }
  return { left, right }
}

/** Returns the time of an offset: from the word times if there are any, else by share of the text. */
function timeOfCut(segment: TranscriptSegment, offset: number, halves: Halves): number | null {
  const { from, to, text } = segment
  if (from === null) return null
  const word = halves.right[0]
  if (word !== undefined && word.from >= from && (to === null || word.from <= to)) return word.from
  if (to === null) return from
  const all = weight(text)
  return all === 0 ? from : from + (to - from) * (weight(text.slice(0, offset)) / all)
}

/** Splits a segment at an offset; does nothing when one side would be empty. */
export function splitSegment(segments: Segments, id: string, offset: number, newId: string): Segments {
  const at = segments.findIndex((segment) => segment.id === id)
  const segment = segments[at]
  if (segment === undefined) return segments
  const left = segment.text.slice(0, offset).trimEnd()
  const right = segment.text.slice(offset).trimStart()
  if (left.trim() === '' || right.trim() === '') return segments
  const words = divideWords(segment, offset)
  const cut = timeOfCut(segment, offset, words)
  return replaceAt(
    segments,
    at,
    { ...segment, to: cut ?? segment.to, text: left, words: words.left },
    { ...segment, id: newId, from: cut, text: right, words: words.right },
  )
}

const wide = /[\u2e80-\u9fff\uac00-\ud7a3\uf900-\ufaff\uff00-\uffef\u3000-\u303f]/

/** Joins two texts; CJK characters get no space between. */
export function joinTexts(a: string, b: string): string {
  const left = a.trimEnd()
  const right = b.trimStart()
  if (left === '' || right === '') return left + right
  return wide.test(left.at(-1) ?? '') && wide.test(right.at(0) ?? '') ? left + right : `${left} ${right}`
}

function later(a: number | null, b: number | null): number | null {
  return a === null ? b : b === null ? a : Math.max(a, b)
}

function joined(a: TranscriptSegment, b: TranscriptSegment): TranscriptSegment {
  // words of one side only would highlight the wrong text
  const allWords = (a.words.length > 0 || a.text.trim() === '') && (b.words.length > 0 || b.text.trim() === '')
  return {
    ...a,
    from: a.from ?? b.from,
    to: later(a.to, b.to),
    text: joinTexts(a.text, b.text),
    speaker: a.speaker ?? b.speaker,
    words: allWords ? [...a.words, ...b.words] : [],
    mended: a.mended || b.mended,
  }
}

/** Joins a segment with the next one. */
export function mergeWithNext(segments: Segments, id: string): Segments {
  const at = segments.findIndex((segment) => segment.id === id)
  const segment = segments[at]
  const next = segments[at + 1]
  if (at < 0 || segment === undefined || next === undefined) return segments
  return [...segments.slice(0, at), joined(segment, next), ...segments.slice(at + 2)]
}

/** Joins all segments from the first to the last of these. */
export function mergeAll(segments: Segments, ids: ReadonlySet<string>): Segments {
  const at = segments.findIndex((segment) => ids.has(segment.id))
  const last = segments.findLastIndex((segment) => ids.has(segment.id))
  if (at < 0 || last === at) return segments
  const one = segments.slice(at, last + 1).reduce(joined)
  return [...segments.slice(0, at), one, ...segments.slice(last + 1)]
}

/** Shifts segments in time; none begins before the recording. */
export function shiftTimes(segments: Segments, ids: ReadonlySet<string>, ms: number): Segments {
  const first = segments.reduce(
    (least, segment) => (ids.has(segment.id) && segment.from !== null ? Math.min(least, segment.from) : least),
    Number.POSITIVE_INFINITY,
  )
  const by = Math.max(ms, -first)
  if (by === 0 || !Number.isFinite(first)) return segments
  const moved = (time: number | null) => (time === null ? null : Math.max(0, time + by))
  return mapSegments(segments, (segment) => {
    if (!ids.has(segment.id) || segment.from === null) return segment
    const words = segment.words.map((word) => ({
      ...word,
      from: Math.max(0, word.from + by),
      to: Math.max(0, word.to + by),
    }))
    return { ...segment, from: moved(segment.from), to: moved(segment.to), words }
  })
}

/** Sets the speaker of these segments; null for unknown. */
export function setSpeaker(segments: Segments, ids: ReadonlySet<string>, speaker: string | null): Segments {
  return mapSegments(segments, (segment) =>
    ids.has(segment.id) && segment.speaker !== speaker ? { ...segment, speaker } : segment,
  )
}

/** Renames a speaker everywhere. */
export function renameSpeaker(segments: Segments, before: string, speaker: string | null): Segments {
  return mapSegments(segments, (segment) =>
    segment.speaker === before && before !== speaker ? { ...segment, speaker } : segment,
  )
}

export function deleteSegments(segments: Segments, ids: ReadonlySet<string>): Segments {
  return segments.some((segment) => ids.has(segment.id)) ? segments.filter((segment) => !ids.has(segment.id)) : segments
}

/** Returns all speakers in order of first appearance. */
export function speakersOf(segments: Segments): readonly string[] {
  return [...new Set(segments.flatMap((segment) => (segment.speaker === null ? [] : [segment.speaker])))]
}
