import { wordPlaces } from './folded-text.ts'
import { withoutMarkdown } from './plain-markdown.ts'
import { beginningOf } from './writing.ts'

/** Longest excerpt, and the length of its part before the hit, in UTF-16 units. */
const excerptMax = 200
const leadMax = 60

/**
 * Returns an excerpt around the first of these folded words. Returns a short text whole. Omitted parts become an
 * ellipsis.
 */
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

/** Length of the window around a hit that is stripped of Markdown, and of its part before the hit, in UTF-16 units. */
const windowMax = 1_200
const windowLead = 400

/** Returns an excerpt of a Markdown text without its marks. Keeps the marks if the words are found only with them. */
export function markdownExcerpt(text: string, words: readonly string[]): string {
  const [hit] = wordPlaces(text, words)
  if (hit === undefined) return excerptAround(text, words)
  // marks have a meaning only at the beginning of a line
  const line = text.lastIndexOf('\n', hit.start) + 1
  const earlier = text.lastIndexOf('\n', Math.max(0, line - windowLead / 2)) + 1
  const from = hit.start - earlier <= windowLead ? earlier : Math.max(line, hit.start - windowLead)
  const plain = withoutMarkdown(text.slice(from, from + windowMax))
  if (wordPlaces(plain, words).length === 0) return excerptAround(text, words)
  const excerpt = excerptAround(plain, words)
  return from === 0 || excerpt.startsWith('…') ? excerpt : `…${beginningOf(excerpt, excerptMax - 1)}`
}

/**
 * Returns the first word start from `from` up to `to`. Without one, returns `from`, moved past half a surrogate pair.
 */
function wordStart(text: string, from: number, to: number): number {
  const space = text.indexOf(' ', from)
  if (space >= 0 && space < to) return space + 1
  return /^[\udc00-\udfff]/.test(text.slice(from, from + 1)) ? from + 1 : from
}
