/** Elements that continue over empty lines. */
const rawElement = /^ {0,3}<(script|pre|style|textarea)(?:[\s>]|$)/i
const elementEnds = ['</script>', '</pre>', '</style>', '</textarea>'] as const
/** Other raw HTML that continues over empty lines, and its end. */
const rawKinds = [
  [/^ {0,3}<!--/, '-->'],
  [/^ {0,3}<\?/, '?>'],
  [/^ {0,3}<![a-z]/i, '>'],
  [/^ {0,3}<!\[CDATA\[/, ']]>'],
] as const

/** An unclosed block and what closes it: a fence line, or one of `ends`. */
type OpenBlock =
  | { readonly kind: 'fence'; readonly marks: string }
  | { readonly kind: 'raw'; readonly ends: readonly string[]; readonly close: string }

/**
 * Closes the last block of code, formula or raw HTML in a Markdown text, such as an answer that was stopped inside one.
 * Otherwise, the block would include the text after it. Blocks in quotes and lists end with these.
 */
export function withClosedFence(text: string): string {
  let open: OpenBlock | null = null
  // columns that belong to the current list item; 0 outside lists
  let item = 0
  let isAfterBlank = false
  for (const line of text.split('\n')) {
    const isBlank = line.trim() === ''
    if (open !== null) {
      if (endsIn(line, open)) open = null
    } else if (!isBlank && (item === 0 || indentOf(line) < item)) {
      const begun = itemOf(line)
      open = begun > 0 ? null : begunBy(line)
      // a line without the indent continues the item's paragraph, unless it begins a block
      if (begun > 0 || isAfterBlank || open !== null || beginsBlock.test(line)) item = begun
    }
    isAfterBlank = isBlank
  }
  if (open === null) return text
  let end = text.length
  while (text[end - 1] === '\n') end -= 1
  return `${text.slice(0, end)}\n${open.kind === 'fence' ? open.marks : open.close}`
}

/** Matches a line that begins its own block even directly after a paragraph. */
const beginsBlock = /^ {0,3}(?:#{1,6}(?:\s|$)|>|```|~~~|\$\$|<[!?/a-z]|([-*_])[ \t]*(?:\1[ \t]*){2,}$)/i
const rule = /^ {0,3}([-*_])[ \t]*(?:\1[ \t]*){2,}$/
const itemMark = /^( {0,3}(?:[-+*]|\d{1,9}[.)]))([ \t]*)(\S?)/

/**
 * Returns the columns before the text of a list item that begins with a line; 0 for none.
 * https://spec.commonmark.org/0.31.2/#list-items
 */
function itemOf(line: string): number {
  const found = rule.test(line) ? null : itemMark.exec(line)
  if (found === null) return 0
  const [, mark = '', space = '', first = ''] = found
  if (first === '') return mark.length + 1
  const gap = indentOf(`${' '.repeat(mark.length)}${space}x`) - mark.length
  if (gap === 0) return 0
  return gap > 4 ? mark.length + 1 : mark.length + gap
}

/** Returns the columns of white space before a line's text; a tab advances to the next multiple of four. */
function indentOf(line: string): number {
  let columns = 0
  for (const character of line) {
    if (character === ' ') columns += 1
    else if (character === '\t') columns += 4 - (columns % 4)
    else break
  }
  return columns
}

/** Returns the block that a line begins and does not end; null for none. */
function begunBy(line: string): OpenBlock | null {
  const { marks, rest } = fenceOf(line)
  // the name after backticks contains none, and the text after a formula's marks contains no dollar
  if (marks !== '') return !marks.startsWith('~') && rest.includes(marks.charAt(0)) ? null : { kind: 'fence', marks }
  const open = rawBegunBy(line)
  return open === null || endsIn(line, open) ? null : open
}

/** Returns the raw HTML block that a line begins. https://spec.commonmark.org/0.31.2/#html-blocks, kinds 1 to 5 */
function rawBegunBy(line: string): OpenBlock | null {
  const element = rawElement.exec(line)?.[1]
  if (element !== undefined) return { kind: 'raw', ends: elementEnds, close: `</${element.toLowerCase()}>` }
  const close = rawKinds.find(([start]) => start.test(line))?.[1]
  return close === undefined ? null : { kind: 'raw', ends: [close], close }
}

function endsIn(line: string, open: OpenBlock): boolean {
  if (open.kind === 'raw') {
    const folded = line.toLowerCase()
    return open.ends.some((end) => folded.includes(end))
  }
  // a formula may end after its last words
  if (open.marks.startsWith('$')) return line.includes(open.marks)
  const { marks, rest } = fenceOf(line)
  return marks.startsWith(open.marks) && rest.trim() === ''
}

/** Returns the marks of code or of a formula at the beginning of a line, and the rest of the line; empty for none. */
function fenceOf(line: string): { readonly marks: string; readonly rest: string } {
  const start = /^ {0,3}(?=```|~~~|\$\$)/.exec(line)?.[0].length
  if (start === undefined) return { marks: '', rest: line }
  let end = start
  while (line[end] === line[start]) end += 1
  return { marks: line.slice(start, end), rest: line.slice(end) }
}
