/** A member or item with a truncated text. */
export interface CutValue {
  /** Name of the member; null for an item of a list. */
  readonly key: string | null
  readonly text: string
}

/** Result of reading a text as JSON. */
export interface LiberalJson {
  readonly value: unknown
  /** True if the text is strictly valid JSON. */
  readonly strict: boolean
  /** True if the value is complete and nothing in it was skipped. */
  readonly whole: boolean
  /** The truncated end of a text that stops midway; not part of the value. Null if the text is complete. */
  readonly cut: CutValue | null
  /** Text before and after the value. */
  readonly rest: string
}

/** Deeper values are skipped: no gateway sends them, and later code may recurse over values. */
const depthMax = 200

const bareValues: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['null', null],
  ['none', null],
  ['nil', null],
  ['undefined', null],
  ['true', true],
  ['false', false],
  ['nan', Number.NaN],
  ['-nan', Number.NaN],
  ['inf', Number.POSITIVE_INFINITY],
  ['+inf', Number.POSITIVE_INFINITY],
  ['-inf', Number.NEGATIVE_INFINITY],
  ['infinity', Number.POSITIVE_INFINITY],
  ['+infinity', Number.POSITIVE_INFINITY],
  ['-infinity', Number.NEGATIVE_INFINITY],
])

/**
 * Parses JSON liberally, in one pass and without recursion. It accepts a BOM, a code fence, `NaN`, `Infinity`, Python's
 * `None` and single quotes. It also accepts missing and trailing commas, raw line breaks in strings, text after the
 * value, and truncation.
 * `anywhere` also skips text before the first bracket. Null if no value begins. Never throws.
 */
export function readLiberalJson(text: string, options: { readonly anywhere?: boolean } = {}): LiberalJson | null {
  const trimmed = withoutFence(text.replace(/^\ufeff+/, '').trim())
  if (trimmed === '') return null
  const strict = strictly(trimmed)
  if (strict) return strict
  const start = /^[{["']/.test(trimmed) ? 0 : options.anywhere ? firstBracket(trimmed) : -1
  if (start < 0) return null
  return new Reader(trimmed, start).read()
}

function strictly(text: string): LiberalJson | null {
  try {
    const value: unknown = JSON.parse(text)
    return isTooDeep(text) ? null : { value, strict: true, whole: true, cut: null, rest: '' }
  } catch {
    return null
  }
}

/** Returns true if a text is JSON nested too deeply for recursive code. */
export function isDeepJson(text: string): boolean {
  try {
    JSON.parse(text)
    return isTooDeep(text)
  } catch {
    return false
  }
}

/** Returns true if well-formed JSON is nested too deeply. */
function isTooDeep(text: string): boolean {
  let depth = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === quote) {
      at = text.indexOf('"', at + 1)
      while (isEscaped(text, at)) at = text.indexOf('"', at + 1)
    } else if (code === openBrace || code === openBracket) {
      depth += 1
      if (depth > depthMax) return true
    } else if (code === closeBrace || code === closeBracket) depth -= 1
  }
  return false
}

function isEscaped(text: string, at: number): boolean {
  let slashes = 0
  while (text.charCodeAt(at - 1 - slashes) === backslash) slashes += 1
  return slashes % 2 === 1
}

function withoutFence(text: string): string {
  if (!text.startsWith('```')) return text
  const line = text.indexOf('\n')
  if (line < 0) return text
  return (text.endsWith('```') && text.length > line + 3 ? text.slice(line + 1, -3) : text.slice(line + 1)).trim()
}

function firstBracket(text: string): number {
  const [brace, bracket] = [text.indexOf('{'), text.indexOf('[')]
  return brace < 0 || bracket < 0 ? Math.max(brace, bracket) : Math.min(brace, bracket)
}

const [quote, apostrophe, backslash] = [0x22, 0x27, 0x5c]
const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d]
const [comma, colon] = [0x2c, 0x3a]

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' }

interface Container {
  readonly isList: boolean
  readonly items: unknown[]
  readonly members: (readonly [string, unknown])[]
  /** The name whose value is expected next. */
  key: string | null
}

class Reader {
  private readonly text: string
  private readonly start: number
  private readonly open: Container[] = []
  private at: number
  private whole = true
  private cut: CutValue | null = null
  private root: { readonly value: unknown } | null = null

  constructor(text: string, start: number) {
    this.text = text
    this.start = start
    this.at = start
  }

  read(): LiberalJson | null {
    while (this.root === null && this.at < this.text.length) this.readToken()
    if (this.root === null && this.open.length > 0) this.whole = false
    while (this.open.length > 0) this.close()
    if (this.root === null) {
      const { cut } = this
      return cut === null
        ? null
        : { value: null, strict: false, whole: false, cut, rest: this.text.slice(0, this.start).trim() }
    }
    // substrings, not copies: consecutive objects are read with each other's rests
    const rest = [this.text.slice(0, this.start).trim(), this.text.slice(this.at).trim()].filter(Boolean).join(' ')
    return { value: this.root.value, strict: false, whole: this.whole, cut: this.cut, rest }
  }

  private readToken(): void {
    const code = this.text.charCodeAt(this.at)
    const top = this.open.at(-1)
    if (code === openBrace || code === openBracket) this.beginContainer(code === openBracket)
    else if (code === closeBrace || code === closeBracket) this.endContainer(code === closeBracket)
    else if (code === quote || code === apostrophe) this.string(code)
    else if (code === comma) {
      // a name without a value
      if (top?.key != null) this.putValue(null)
      this.at += 1
    } else if (code === colon || isSpace(code)) this.at += 1
    else this.bare()
  }

  private beginContainer(isList: boolean): void {
    if (this.open.length >= depthMax) {
      this.passOver()
      return
    }
    this.open.push({ isList, items: [], members: [], key: null })
    this.at += 1
  }

  /** Skips a value that is too deep, with its brackets. */
  private passOver(): void {
    this.whole = false
    let depth = 0
    for (; this.at < this.text.length; this.at += 1) {
      const code = this.text.charCodeAt(this.at)
      if (code === quote) {
        const end = this.endOfString(quote)
        this.at = end < 0 ? this.text.length : end
      } else if (code === openBrace || code === openBracket) depth += 1
      else if (code === closeBrace || code === closeBracket) {
        depth -= 1
        if (depth > 0) continue
        this.at += 1
        break
      }
    }
    this.putValue(null)
  }

  private endContainer(isList: boolean): void {
    const top = this.open.at(-1)
    if (top && top.isList !== isList) {
      this.whole = false
      // a stray bracket may close an enclosing value; else it is skipped
      if (this.open.some((other) => other.isList === isList)) this.close()
      else this.at += 1
      return
    }
    this.at += 1
    this.close()
  }

  private close(): void {
    const top = this.open.pop()
    if (!top) return
    if (top.key !== null && this.cut === null) top.members.push([top.key, null])
    this.putValue(top.isList ? top.items : Object.fromEntries(top.members))
  }

  private putValue(value: unknown): void {
    const top = this.open.at(-1)
    if (!top) this.root = { value }
    else if (top.isList) top.items.push(value)
    else if (top.key !== null) {
      top.members.push([top.key, value])
      top.key = null
    } else {
      // a value without a name
      this.whole = false
      top.members.push([`#${top.members.length}`, value])
    }
  }

  /** Adds a complete string or bare word as a name or a value. */
  private word(text: string, value: unknown): void {
    const top = this.open.at(-1)
    if (top && !top.isList && top.key === null) top.key = text
    else this.putValue(value)
  }

  private string(mark: number): void {
    const end = this.endOfString(mark)
    if (end < 0) {
      const top = this.open.at(-1)
      const isName = top !== undefined && !top.isList && top.key === null
      if (!isName) this.cut = { key: top?.key ?? null, text: unescaped(this.text.slice(this.at + 1)) }
      this.whole = false
      this.at = this.text.length
      return
    }
    const text = unescaped(this.text.slice(this.at + 1, end))
    this.at = end + 1
    this.word(text, text)
  }

  /** Returns the end of the string that begins here; -1 if it does not end. */
  private endOfString(mark: number): number {
    for (let at = this.at + 1; at < this.text.length; at += 1) {
      const code = this.text.charCodeAt(at)
      if (code === backslash) at += 1
      else if (code === mark) return at
    }
    return -1
  }

  private bare(): void {
    const from = this.at
    while (this.at < this.text.length && !isEndOfBare(this.text.charCodeAt(this.at))) this.at += 1
    const text = this.text.slice(from, this.at)
    if (this.at >= this.text.length && this.open.length > 0) {
      // half a number would be a different number
      this.cut = { key: this.open.at(-1)?.key ?? null, text }
      this.whole = false
      return
    }
    const known = text.toLowerCase()
    const number = /^[+-]?(\d|\.\d)/.test(text) ? Number(text) : Number.NaN
    this.word(text, bareValues.has(known) ? bareValues.get(known) : Number.isNaN(number) ? text : number)
  }
}

function isSpace(code: number): boolean {
  return code <= 0x20 || code === 0xa0 || code === 0xfeff || code === 0x2028 || code === 0x2029
}

function isEndOfBare(code: number): boolean {
  if (isSpace(code) || code === comma || code === colon || code === quote) return true
  return code === openBrace || code === closeBrace || code === openBracket || code === closeBracket
}

function unescaped(text: string): string {
  if (!text.includes('\\')) return text
  const parts: string[] = []
  let from = 0
  for (let at = text.indexOf('\\'); at >= 0; at = text.indexOf('\\', from)) {
    parts.push(text.slice(from, at))
    const next = text.charAt(at + 1)
    const hex = next === 'u' ? 4 : next === 'x' ? 2 : 0
    const digits = text.slice(at + 2, at + 2 + hex)
    if (hex > 0 && digits.length === hex && /^[\da-f]+$/i.test(digits)) {
      parts.push(String.fromCharCode(Number.parseInt(digits, 16)))
      from = at + 2 + hex
    } else {
      parts.push(escapes[next] ?? next)
      from = at + 1 + Math.max(1, next.length)
    }
  }
  parts.push(text.slice(from))
  return parts.join('')
}
