import { wordPlaces } from '../../shared/folded-text.ts'
import { beginningOf } from './transcription/writing.ts'

/** The most of an excerpt, and how much of it stands before the hit, in UTF-16 units. */
const excerptMax = 200
const leadMax = 60

/** A text, or, of a long one, what is around the first of these words, which are folded; what is cut off is an ellipsis. */
export function excerptAround(text: string, words: readonly string[]): string {
  const whole = text.replace(/\s+/g, ' ').trim()
  if (whole.length <= excerptMax) return whole
  const [hit] = wordPlaces(whole, words)
  const from = hit === undefined || hit.start <= leadMax ? 0 : wordStart(whole, hit.start - leadMax, hit.start)
  const before = from === 0 ? '' : '…'
  const rest = whole.slice(from)
  const room = excerptMax - before.length
  return rest.length <= room ? before + rest : `${before}${beginningOf(rest, room - 1)}…`
}

/** The beginning of a word at or after `from`, but not after `to`; where there is none, `from` without half a character. */
function wordStart(text: string, from: number, to: number): number {
  const space = text.indexOf(' ', from)
  if (space >= 0 && space < to) return space + 1
  return /^[\udc00-\udfff]/.test(text.slice(from, from + 1)) ? from + 1 : from
}
