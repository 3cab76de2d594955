/** Replaces a removed key. */
const mark = '•••'

/** Shorter keys are placeholders (`ollama`, `none`), which an answer may legitimately contain. */
const keyLengthMin = 8

/** Most nested escapes, such as JSON in JSON or percent signs in JSON. */
const levelsMax = 3

/**
 * Escapes of printable ASCII in JSON, Python, URLs and HTML, and a backslash before a sign.
 * Every repetition is bounded, so that matching stays linear on long runs.
 */
const escapes =
  /\\{1,8}(?:u00([2-7][\da-f])|x([2-7][\da-f])|U000000([2-7][\da-f])|([!-/:-@[\]-`{-~]))|%(?:25){0,4}([2-7][\da-f])|&#x0{0,6}([2-7][\da-f]);?|&#0{0,6}(3[2-9]|[4-9]\d|1[01]\d|12[0-6]);?/gi

/** An incomplete escape at the end of a text. */
const escapeBegun =
  /(?:\\{1,8}(?:u0{0,2}[2-7]?|U0{0,6}[2-7]?|x[2-7]?)?|%(?:25){0,4}(?:2|[2-7])?|&(?:#0{0,6}\d{0,3}|#x0{0,6}[2-7]?)?)$/i
/**
 * Line breaks and their escapes, as in wrapped base64. Not of more than a few, so that a key that has begun does not hold
 * back endless blank lines.
 */
const breaks = /(?<![\r\n]|\\[rn])(?:\\{1,8}[rn]|[\r\n]){1,4}(?![\r\n]|\\{1,8}[rn])/g

const semicolonDue = /&#\w{1,9}$/
/** Longest incomplete escape, in characters. */
const escapeLengthMax = 24

/** Filters a text in parts. */
export interface PartsFilter {
  readonly push: (part: string) => string
  readonly end: () => string
  /** Whether a key was replaced so far. */
  readonly hasCut: boolean
}

/**
 * Removes a key from a gateway's output: as it is, reversed, hexadecimal, base64 at any offset, and each of these with
 * escaped characters and broken over lines.
 */
export class KeyFilter {
  private readonly forms: readonly string[]

  constructor(key: string) {
    this.forms = key.length < keyLengthMin ? [] : formsOf(key)
  }

  /** Whether there is anything to look for: a placeholder is no key. */
  get canFind(): boolean {
    return this.forms.length > 0
  }

  /** Returns the text with each key replaced by `instead`. */
  text(text: string, instead = mark): string {
    return cut(text, this.found(levelsOf(text)), instead)
  }

  /** Filters a text in parts. A possible beginning of the key is held back until the next part or the end. */
  parts(): PartsFilter {
    let held = ''
    let hasCut = false
    return {
      get hasCut() {
        return hasCut
      },
      push: (part) => {
        if (this.forms.length === 0) return part
        const text = held + part
        const levels = levelsOf(text)
        const all = this.found(levels)
        // the semicolon of the last escape may still follow
        const open =
          all.at(-1)?.end === text.length && semicolonDue.test(text.slice(-escapeLengthMax)) ? all.at(-1) : null
        const found = open ? all.slice(0, -1) : all
        const safe = Math.max(found.at(-1)?.end ?? 0, open?.start ?? this.begun(text.length, levels))
        held = text.slice(safe)
        hasCut ||= found.length > 0
        return cut(text.slice(0, safe), found, mark)
      },
      end: () => {
        const rest = held
        held = ''
        const text = this.text(rest)
        hasCut ||= text !== rest
        return text
      },
    }
  }

  /**
   * Removes the key from a stream of bytes, however it is split.
   * If the stream fails, data before the failure is read first; a `TransformStream` would drop it.
   */
  bytes(stream: ReadableStream<Uint8Array>): ReadableStream<Uint8Array<ArrayBuffer>> {
    const parts = this.parts()
    const reader = stream.getReader()
    let ended: { readonly failure: unknown } | 'closed' | null = null
    return new ReadableStream(
      {
        async pull(to) {
          for (let passed = false; !passed; ) {
            if (ended === 'closed') return to.close()
            if (ended !== null) throw ended.failure
            let text: string
            try {
              const { done, value } = await reader.read()
              if (done) ended = 'closed'
              text = done ? parts.end() : parts.push(latin1Of(value))
            } catch (failure) {
              ended = { failure }
              text = parts.end()
            }
            passed = text !== ''
            if (passed) to.enqueue(Buffer.from(text.replaceAll(mark, markBytes), 'latin1'))
          }
        },
        cancel: (reason) => reader.cancel(reason),
      },
      { highWaterMark: 0 },
    )
  }

  /** Occurrences of the key, in order, without overlaps. */
  private found(levels: readonly Level[]): readonly Span[] {
    const spans: Span[] = []
    for (const level of levels)
      for (const form of this.forms)
        for (let at = level.text.indexOf(form); at >= 0; at = level.text.indexOf(form, at + form.length))
          spans.push({ start: level.startOf(at), end: level.endOf(at + form.length) })
    return merged(spans)
  }

  /** Start of a suffix that could begin a key continued in the next part; the text's length if there is none. */
  private begun(length: number, levels: readonly Level[]): number {
    let begun = length
    for (const level of levels) {
      const tail = level.text.slice(-escapeLengthMax)
      const end = level.text.length - (escapeBegun.exec(tail)?.[0].length ?? 0)
      const longest = Math.max(0, ...this.forms.map((form) => overlap(level.text, end, form)))
      begun = Math.min(begun, level.startOf(end - longest))
    }
    return begun
  }
}

/** UTF-8 bytes of the mark, one character each. */
const markBytes = Buffer.from(mark).toString('latin1')

function latin1Of({ buffer, byteOffset, byteLength }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString('latin1')
}

interface Span {
  readonly start: number
  readonly end: number
}

interface Level {
  readonly text: string
  /** Source position of the character at an index of `text`. */
  readonly startOf: (index: number) => number
  /** Source position where the character before an index of `text` ends. */
  readonly endOf: (index: number) => number
}

/** A text as received, and with its escapes decoded, once and repeatedly; each of them also without line breaks. */
function levelsOf(text: string): readonly Level[] {
  const levels: Level[] = [{ text, startOf: (index) => index, endOf: (index) => index }]
  for (let last = levels[0]; last !== undefined && levels.length <= levelsMax; ) {
    const next: Level | null = unescaped(last)
    if (next !== null) levels.push(next)
    last = next ?? undefined
  }
  return [...levels, ...levels.flatMap((level) => unbroken(level) ?? [])]
}

function unescaped({ text, startOf, endOf }: Level): Level | null {
  if (!/[\\%]|&#/.test(text)) return null
  const pieces: string[] = []
  /** For each escape: the position of its character in the decoded text, and the shift of all later text. */
  const at: number[] = []
  const moved: number[] = []
  let from = 0
  let shift = 0
  for (const match of text.matchAll(escapes)) {
    const [whole, json, python, long, sign, percent, hexadecimal, decimal] = match
    const hex = json ?? python ?? long ?? percent ?? hexadecimal
    const read = sign ?? String.fromCharCode(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16))
    pieces.push(text.slice(from, match.index), read)
    at.push(match.index - shift)
    shift += whole.length - 1
    moved.push(shift)
    from = match.index + whole.length
  }
  if (at.length === 0) return null
  pieces.push(text.slice(from))
  const moveOf = (index: number): number => index + (moved[countBelow(at, index) - 1] ?? 0)
  return { text: pieces.join(''), startOf: (index) => startOf(moveOf(index)), endOf: (index) => endOf(moveOf(index)) }
}

/** The text without its line breaks; null where it has none. */
function unbroken({ text, startOf, endOf }: Level): Level | null {
  const pieces: string[] = []
  /** For each line break: its position in the remaining text, and the shift of all later text. */
  const at: number[] = []
  const moved: number[] = []
  let from = 0
  let shift = 0
  for (const { 0: whole, index } of text.matchAll(breaks)) {
    pieces.push(text.slice(from, index))
    at.push(index - shift)
    shift += whole.length
    moved.push(shift)
    from = index + whole.length
  }
  if (at.length === 0) return null
  pieces.push(text.slice(from))
  const moveOf = (index: number, below: number): number => index + (moved[countBelow(at, below) - 1] ?? 0)
  return {
    text: pieces.join(''),
    // a break at either end of a key is no part of it
    startOf: (index) => startOf(moveOf(index, index + 1)),
    endOf: (index) => endOf(moveOf(index, index)),
  }
}

/** Count of sorted numbers below a bound. */
function countBelow(numbers: readonly number[], bound: number): number {
  let low = 0
  let high = numbers.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((numbers[middle] ?? bound) < bound) low = middle + 1
    else high = middle
  }
  return low
}

/** Number of characters before `end` that match the beginning of `form`. */
function overlap(text: string, end: number, form: string): number {
  for (let at = Math.max(0, end - form.length + 1); at < end; at += 1)
    if (text.charCodeAt(at) === form.charCodeAt(0) && form.startsWith(text.slice(at, end))) return end - at
  return 0
}

function merged(spans: readonly Span[]): readonly Span[] {
  const result: Span[] = []
  for (const span of spans.toSorted((one, other) => one.start - other.start)) {
    const last = result.at(-1)
    if (last === undefined || span.start >= last.end) result.push(span)
    else if (span.end > last.end) result.splice(-1, 1, { start: last.start, end: span.end })
  }
  return result
}

function cut(text: string, spans: readonly Span[], instead: string): string {
  const pieces: string[] = []
  let from = 0
  for (const { start, end } of spans) {
    pieces.push(text.slice(from, start), instead)
    from = end
  }
  return from === 0 ? text : [...pieces, text.slice(from)].join('')
}

function formsOf(key: string): readonly string[] {
  const bytes = Buffer.from(key)
  const hex = bytes.toString('hex')
  const coded = [0, 1, 2].flatMap((shift) => {
    // only characters without bits of neighbouring bytes
    const from = [0, 2, 3][shift] ?? 0
    const whole = Math.floor(((shift + bytes.length) * 8) / 6)
    const shifted = Buffer.concat([Buffer.alloc(shift), bytes])
    return [shifted.toString('base64'), shifted.toString('base64url')].map((text) => text.slice(from, whole))
  })
  return [...new Set([key, [...key].reverse().join(''), hex, hex.toUpperCase(), ...coded])]
}
