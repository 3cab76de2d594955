import { unspaced } from '../../../shared/writing.ts'
import type { HeardAnswer, HeardSegment, HeardWord } from '../../gateway/heard-answer.ts'
import { locate, type PartSegment, type Token, tokensOf } from './heard-tokens.ts'
import { mended } from './mending.ts'
import { withMissingWords } from './missing-words.ts'

/** A range of the recording, in ms. */
export interface Stretch {
  readonly from: number
  readonly to: number
}

/** Words of one part of a recording, in order, in the recording's time. */
export interface HeardPart {
  readonly stretch: Stretch
  readonly segments: readonly PartSegment[]
  readonly tokens: readonly Token[]
  /** True if the times belong to words, and are not estimated from segments. */
  readonly exact: boolean
}

/** Converts an answer to the speech heard in a stretch. A stretch with `to` 0 is a recording of unknown length. */
export function heardPart(answer: HeardAnswer, stretch: Stretch): HeardPart {
  const length = stretch.to > stretch.from ? stretch.to - stretch.from : answer.duration
  const told = timedSegments(answer)
  const { timed, loose } = apart(told === null ? [] : withMissingWords(told, answer.text))
  if (timed.length === 0) {
    const segments = paragraphs(answer.text)
    return {
      stretch,
      segments,
      tokens: segments.flatMap((segment, index) => tokensOf(segment, index, [])),
      exact: false,
    }
  }
  const inOrder = mended(timed, length)
  const wordsOf = shareOut(answer.words, inOrder)
  const shifted = inOrder.flatMap((segment, index): readonly PartSegment[] => {
    const shift = (time: number): number => Math.min(Math.max(time, segment.from), segment.to) + stretch.from
    const shown = {
      from: segment.from + stretch.from,
      to: segment.to + stretch.from,
      text: segment.text,
      speaker: segment.speaker,
      words: (wordsOf.get(index) ?? []).map((word) => ({
        from: shift(word.from),
        to: Math.max(shift(word.from), shift(word.to)),
        text: word.text,
      })),
      mended: segment.mended,
    }
    return [...(index === 0 ? loose : []), shown, ...segment.behind]
  })
  return {
    stretch,
    segments: shifted,
    tokens: shifted.flatMap((segment, index) => tokensOf(segment, index, locate(segment))),
    exact: shifted.length > 0 && shifted.every(({ words }) => words.length > 0),
  }
}

/** Returns the segments, with word times; null if the answer has none. */
function timedSegments(answer: HeardAnswer): readonly HeardSegment[] | null {
  const said = (answer.segments ?? []).filter(({ text }) => text !== '')
  const onlyWordsHaveSpeakers =
    said.every(({ speaker }) => speaker === null) && answer.words.some(({ speaker }) => speaker !== undefined)
  if (said.length > 0 && !onlyWordsHaveSpeakers) return said
  return answer.words.length > 0 ? segmentsOfWords(answer) : null
}

interface TimedSegment extends Stretch {
  readonly text: string
  readonly speaker: string | null
  /** Following words without times. */
  readonly behind: PartSegment[]
}

/** Returns segments with times, each with the untimed segments that follow it; `loose` are those before the first. */
function apart(segments: readonly HeardSegment[]): {
  readonly timed: readonly TimedSegment[]
  readonly loose: readonly PartSegment[]
} {
  const timed: TimedSegment[] = []
  const loose: PartSegment[] = []
  for (const { from, to, text, speaker } of segments) {
    if (from !== null) timed.push({ from, to: to ?? from, text, speaker, behind: [] })
    else (timed.at(-1)?.behind ?? loose).push({ from: null, to: null, text, speaker, words: [], mended: false })
  }
  return { timed, loose }
}

/** Returns the segments between two word indexes; a segment across a boundary is cut there. */
export function sliceOf(part: HeardPart, start: number, end: number): readonly PartSegment[] {
  const allOf = Map.groupBy(part.tokens, (token) => token.segment)
  const keptOf = Map.groupBy(part.tokens.slice(start, end), (token) => token.segment)
  return part.segments.flatMap((segment, index): readonly PartSegment[] => {
    const all = allOf.get(index) ?? []
    const kept = keptOf.get(index) ?? []
    const [first, last] = [kept[0], kept.at(-1)]
    if (!first || !last) return []
    if (kept.length === all.length) return [segment]
    const places = new Map(locate(segment).map((span) => [span.word, span]))
    const isKept = (word: HeardWord): boolean => {
      const place = places.get(word)
      if (place) return place.start >= first.start && place.end <= last.end
      const middle = (word.from + word.to) / 2
      return first.from !== null && last.to !== null && middle >= first.from && middle <= last.to
    }
    return [
      {
        ...segment,
        text: segment.text.slice(first.start, last.end),
        from: first === all[0] ? segment.from : first.from,
        to: last === all.at(-1) ? segment.to : last.to,
        words: segment.words.filter(isKept),
      },
    ]
  })
}

/** Splits a text without times into editable parts, at line breaks and ends of sentences. */
function paragraphs(text: string): readonly PartSegment[] {
  const lines = text
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const texts = lines.flatMap((line) => {
    const sentences = sentencesOf(line)
    const groups: string[] = []
    for (const sentence of sentences) {
      const last = groups.at(-1)
      if (last !== undefined && last.length + sentence.length <= paragraphMax)
        groups[groups.length - 1] = last + sentence
      else groups.push(sentence)
    }
    return groups.flatMap((group) => group.trim() || [])
  })
  return texts.map((part) => ({ from: null, to: null, text: part, speaker: null, words: [], mended: false }))
}

const paragraphMax = 300

const [stops, closers] = ['.!?…', '"\'”’)']
const [fullStops, fullClosers] = ['。！？', '”’」』）']

/** Splits a line after its sentences in linear time. */
function sentencesOf(line: string): readonly string[] {
  const sentences: string[] = []
  let begin = 0
  let at = 0
  const pass = (signs: string): void => {
    while (at < line.length && signs.includes(line.charAt(at))) at += 1
  }
  while (at < line.length) {
    const sign = line.charAt(at)
    const isFull = fullStops.includes(sign)
    if (!isFull && !stops.includes(sign)) {
      at += 1
      continue
    }
    pass(isFull ? fullStops : stops)
    pass(isFull ? fullClosers : closers)
    if (!isFull && at < line.length && !/\s/.test(line.charAt(at))) continue
    sentences.push(line.slice(begin, at))
    begin = at
  }
  if (begin < line.length) sentences.push(line.slice(begin))
  return sentences
}

/** Builds sentences from timed words, for an answer without segments or with speakers of words alone. */
function segmentsOfWords({ words }: HeardAnswer): readonly HeardSegment[] {
  const made: { from: number; to: number; text: string; speaker: string | null }[] = []
  for (const [index, word] of words.entries()) {
    const before = words[index - 1]
    const last = made.at(-1)
    const ends = before !== undefined && (/[.!?。！？…]["'”’)]*$/.test(before.text) || word.from - before.to > 1000)
    const speaker = word.speaker ?? null
    const isOther = last !== undefined && speaker !== null && speaker !== last.speaker
    if (!last || ends || isOther || last.text.length > paragraphMax)
      made.push({ from: word.from, to: word.to, text: word.text, speaker: speaker ?? last?.speaker ?? null })
    else {
      last.text = needsSpace(last.text, word.text) ? `${last.text} ${word.text}` : last.text + word.text
      last.to = word.to
    }
  }
  return made
}

function needsSpace(one: string, other: string): boolean {
  return !new RegExp(`[${unspaced}]`, 'u').test(one.slice(-1) + other.slice(0, 1))
}

/** Assigns every word to the segment that contains its middle, or to the nearest one. */
function shareOut(
  words: readonly HeardWord[],
  segments: readonly Stretch[],
): ReadonlyMap<number, readonly HeardWord[]> {
  const shares = new Map<number, HeardWord[]>()
  let at = 0
  for (const word of words.toSorted((one, other) => one.from - other.from)) {
    const middle = (word.from + word.to) / 2
    // a word between two segments belongs to the nearer one
    for (let next = segments[at + 1]; next; next = segments[at + 1]) {
      const here = segments[at]
      if (here && middle - here.to <= Math.max(0, next.from - middle)) break
      at += 1
    }
    const share = shares.get(at)
    if (share) share.push(word)
    else shares.set(at, [word])
  }
  return shares
}
