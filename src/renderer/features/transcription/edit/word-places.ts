import type { TranscriptSegment } from '../../../../shared/transcript.ts'

export type TranscriptWord = TranscriptSegment['words'][number]

/** Position of a word in its segment's text, in UTF-16 units. */
export interface WordPlace {
  readonly index: number
  readonly start: number
  readonly end: number
}

/** Longest distance to a word in the text; a later match is another word with the same spelling. */
const aheadMax = 80

/** Finds the words in the text, in order. Words with another spelling are left out. */
export function wordPlaces(text: string, words: readonly TranscriptWord[]): readonly WordPlace[] {
  const places: WordPlace[] = []
  let from = 0
  for (const [index, word] of words.entries()) {
    const needle = word.text.trim()
    if (needle === '') continue
    // bounded, because thousands of missing words would each search the whole text
    const ahead = text.slice(from, from + aheadMax + needle.length).indexOf(needle)
    if (ahead < 0) continue
    const start = from + ahead
    from = start + needle.length
    places.push({ index, start, end: from })
  }
  return places
}

/** A part of a text with its word; text between words has none. */
export interface TextPart {
  readonly start: number
  readonly text: string
  readonly word: number | null
}

/** Splits the text into parts; joined they are the text. */
export function textParts(text: string, words: readonly TranscriptWord[]): readonly TextPart[] {
  const parts: TextPart[] = []
  let at = 0
  const plain = (to: number) => {
    if (to > at) parts.push({ start: at, text: text.slice(at, to), word: null })
  }
  for (const place of wordPlaces(text, words)) {
    plain(place.start)
    parts.push({ start: place.start, text: text.slice(place.start, place.end), word: place.index })
    at = place.end
  }
  plain(text.length)
  return parts
}
