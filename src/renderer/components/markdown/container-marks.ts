/** The marks of quotes and lists that precede a position in a line. */
export interface Surrounding {
  /** Number of quotes. */
  readonly quotes: number
  /** Columns of the list item inside the innermost quote; 0 outside of lists. */
  readonly width: number
  /** True if only such marks precede the position in its line. */
  readonly isAtStart: boolean
}

const mark = /[ \t]*(?:>|(?:[-*+]|\d{1,9}[.)])(?=[ \t]))/y
const item = /^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]/
const ownBlock = /^ {0,3}(?:#{1,6}[ \t]|```|~~~)/

/** Reads the beginning of a line, up to a position in it. */
export function surroundingOf(before: string): Surrounding {
  let at = 0
  let quotes = 0
  let inside = 0
  for (;;) {
    mark.lastIndex = at
    const found = mark.exec(before)
    if (found === null) break
    at += found[0].length
    if (!found[0].endsWith('>')) continue
    quotes += 1
    if (before[at] === ' ') at += 1
    inside = at
  }
  const end = at + spacesAt(before, at)
  return { quotes, width: end - inside, isAtStart: end === before.length }
}

/** How far a formula may extend: to the end of its paragraph, of the surrounding quote or item, or further. */
export type Reach = 'paragraph' | 'container' | 'anything'

/**
 * Returns the text from `from` to `end`, without the quote marks and item indents at the beginning of its lines. Null
 * if it extends beyond its reach.
 */
export function textWithin(
  source: string,
  from: number,
  end: number,
  { quotes, width }: Surrounding,
  reach: Reach,
): string | null {
  const [first = '', ...others] = source.slice(from, end).split(/\r\n|\r|\n/)
  const lines = [first]
  let sawBlank = false
  for (const [index, line] of others.entries()) {
    const isLast = index === others.length - 1
    const { found, rest } = withoutQuotes(line, quotes)
    const indent = spacesAt(rest, 0)
    const isBlank = indent === rest.length && !isLast
    const endsItem = indent < width && (sawBlank || item.test(rest))
    const isBeyond = isBlank ? found < quotes || reach === 'paragraph' : endsItem || ownBlock.test(rest)
    if (isBeyond && reach !== 'anything') return null
    sawBlank = isBlank
    lines.push(rest.slice(Math.min(indent, width)))
  }
  return lines.join('\n')
}

function withoutQuotes(line: string, quotes: number): { readonly found: number; readonly rest: string } {
  let at = 0
  let found = 0
  while (found < quotes) {
    const sign = at + spacesAt(line, at)
    if (line[sign] !== '>') break
    at = sign + 1
    if (line[at] === ' ') at += 1
    found += 1
  }
  return { found, rest: line.slice(at) }
}

function spacesAt(line: string, from: number): number {
  let at = from
  while (line[at] === ' ' || line[at] === '\t') at += 1
  return at - from
}
