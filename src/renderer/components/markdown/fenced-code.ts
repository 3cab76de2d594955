import { indentOf } from './line-shapes.ts'

/** Code of any length; only the visible part is read. */
export interface CodeText {
  /** Length in UTF-16 units; slightly too high with two-character line ends or an indented fence. */
  readonly length: number
  /** The beginning of the code, read from its first `max` units. */
  readonly first: (max: number) => string
}

/** Maximum number of blanks skipped after a closing fence. */
const blanksMax = 1_000

/** Code between fences, with the information from its opening fence. */
export interface FencedText {
  readonly language: string
  /** The words after the language, such as a file name. */
  readonly note: string
  readonly text: CodeText
}

/** Finds the language and content of a block that begins with a fence, closed or not. */
export function fencedText(source: string): FencedText {
  const firstEnd = source.search(/[\r\n]/)
  const opening = /^\uFEFF?( {0,3})(`{3,}|~{3,})[ \t]*(\S*)(.*)/.exec(firstEnd < 0 ? source : source.slice(0, firstEnd))
  const indent = opening?.[1]?.length ?? 0
  const language = opening?.[3] ?? ''
  const note = opening?.[4]?.trim() ?? ''
  if (firstEnd < 0) return { language, note, text: codeText('', 0) }
  const start = afterLineEnd(source, firstEnd)
  const end = closingLine(source, start, opening?.[2] ?? '```') ?? source.length
  // the last line end belongs to the fence, not to the code
  return { language, note, text: codeText(source.slice(start, withoutLineEnd(source, start, end)), indent) }
}

/** Extracts the language and content of a block that begins with a fence, closed or not. */
export function fencedCode(source: string): { readonly language: string; readonly code: string } {
  const { language, text } = fencedText(source)
  return { language, code: text.first(text.length) }
}

/** Returns the code without a fence. */
export function plainCode(code: string): CodeText {
  return { length: code.length, first: (max) => code.slice(0, max) }
}

function codeText(inside: string, indent: number): CodeText {
  return {
    length: inside.length,
    first: (max) => {
      const part = inside.slice(0, max)
      if (indent === 0 && !part.includes('\r')) return part
      return part
        .split(/\r\n?|\n/)
        .map((line) => unindented(line, indent))
        .join('\n')
    },
  }
}

/** Returns the start of the closing fence's line; null if there is none. Only blanks may follow the fence. */
function closingLine(source: string, start: number, marker: string): number | null {
  let end = source.length
  const least = Math.max(start, end - blanksMax)
  while (end > least && source.slice(end - 1, end).trim() === '') end -= 1
  const mark = marker.charAt(0)
  let from = end
  while (from > start && source[from - 1] === mark) from -= 1
  if (end - from < marker.length) return null
  // fewer than four columns of spaces precede the fence
  const margin = from
  while (from > start && margin - from < 4 && (source[from - 1] === ' ' || source[from - 1] === '\t')) from -= 1
  const beginsLine = source[from - 1] === '\n' || source[from - 1] === '\r'
  return beginsLine && indentOf(source.slice(from, end)) < 4 ? from : null
}

function afterLineEnd(source: string, at: number): number {
  return source.startsWith('\r\n', at) ? at + 2 : at + 1
}

function withoutLineEnd(source: string, start: number, end: number): number {
  if (end > start && source[end - 1] === '\n') end -= 1
  else if (!(end > start && source[end - 1] === '\r')) return end
  return end > start && source[end - 1] === '\r' ? end - 1 : end
}

/** Removes up to `indent` columns of space, the indentation of the fence. */
function unindented(line: string, indent: number): string {
  let at = 0
  let column = 0
  while (column < indent && (line[at] === ' ' || line[at] === '\t')) {
    column += line[at] === '\t' ? 4 : 1
    at += 1
  }
  // the rest of a tab becomes spaces
  return ' '.repeat(Math.max(0, column - indent)) + line.slice(at)
}
