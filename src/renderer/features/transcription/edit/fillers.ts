import type { TranscriptSegment } from '../../../../shared/transcript.ts'
import type { Segments } from './edit.ts'
import { wordPlaces } from './word-places.ts'

/**
 * Words that speakers fill pauses with, and the language in which they are. `isSure` ones mean nothing else there; the
 * others are often words of a sentence.
 */
export const fillerWords = [
  { word: 'um', forms: ['um', 'umm', 'uhm'], language: 'en', isSure: true },
  { word: 'uh', forms: ['uh', 'uhh'], language: 'en', isSure: true },
  { word: 'er', forms: ['er', 'erm'], language: 'en', isSure: true },
  { word: 'hmm', forms: ['hm', 'hmm', 'mhm', 'mm'], language: 'en', isSure: true },
  { word: 'you know', forms: ['you know'], language: 'en', isSure: false },
  { word: 'I mean', forms: ['i mean'], language: 'en', isSure: false },
  { word: '嗯', forms: ['嗯嗯嗯', '嗯嗯', '嗯'], language: 'zh', isSure: true },
  { word: '呃', forms: ['呃呃', '呃'], language: 'zh', isSure: true },
  { word: '唔', forms: ['唔'], language: 'zh', isSure: true },
  { word: '那个', forms: ['那个那个', '那个'], language: 'zh', isSure: false },
  { word: '就是说', forms: ['就是说'], language: 'zh', isSure: false },
] as const
export type FillerWord = (typeof fillerWords)[number]['word']

/** A filler in a text, with the comma and space after it. */
export interface Filler {
  readonly word: FillerWord
  readonly start: number
  readonly end: number
}

const wordCharacter = /[\p{L}\p{M}\p{N}'’-]/u
const latin = /^[a-z]/
const sentenceEnd = /[.!?。！？…\n]/u

/** Returns the fillers of a text, in its order. A word within another one is none. */
export function fillersIn(text: string): readonly Filler[] {
  const folded = text.toLowerCase()
  // letters whose lower case is longer would move the offsets
  if (folded.length !== text.length) return []
  const found: Filler[] = []
  for (let at = 0; at < text.length; at += 1) {
    const filler = fillerAt(folded, at)
    if (filler === null) continue
    found.push(filler)
    at = filler.end - 1
  }
  return found
}

function fillerAt(folded: string, start: number): Filler | null {
  for (const { forms, word } of fillerWords) {
    const form = forms.find((one) => folded.startsWith(one, start) && stands(folded, start, start + one.length))
    if (form !== undefined) return { word, start, end: endAfter(folded, start + form.length) }
  }
  return null
}

/** Returns true if a range is a whole word. Chinese has no spaces, so that its words stand everywhere. */
function stands(folded: string, start: number, end: number): boolean {
  if (!latin.test(folded.charAt(start))) return true
  return !wordCharacter.test(folded.charAt(start - 1)) && !wordCharacter.test(folded.charAt(end))
}

/** Returns the end of a filler with one comma, ellipsis or dash, and the space, after it. */
function endAfter(folded: string, end: number): number {
  let after = end
  if (/[,，、…]/u.test(folded.charAt(after))) after += 1
  while (folded.charAt(after) === ' ') after += 1
  return after
}

/** Returns a text without the chosen fillers. A sentence that began with one begins with a capital letter again. */
export function withoutFillers(text: string, chosen: ReadonlySet<FillerWord>): string {
  let result = ''
  let at = 0
  let isBegun = false
  for (const { end, start, word } of fillersIn(text)) {
    if (!chosen.has(word)) continue
    result += begun(text.slice(at, start), isBegun)
    const before = result.trimEnd()
    isBegun = (isBegun && at === start) || before === '' || sentenceEnd.test(before.charAt(before.length - 1))
    at = end
  }
  if (at === 0) return text
  result += begun(text.slice(at), isBegun)
  return trimmed(result)
}

function begun(text: string, isBegun: boolean): string {
  return isBegun ? text.charAt(0).toUpperCase() + text.slice(1) : text
}

/** Removes leftovers of fillers: spaces and commas before marks, spaces at the ends, and marks without words. */
function trimmed(text: string): string {
  const joined = text
    .replace(/ (?=[,.!?，。！？、；])/gu, '')
    .replace(/[,，、](?=[.!?。！？])/gu, '')
    .trim()
  return /^[\s,.，。、…]*$/u.test(joined) ? '' : joined
}

/** Returns the fillers that are chosen at first: those that mean nothing else in the spoken language. */
export function sureFillers(language: string | null): ReadonlySet<FillerWord> {
  // Chinese characters are of no other language that is likely
  const spoken = language ?? 'zh'
  return new Set(fillerWords.filter((one) => one.isSure && one.language === spoken).map(({ word }) => word))
}

/** Returns the number of each filler in a transcript; those that it lacks are left out. */
export function fillerCounts(segments: Segments): ReadonlyMap<FillerWord, number> {
  const counts = new Map<FillerWord, number>()
  for (const { text } of segments) for (const { word } of fillersIn(text)) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}

/**
 * Returns segments without the chosen fillers. The other words keep their times. A segment that was only fillers is
 * removed.
 */
export function removeFillers(segments: Segments, chosen: ReadonlySet<FillerWord>): Segments {
  return segments.flatMap((segment) => {
    const text = withoutFillers(segment.text, chosen)
    if (text === segment.text) return [segment]
    return text === '' ? [] : [{ ...segment, text, words: wordsOutside(segment, chosen) }]
  })
}

function wordsOutside({ text, words }: TranscriptSegment, chosen: ReadonlySet<FillerWord>): TranscriptSegment['words'] {
  const removed = fillersIn(text).filter(({ word }) => chosen.has(word))
  const gone = new Set(
    wordPlaces(text, words)
      .filter((place) => removed.some(({ end, start }) => place.start < end && place.end > start))
      .map(({ index }) => index),
  )
  return words.filter((_, index) => !gone.has(index))
}
