import { wordPlaces } from '../../../shared/folded-text.ts'

/** A part of a text, and whether it is a hit. */
export interface MarkedPart {
  readonly start: number
  readonly text: string
  readonly hit: boolean
}

/** Splits a text into hits of the folded search words and the text between. */
export function markedParts(text: string, words: readonly string[]): readonly MarkedPart[] {
  const parts: MarkedPart[] = []
  let at = 0
  for (const { start, end } of wordPlaces(text, words)) {
    if (start > at) parts.push({ start: at, text: text.slice(at, start), hit: false })
    parts.push({ start, text: text.slice(start, end), hit: true })
    at = end
  }
  if (at < text.length || parts.length === 0) parts.push({ start: at, text: text.slice(at), hit: false })
  return parts
}

/** Characters shown before the first hit in a short line. */
const leadMax = 14

/** Returns the text from shortly before its first hit, so that a single line shows the hit. */
export function fromFirstHit(text: string, words: readonly string[], lead = leadMax): string {
  const first = markedParts(text, words).find((part) => part.hit)
  if (first === undefined || first.start <= lead) return text
  const cut = text.slice(first.start - lead)
  // starts at a whole word when there are spaces
  const blank = cut.slice(0, lead).indexOf(' ')
  return `…${blank < 0 ? cut.replace(/^[\udc00-\udfff]/, '') : cut.slice(blank + 1)}`
}
