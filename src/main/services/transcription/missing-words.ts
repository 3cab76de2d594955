import type { HeardSegment } from '../../gateway/heard-answer.ts'

/**
 * How far ahead a segment is searched in the text, in letters; beyond it only a bounded number of longer searches is
 * made.
 */
const nearMax = 2_000
const longLooksMax = 20
/** Letters at the beginning of a segment that identify it. */
const signMax = 16
/** A shorter gap, in letters, counts as a spelling difference, not as missing words. */
const slackLetters = 8

/** Normalised text of a transcript, with the original position of each letter. */
interface Letters {
  readonly text: string
  readonly places: readonly number[]
}

/**
 * Adds the words of an answer's `text` that no segment contains, as segments without times at their places. Spelling
 * differences do not count.
 * Runs in linear time.
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
    // different spelling in the segments between can explain a gap of their length
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

/** Returns the number of a segment's letters found in the text from an offset on. */
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

/** Returns the words between two letters, with the punctuation after them. */
function textBetween(text: string, letters: Letters, from: number, to: number): string {
  const begin = from === 0 ? 0 : (letters.places[from] ?? text.length)
  const end = to >= letters.places.length ? text.length : (letters.places[to] ?? text.length)
  return text.slice(begin, end).trim()
}
