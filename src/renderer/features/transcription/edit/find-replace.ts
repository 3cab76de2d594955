import type { Segments } from './edit.ts'
import { withText } from './segment-edits.ts'

export interface Search {
  readonly query: string
  readonly matchCase: boolean
}

/** A found occurrence. */
export interface Hit {
  readonly segmentId: string
  readonly start: number
  readonly end: number
}

/** Returns a regular expression for the literal text; null for an empty query. */
function expressionFor({ query, matchCase }: Search): RegExp | null {
  if (query === '') return null
  return new RegExp(query.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'), matchCase ? 'gu' : 'giu')
}

/** Returns all hits in text order. */
export function findHits(segments: Segments, search: Search): readonly Hit[] {
  const expression = expressionFor(search)
  if (expression === null) return []
  return segments.flatMap((segment) =>
    [...segment.text.matchAll(expression)].map((match) => ({
      segmentId: segment.id,
      start: match.index,
      end: match.index + match[0].length,
    })),
  )
}

/** Returns the hits in one segment. */
export function hitsIn(text: string, search: Search): readonly { readonly start: number; readonly end: number }[] {
  const expression = expressionFor(search)
  if (expression === null) return []
  return [...text.matchAll(expression)].map((match) => ({ start: match.index, end: match.index + match[0].length }))
}

/** Replaces one hit. */
export function replaceHit(segments: Segments, hit: Hit, by: string): Segments {
  return segments.map((segment) =>
    segment.id === hit.segmentId
      ? withText(segment, segment.text.slice(0, hit.start) + by + segment.text.slice(hit.end))
      : segment,
  )
}

/** Replaces all hits at once; replacements are not searched again. */
export function replaceAll(segments: Segments, search: Search, by: string): Segments {
  const expression = expressionFor(search)
  if (expression === null) return segments
  return segments.map((segment) =>
    // a function, so that a dollar sign stays literal
    withText(
      segment,
      segment.text.replace(expression, () => by),
    ),
  )
}
