/** A part of a text, and whether it is what was looked for. */
export interface MarkedPart {
  readonly start: number
  readonly text: string
  readonly hit: boolean
}

/** The text in parts, with the words of a search told apart. */
export function markedParts(text: string, query: string): readonly MarkedPart[] {
  const words = query
    .trim()
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
  if (words.length === 0) return [{ start: 0, text, hit: false }]
  const parts: MarkedPart[] = []
  let at = 0
  for (const match of text.matchAll(new RegExp(words.join('|'), 'giu'))) {
    if (match.index > at) parts.push({ start: at, text: text.slice(at, match.index), hit: false })
    parts.push({ start: match.index, text: match[0], hit: true })
    at = match.index + match[0].length
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
