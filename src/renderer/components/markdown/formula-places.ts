import { addressAt, isMarked, needsMarks } from './bare-addresses.ts'
import { type Surrounding, surroundingOf, textWithin } from './container-marks.ts'
import { readsAsFormula } from './price-signs.ts'

/** Longest formula between delimiters, in characters; a longer one is not a formula. */
export const formulaLengthMax = 3_000

/**
 * The delimiters of a formula, or another construct to rewrite. `single`: one dollar sign, with a vertical bar inside.
 * `code`: a code span with a vertical bar inside. `none`: two dollar signs that delimit no formula. `address`: a web
 * address that the parser would not read as intended.
 */
export type PlaceKind = 'dollars' | 'bracket' | 'parenthesis' | 'environment' | 'single' | 'code' | 'none' | 'address'

export interface FormulaPlace {
  readonly kind: PlaceKind
  /** Start of its opening delimiter. */
  readonly at: number
  /** Offset after its closing delimiter. */
  readonly end: number
  /** Text of the formula, without delimiters and without the marks of surrounding quotes and lists. */
  readonly text: string
}

/** The beginning of a TeX environment that is a formula without any delimiter. */
const opening =
  /\\begin\{((?:[bBpvV]?matrix|smallmatrix|[dr]{0,2}cases|align(?:ed|at|edat)?|gather(?:ed)?|equation|split|d?array|subarray|multline|eqnarray|flalign|CD)\*?)\}/y
const barred = /(?<!\\)\|/

/** Returns the name of the formula environment that begins at this offset; null if there is none. */
export function environmentAt(source: string, at: number): string | null {
  opening.lastIndex = at
  return opening.exec(source)?.[1] ?? null
}

/** Finds the positions of a pattern. Queries must be in ascending order, so that the text is searched only once. */
class NextPlace {
  private readonly source: string
  private readonly what: RegExp
  private found = -1

  constructor(source: string, what: RegExp) {
    this.source = source
    this.what = what
  }

  /** Returns the first position at or after `from`; Infinity when there is none. */
  from(from: number): number {
    if (this.found < from) {
      this.what.lastIndex = from
      this.found = this.what.exec(this.source)?.index ?? Number.POSITIVE_INFINITY
    }
    return this.found
  }
}

/**
 * Yields the formulas of a text in order, outside of code. Runs in one pass; `formulaLengthMax` bounds the distance
 * between two delimiters.
 */
export function* formulasIn(source: string): Generator<FormulaPlace> {
  const scan = new Scan(source)
  while (scan.at < source.length) {
    const found = scan.readPlace()
    if (found !== null) yield found
  }
}

class Scan {
  at = 0
  private lineStart = 0
  private readonly source: string
  private readonly codeEnds: ReadonlyMap<number, number>
  private readonly letters: NextPlace
  private readonly closers: Readonly<Record<'(' | '[' | '$', NextPlace>>

  constructor(source: string) {
    this.source = source
    this.codeEnds = codeSpanEnds(source)
    this.letters = new NextPlace(source, /[\p{L}\p{N}]/gu)
    this.closers = {
      '(': new NextPlace(source, /\\\)/g),
      '[': new NextPlace(source, /\\\]/g),
      $: new NextPlace(source, /(?<!\$)\$\$(?!\$)/g),
    }
  }

  /** Reads the construct at the current offset, and moves past it. */
  readPlace(): FormulaPlace | null {
    const { source, at } = this
    const mark = source[at]
    if (mark === '`' || (mark === '~' && source.startsWith('~~~', at))) return this.code()
    if (mark === '$') return this.dollars()
    if (mark === '\\') return this.command()
    if (mark === 'h' || mark === 'w' || mark === 'H' || mark === 'W') return this.address()
    this.goTo(at + 1)
    return null
  }

  private goTo(end: number): void {
    const { source } = this
    for (; this.at < end; this.at += 1) if (source[this.at] === '\n') this.lineStart = this.at + 1
  }

  private takePlace(kind: PlaceKind, end: number, text: string): FormulaPlace {
    const place: FormulaPlace = { kind, at: this.at, end, text }
    this.goTo(end)
    return place
  }

  private surrounding(): Surrounding {
    return surroundingOf(this.source.slice(this.lineStart, this.at).slice(0, 400))
  }

  private code(): FormulaPlace | null {
    const { source, at } = this
    const end = skipCode(source, at, this.lineStart, this.codeEnds)
    const text = source.slice(at, end)
    const isSplit = barred.test(text) && !text.includes('\n') && !/^`+\s.*\s`+$/.test(text)
    if (isSplit) return this.takePlace('code', end, text)
    this.goTo(end)
    return null
  }

  private dollars(): FormulaPlace | null {
    const { source, at } = this
    let run = at
    while (source[run] === '$') run += 1
    if (run - at === 1) return this.singleDollar()
    if (run - at > 2) {
      this.goTo(run)
      return null
    }
    const around = this.surrounding()
    const close = this.closers.$.from(run)
    if (close - at < formulaLengthMax) {
      const text = textWithin(source, run, close, around, around.isAtStart ? 'container' : 'paragraph')
      if (text !== null && text.trim() !== '' && (text.includes('\n') || readsAsFormula(text.trim(), false))) {
        return this.takePlace('dollars', close + 2, text.trim())
      }
    }
    const open = this.unclosed(run, around)
    return open === null ? this.takePlace('none', run, '') : this.takePlace('dollars', open.end, open.text)
  }

  /**
   * Returns a formula that is still growing: its opening signs are alone on their line, and it ends at the next blank
   * line.
   */
  private unclosed(from: number, around: Surrounding): { readonly end: number; readonly text: string } | null {
    const { source } = this
    const firstEnd = source.indexOf('\n', from)
    if (!around.isAtStart || firstEnd < 0 || source.slice(from, firstEnd).trim() !== '') return null
    const paragraphEnd = new NextPlace(source, /\n[ \t>]*\r?(?=\n|$)/g).from(firstEnd + 1)
    const end = Math.min(paragraphEnd, source.length)
    if (end - from > formulaLengthMax || this.closers.$.from(from) < end) return null
    const text = textWithin(source, from, end, around, 'paragraph')?.trim()
    return text === undefined || text === '' ? null : { end, text }
  }

  private singleDollar(): FormulaPlace | null {
    const { source, at } = this
    const close = singleDollarEnd(source, at)
    if (close < 0) {
      this.goTo(at + 1)
      return null
    }
    const text = source.slice(at + 1, close)
    const isSplit = barred.test(text) && !text.includes('\n')
    if (isSplit && holdsBars(text)) return this.takePlace('single', close + 1, text)
    this.goTo(isSplit ? at + 1 : close + 1)
    return null
  }

  private address(): FormulaPlace | null {
    const { source, at } = this
    const found = addressAt(source, at)
    if (found !== null && needsMarks(source, at, found)) {
      const before = source.slice(this.lineStart, at)
      if (!isMarked(before, source.slice(found.end, found.end + 2_000))) {
        return this.takePlace('address', found.end, source.slice(at, found.end))
      }
    }
    this.goTo(found?.run ?? at + 1)
    return null
  }

  private command(): FormulaPlace | null {
    const { source, at } = this
    const next = source[at + 1]
    const found = next === '(' || next === '[' ? this.bracket(next) : next === 'b' ? this.environment() : null
    if (found === null) this.goTo(at + 2)
    return found
  }

  private bracket(mark: '(' | '['): FormulaPlace | null {
    const { source, at } = this
    const end = this.closers[mark].from(at + 2)
    // brackets around only punctuation are escaped brackets
    if (end - at >= formulaLengthMax || this.letters.from(at + 2) >= end) return null
    const text = textWithin(source, at + 2, end, this.surrounding(), mark === '[' ? 'anything' : 'paragraph')
    if (text === null) return null
    return this.takePlace(mark === '[' ? 'bracket' : 'parenthesis', end + 2, text.trim())
  }

  private environment(): FormulaPlace | null {
    const { source, at } = this
    const name = environmentAt(source, at)
    if (name === null) return null
    const end = environmentEnd(source.slice(at, at + formulaLengthMax), name)
    const text = end < 0 ? null : textWithin(source, at, at + end, this.surrounding(), 'container')
    return text === null ? null : this.takePlace('environment', at + end, text.trim())
  }
}

/** Returns the offset after the environment that a text begins with; negative if it does not end. */
function environmentEnd(text: string, name: string): number {
  let depth = 0
  for (const { 0: mark, 1: word, 2: found, index } of text.matchAll(/\\(begin|end)\{([a-zA-Z]{1,20}\*?)\}/g)) {
    if (found !== name) continue
    depth += word === 'begin' ? 1 : -1
    if (depth === 0) return index + mark.length
  }
  return -1
}

/** Returns the offset of the dollar sign that closes the one at `at`; negative if that one opens no formula. */
function singleDollarEnd(source: string, at: number): number {
  if (/^(?:\s|$)/.test(source.slice(at + 1, at + 2))) return -1
  let close = at + 1
  for (; close < source.length && source[close] !== '$'; close += 1) {
    if (source[close] === '\\') close += 1
    else if (source[close] === '\n' && /\n[ \t]*\r?\n/y.test(source.slice(close, close + 200))) return -1
  }
  if (source[close] !== '$' || close - at > formulaLengthMax || /[\d$]/.test(source[close + 1] ?? '')) return -1
  const isMoney = /\d/.test(source[at - 1] ?? '') || /\d/.test(source[at + 1] ?? '')
  return /\s/.test(source[close - 1] ?? '') || !readsAsFormula(source.slice(at + 1, close), isMoney) ? -1 : close
}

/** Returns true if the bars belong to the formula: they come in pairs, are inside brackets, or follow a TeX command. */
function holdsBars(text: string): boolean {
  let depth = 0
  let bare = 0
  for (let at = 0; at < text.length; at += 1) {
    const mark = text[at] ?? ''
    if (mark === '\\') at += 1
    else if ('([{'.includes(mark)) depth += 1
    else if (')]}'.includes(mark)) depth -= 1
    else if (mark === '|' && depth <= 0) bare += 1
  }
  return (
    bare % 2 === 0 ||
    /\\(?:[lr]angle|left|right|middle|[bB]igg?[lrm]?|lvert|rvert)(?![a-zA-Z])/.test(text) ||
    /^[^|]+\|[^|]+$/.test(text)
  )
}

/** Returns the offset of the closing run of backticks, for every run that opens code. */
function codeSpanEnds(source: string): ReadonlyMap<number, number> {
  const ends = new Map<number, number>()
  const laterOfLength = new Map<number, number>()
  const runs = [...source.matchAll(/`+/g)].map((match) => [match.index, match[0].length] as const)
  for (const [at, length] of runs.reverse()) {
    const end = laterOfLength.get(length)
    if (end !== undefined) ends.set(at, end)
    laterOfLength.set(length, at)
  }
  return ends
}

/** Returns the end of the code at `at`; if no code begins there, the end of the run of marks. */
function skipCode(source: string, at: number, lineStart: number, ends: ReadonlyMap<number, number>): number {
  let end = at
  while (source[end] === source[at]) end += 1
  const isFence =
    end - at >= 3 && /^[\s>]*(?:(?:[-*+]|\d{1,9}[.)])\s+)*$/.test(source.slice(lineStart, at).slice(0, 200))
  if (!isFence) {
    const close = ends.get(at)
    return close === undefined ? end : close + (end - at)
  }
  const closing = new RegExp(`\\n[ \\t>]*\\${source[at]}{${end - at},}[ \\t]*(?=\\n|$)`, 'g')
  closing.lastIndex = end
  const found = closing.exec(source)
  return found === null ? source.length : found.index + found[0].length
}
