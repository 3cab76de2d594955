/** Maximum length of a part of a text without pages, and of one page, in UTF-16 units. */
const partMax = 20_000

/** A page or part of a text. */
export interface FilePart {
  readonly kind: 'page' | 'part'
  /** Number of the page or part, counted from 1. */
  readonly from: number
  readonly count: number
  readonly text: string
}

/**
 * Returns the page or part of a text with this number; its `text` is null if there is none. Documents have a line
 * `[Page 1]` before each page; other texts are divided at line ends. A page that is too long is divided in the same
 * way, so that all of it can be read.
 */
export function filePartOf(text: string, number: number): Omit<FilePart, 'text'> & { readonly text: string | null } {
  const pages = pagesOf(text)
  const paged = pages?.every(({ length }) => length <= partMax) === true ? pages : null
  const parts = paged ?? partsOf(text)
  return { kind: paged === null ? 'part' : 'page', from: number, count: parts.length, text: parts[number - 1] ?? null }
}

function pagesOf(text: string): readonly string[] | null {
  if (!text.startsWith('[Page 1]\n')) return null
  const pages: string[] = []
  let start = 0
  // a page may hold such a line itself: only the next number begins a page
  for (let number = 2; ; number += 1) {
    const next = text.indexOf(`\n\n[Page ${number}]\n`, start)
    if (next < 0) return [...pages, text.slice(start)]
    pages.push(text.slice(start, next))
    start = next + 2
  }
}

function partsOf(text: string): readonly string[] {
  const parts: string[] = []
  for (let start = 0; start < text.length; ) {
    const end = endOf(text, start)
    parts.push(text.slice(start, end))
    start = end
  }
  return parts
}

/** Returns the end of the part that begins here: a line end in its second half, else a whole character. */
function endOf(text: string, start: number): number {
  const most = start + partMax
  if (most >= text.length) return text.length
  const line = text.lastIndexOf('\n', most - 1) + 1
  if (line > start + partMax / 2) return line
  return /[\uD800-\uDBFF]/.test(text.charAt(most - 1)) ? most - 1 : most
}
