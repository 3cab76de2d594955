import { searchWords, wordPlaces } from '../../../../shared/folded-text.ts'

/** A part of a text, and whether it is what was looked for. */
export interface MarkedPart {
  readonly start: number
  readonly text: string
  readonly hit: boolean
}

/** The text in parts, with the words of a search told apart. */
export function markedParts(text: string, query: string): readonly MarkedPart[] {
  const parts: MarkedPart[] = []
  let at = 0
  for (const { start, end } of wordPlaces(text, searchWords(query))) {
    if (start > at) parts.push({ start: at, text: text.slice(at, start), hit: false })
    parts.push({ start, text: text.slice(start, end), hit: true })
    at = end
  }
  if (at < text.length || parts.length === 0) parts.push({ start: at, text: text.slice(at), hit: false })
  return parts
}

/** What is shown before the first hit of a line that has room for few words. */
const leadMax = 14

/** The text from a little before its first hit on, so that a single line shows it. */
export function fromFirstHit(text: string, query: string): string {
  const first = markedParts(text, query).find((part) => part.hit)
  if (first === undefined || first.start <= leadMax) return text
  const cut = text.slice(first.start - leadMax)
  // begins with a whole word where there are blanks
  const blank = cut.slice(0, leadMax).indexOf(' ')
  return `…${blank < 0 ? cut : cut.slice(blank + 1)}`
}
