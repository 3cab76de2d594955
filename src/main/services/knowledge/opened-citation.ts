import type { Citation, OpenedCitation } from '../../../shared/knowledge.ts'

/** Text around the quote that is shown, in UTF-16 units on each side. */
const aroundMax = 20_000

/**
 * Returns a citation in its current document. A moved quote is found again; if the document no longer contains it, only
 * the quote is shown.
 */
export function openedCitation(citation: Citation, text: string | null): OpenedCitation {
  const { place, quote } = citation
  if (text === null) return { citation, state: 'gone', before: '', after: '' }
  const at = text.startsWith(quote, place.start) ? place.start : text.indexOf(quote)
  if (at < 0) return { citation, state: 'changed', before: '', after: '' }
  const end = at + quote.length
  return {
    citation,
    state: 'same',
    before: text.slice(Math.max(0, at - aroundMax), at).toWellFormed(),
    after: text.slice(end, end + aroundMax).toWellFormed(),
  }
}
