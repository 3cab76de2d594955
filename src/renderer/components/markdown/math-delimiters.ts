import { readsAsFormula } from './price-signs.ts'

/** Longest formula in `\[` or `\(`, in characters; a longer one is not a formula. */
export const formulaLengthMax = 3_000

/** Positions queried in rising order, each found once: one pass in all. */
class NextPlace {
  private readonly source: string
  private readonly what: RegExp
  private found = -1

  constructor(source: string, what: RegExp) {
    this.source = source
    this.what = what
  }

  /** The first position at or after `from`; Infinity when there is none. */
  from(from: number): number {
    if (this.found < from) {
      this.what.lastIndex = from
      this.found = this.what.exec(this.source)?.index ?? Number.POSITIVE_INFINITY
    }
    return this.found
  }
}

interface Delimited {
  /** Start of its opening delimiter and of its closing one. */
  readonly at: number
  readonly end: number
  readonly isDisplay: boolean
  readonly lineStart: number
}

/**
 * Converts the TeX delimiters `\(…\)` and `\[…\]`, which Markdown would remove, to the dollar signs that the parser
 * knows.
 * Leaves code alone. Runs in one pass; `formulaLengthMax` bounds the distance of two delimiters.
 */
export function normaliseMathDelimiters(source: string): string {
  if (!source.includes('\\(') && !source.includes('\\[')) return source
  let out = ''
  let copied = 0
  for (const { at, end, isDisplay, lineStart } of formulasIn(source)) {
    const before = source.slice(lineStart, at)
    const formula = source.slice(at + 2, end)
    const single = isDisplay || isReadInSingle(formula.trim(), source[at - 1] ?? '', source[end + 2] ?? '')
    out += source.slice(copied, at) + (single ? inDollars(formula, isDisplay, before) : `$$$${formula.trim()}$$$`)
    copied = end + 2
  }
  return out + source.slice(copied)
}

/** Whether the delimiter at this offset opens a formula. */
export function opensFormulaAt(source: string, at: number): boolean {
  for (const formula of formulasIn(source)) if (formula.at >= at) return formula.at === at
  return false
}

function* formulasIn(source: string): Generator<Delimited> {
  const ends = codeSpanEnds(source)
  const closers = { '(': new NextPlace(source, /\\\)/g), '[': new NextPlace(source, /\\\]/g) }
  const letters = new NextPlace(source, /[\p{L}\p{N}]/gu)
  const lineEnds = new NextPlace(source, /\n/g)
  let lineStart = 0
  let at = 0
  while (at < source.length) {
    const mark = source[at]
    if (mark === '\n') lineStart = at + 1
    const next = source[at + 1]
    if (mark === '`' || (mark === '~' && source.startsWith('~~~', at))) {
      const code = at
      at = skipCode(source, at, lineStart, ends)
      const lastLine = source.slice(code, at).lastIndexOf('\n')
      if (lastLine >= 0) lineStart = code + lastLine + 1
    } else if (mark !== '\\') {
      at += 1
    } else if (next !== '(' && next !== '[') {
      at += 2
    } else {
      const end = closers[next].from(at + 2)
      // brackets around only punctuation are escaped brackets
      const isFormula =
        end - at < formulaLengthMax && letters.from(at + 2) < end && (next === '[' || lineEnds.from(at) > end)
      if (isFormula) yield { at, end, isDisplay: next === '[', lineStart }
      at = isFormula ? end + 2 : at + 2
    }
  }
}

/** True if single dollar signs around a formula are read as such, and not as those of prices. */
function isReadInSingle(formula: string, before: string, after: string): boolean {
  return !/\d/.test(after) && readsAsFormula(formula, /^\d/.test(formula) || /\d/.test(before))
}

function inDollars(formula: string, isDisplay: boolean, before: string): string {
  const trimmed = formula.trim()
  if (!isDisplay) return `$${trimmed}$`
  if (!trimmed.includes('\n') || /[^\s>*+-]/.test(before)) return `$$${trimmed.replaceAll('\n', ' ')}$$`
  // the fences and their content stay in the enclosing quote or list item
  const margin = before.replace(/[^\s>]/g, ' ')
  const lines = trimmed.split('\n').map((line) => (margin !== '' && line.startsWith(margin) ? line : margin + line))
  return `$$\n${lines.join('\n')}\n${margin}$$`
}

/** Offset of the closing run of backticks, for every run that opens code. */
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

/** End of the code, or of the non-delimiting marks, at `at`. */
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
