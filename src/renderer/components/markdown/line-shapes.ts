import { environmentAt } from './formula-places.ts'

/** Constructs that one top-level line of Markdown can begin or end. Scanners, in linear time. */

export interface Fence {
  readonly mark: '`' | '~'
  readonly length: number
  /** Text after the opening marks. */
  readonly info: string
}

export interface ItemMarker {
  /** Items with the same marker belong to one list: `-`, `*`, `+`, `.`, `)`; `^` for a footnote definition. */
  readonly sign: string
  readonly number: number
  /** Column from which a line belongs to the item. */
  readonly width: number
  readonly isEmpty: boolean
}

const isSpace = (code: number): boolean => code === 32 || code === 9

/** Returns true if a line is blank: only spaces and tabs are blank in Markdown. */
export function isBlank(line: string): boolean {
  for (let at = 0; at < line.length; at += 1) if (!isSpace(line.charCodeAt(at))) return false
  return true
}

/** Returns the columns of space before the first other character. */
export function indentOf(line: string): number {
  return indentAt(line, 0, 0).column
}

function indentAt(line: string, from: number, fromColumn: number): { readonly at: number; readonly column: number } {
  let at = from
  let column = fromColumn
  for (; at < line.length && isSpace(line.charCodeAt(at)); at += 1) {
    column += line.charCodeAt(at) === 9 ? 4 - (column % 4) : 1
  }
  return { at, column }
}

/** Reads the opening line of fenced code. */
export function opensFence(line: string): Fence | null {
  const { at, column } = indentAt(line, 0, 0)
  const mark = line[at]
  if (column > 3 || (mark !== '`' && mark !== '~')) return null
  const end = endOfRun(line, at)
  const info = line.slice(end)
  if (end - at < 3 || (mark !== '~' && info.includes(mark))) return null
  return { mark, length: end - at, info: info.trim() }
}

export function closesFence(line: string, fence: Fence): boolean {
  const { at, column } = indentAt(line, 0, 0)
  if (column > 3 || line[at] !== fence.mark) return false
  const end = endOfRun(line, at)
  return end - at >= fence.length && isBlank(line.slice(end))
}

function endOfRun(line: string, from: number): number {
  let end = from
  while (end < line.length && line[end] === line[from]) end += 1
  return end
}

export function isHeading(line: string): boolean {
  return /^ {0,3}#{1,6}(?:[ \t]|$)/.test(line)
}

/** Returns true if a line is a thematic break: three or more `*`, `-` or `_`. */
function isThematicBreak(line: string, from: number): boolean {
  const mark = line.charCodeAt(from)
  if (mark !== 42 && mark !== 45 && mark !== 95) return false
  let marks = 0
  for (let at = from; at < line.length; at += 1) {
    const code = line.charCodeAt(at)
    if (code === mark) marks += 1
    else if (!isSpace(code)) return false
  }
  return marks >= 3
}

/** Reads the list or footnote marker at the beginning of a line. */
export function itemMarker(line: string): ItemMarker | null {
  const { at, column } = indentAt(line, 0, 0)
  if (column > 3 || isThematicBreak(line, at)) return null
  if (line.startsWith('[^', at)) {
    const end = line.indexOf(']:', at)
    const label = line.slice(at + 2, end)
    if (end < 0 || label === '' || label.length > 999 || /[\s[]/.test(label)) return null
    return { sign: '^', number: 0, width: 4, isEmpty: false }
  }
  let end = at
  while (end - at < 9 && line.charCodeAt(end) >= 48 && line.charCodeAt(end) <= 57) end += 1
  const isOrdered = end > at
  const sign = line[end] ?? ''
  if (!(isOrdered ? '.)' : '-*+').includes(sign) || sign === '') return null
  if (end + 1 < line.length && !isSpace(line.charCodeAt(end + 1))) return null
  const behind = column + (end - at) + 1
  const content = indentAt(line, end + 1, behind)
  const isEmpty = content.at >= line.length
  const width = isEmpty || content.column - behind > 4 ? behind + 1 : content.column
  return { sign, number: isOrdered ? Number(line.slice(at, end)) : 0, width, isEmpty }
}

/** Returns the end marker of an HTML block that may contain blank lines; null if the line opens none. */
export function htmlEnd(line: string): string | null {
  const { at, column } = indentAt(line, 0, 0)
  if (column > 3 || line[at] !== '<') return null
  if (line.startsWith('<!--', at)) return '-->'
  if (line.startsWith('<?', at)) return '?>'
  if (line.startsWith('<![CDATA[', at)) return ']]>'
  if (/^<![a-z]/i.test(line.slice(at, at + 3))) return '>'
  return /^<(?:script|pre|style|textarea)(?:[ \t>]|$)/i.test(line.slice(at, at + 10)) ? '</' : null
}

/** Returns true if an HTML block ends in this line. */
export function endsHtml(line: string, end: string): boolean {
  return end === '</' ? /<\/(?:script|pre|style|textarea)>/i.test(line) : line.includes(end)
}

/** A formula that continues after its line. */
export interface OpenFormula {
  readonly at: number
  /** Closing delimiter; of environments, their name. */
  readonly closes: '\\]' | '$$' | { readonly name: string }
  /** Number of times that it must be closed. */
  readonly depth: number
}

/** Reads the formula that begins in a line and does not end there; null if there is none. */
export function formulaOpening(line: string): OpenFormula | null {
  let open: Omit<OpenFormula, 'depth'> | null = null
  let depth = 0
  for (const { 0: mark, 1: word, 2: name, index } of line.matchAll(delimiters)) {
    if (open !== null) {
      depth += balanceOf(mark, word, name, open.closes)
      if (depth <= 0) open = null
      continue
    }
    depth = 1
    if (mark === '\\[') open = { at: index, closes: '\\]' }
    else if (mark === '$$') open = { at: index, closes: '$$' }
    else if (word === 'begin' && environmentAt(line, index) !== null) open = { at: index, closes: { name: name ?? '' } }
  }
  return open === null ? null : { ...open, depth }
}

/** Returns how often a line opens a formula again, minus how often it closes it. */
export function formulaBalance(line: string, closes: OpenFormula['closes']): number {
  let balance = 0
  for (const { 0: mark, 1: word, 2: name } of line.matchAll(delimiters)) balance += balanceOf(mark, word, name, closes)
  return balance
}

function balanceOf(
  mark: string,
  word: string | undefined,
  name: string | undefined,
  closes: OpenFormula['closes'],
): number {
  if (typeof closes === 'string') return mark === closes ? -1 : 0
  return name === closes.name ? (word === 'begin' ? 1 : -1) : 0
}

/** Delimiters of formulas, with longer runs of dollar signs and other characters after a backslash. */
const delimiters = /\\(begin|end)\{([a-zA-Z]{1,20}\*?)\}|\\[\s\S]|\$+/g
