import type { HeardSegment } from '../../gateway/transcription-answer.ts'

/** So much of the text is looked through for where a segment stands, in letters; a longer gap is found by a bounded number of long looks. */
const nearMax = 2_000
const longLooksMax = 20
/** A segment is found by its beginning, in letters. */
const signMax = 16
/** Fewer letters than this are a difference in spelling, not words that are missing. */
const slackLetters = 8

/** Normalised text of a transcript, with the original position of each letter. */
interface Letters {
  readonly text: string
  readonly places: readonly number[]
}

/**
 * The segments of an answer, with the words of its `text` that none of them has: those are segments without times, where
 * they belong. What segments only spell in another way is not missing. The work is linear in the length of the text.
 */
export function withMissingWords(segments: readonly HeardSegment[], text: string): readonly HeardSegment[] {
  const all = lettersOf(text)
  const own = segments.map((segment) => lettersOf(segment.text).text)
  const said = own.reduce((sum, letters) => sum + letters.length, 0)
  if (all.text.length <= said + slackLetters && all.text.length <= said * 1.02 + 1) return segments
  const result: HeardSegment[] = []
  let cursor = 0
  let unplaced: HeardSegment[] = []
  let unplacedLetters = 0
  let longLooks = 0
  const fill = (end: number): void => {
    // what segments in between spell in another way explains a gap of their length
    const gap = end - cursor
    const missing = gap > unplacedLetters * 1.25 + slackLetters ? textBetween(text, all, cursor, end) : ''
    const isAllMissing = unplacedLetters === 0
    if (missing !== '' && isAllMissing) result.push(untimed(missing))
    result.push(...unplaced)
    if (missing !== '' && !isAllMissing) result.push(untimed(missing))
    unplaced = []
    unplacedLetters = 0
  }
  for (const [index, segment] of segments.entries()) {
    const letters = own[index] ?? ''
    if (letters === '') {
      unplaced.push(segment)
      continue
    }
    const sign = letters.slice(0, signMax)
    let at = all.text.slice(cursor, cursor + nearMax + signMax).indexOf(sign)
    if (at < 0 && letters.length >= slackLetters && longLooks < longLooksMax) {
      longLooks += 1
      at = all.text.slice(cursor).indexOf(sign)
    }
    if (at < 0) {
      unplaced.push(segment)
      unplacedLetters += letters.length
      continue
    }
    fill(cursor + at)
    result.push(segment)
    const shared = sharedLetters(all.text, cursor + at, letters)
    cursor += at + shared
    unplacedLetters = letters.length - shared
  }
  fill(all.text.length)
  return result
}

/** How many letters of a segment stand in the text from a place on. */
function sharedLetters(text: string, at: number, letters: string): number {
  let shared = 0
  while (shared < letters.length && text.charCodeAt(at + shared) === letters.charCodeAt(shared)) shared += 1
  return shared
}

function untimed(text: string): HeardSegment {
  return { from: null, to: null, text, speaker: null }
}

function lettersOf(text: string): Letters {
  const letters: string[] = []
  const places: number[] = []
  for (const { 0: letter, index } of text.matchAll(/[\p{L}\p{N}]/gu)) {
    const folded = letter.toLowerCase()
    letters.push(folded)
    for (let unit = 0; unit < folded.length; unit += 1) places.push(index)
  }
  return { text: letters.join(''), places }
}

/** The words between two letters, with the punctuation that follows them. */
function textBetween(text: string, letters: Letters, from: number, to: number): string {
  const begin = from === 0 ? 0 : (letters.places[from] ?? text.length)
  const end = to >= letters.places.length ? text.length : (letters.places[to] ?? text.length)
  return text.slice(begin, end).trim()
}
