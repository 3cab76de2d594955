import { assertNever, fail } from '../../../../shared/errors.ts'

/** Path of a value: its keys and indices. */
export type JsonPath = readonly (string | number)[]

/** How to treat a value: read it whole, descend into it (scalars are read), or skip it. */
export type JsonChoice = 'take' | 'enter' | 'skip'

export interface JsonValue {
  readonly path: JsonPath
  readonly value: unknown
}

/** Bounds of a value that is parsed whole. */
export interface JsonBounds {
  readonly bytes: number
  /** Deepest nesting of lists and objects. */
  readonly depth: number
  /** Maximum number of members and items, counted by brackets and commas. */
  readonly values: number
  /** Yields `beyondBounds` in place of a value over a bound, instead of failing. */
  readonly goesOn?: boolean
}

/** Represents a value that was too large to be read. */
export const beyondBounds = Symbol('beyond bounds')

/** Fits a conversation of any length; its parsed form stays below about 400 MB. */
export const usualBounds: JsonBounds = { bytes: 64 * 1024 * 1024, depth: 200, values: 1_000_000 }
const keyBytesMax = 64 * 1024
/** Longest number or word, in bytes. */
const bareBytesMax = 1_024

const quote = 0x22
const backslash = 0x5c
const comma = 0x2c
const colon = 0x3a
const openBrace = 0x7b
const closeBrace = 0x7d
const openBracket = 0x5b
const closeBracket = 0x5d

/**
 * Reads JSON as a stream. `choose` decides what to do with each value; values read whole are yielded in order. Throws
 * an AppFailure: `import_damaged` for invalid or truncated JSON, `import_not_read` for a value over a bound.
 */
export async function* jsonValues(
  chunks: AsyncIterable<Uint8Array>,
  choose: (path: JsonPath) => JsonChoice,
  bounds: JsonBounds = usualBounds,
): AsyncGenerator<JsonValue> {
  const scanner = new JsonScanner(choose, bounds)
  for await (const chunk of chunks) yield* scanner.push(chunk)
  yield* scanner.endInput()
}

/** Parses a short JSON text within the bounds. Throws as `jsonValues` does. */
export function parsedWithin(text: string, bounds: JsonBounds = usualBounds): unknown {
  const scanner = new JsonScanner(() => 'take', bounds)
  const [found] = [...scanner.push(Buffer.from(text)), ...scanner.endInput()]
  return found?.value
}

interface Frame {
  readonly array: boolean
  /** Expected next token. */
  expects: 'value' | 'value or end' | 'key' | 'key or end' | 'colon' | 'comma or end'
}

/** Input that is skipped without being read. */
interface Inside {
  readonly kind: 'container' | 'string' | 'bare' | 'key'
  takes: boolean
  /** Reason why the value is not read after all, or null. */
  excess: string | null
  depth: number
  inString: boolean
  escaped: boolean
  parts: Uint8Array[]
  bytes: number
  values: number
}

class JsonScanner {
  private readonly choose: (path: JsonPath) => JsonChoice
  private readonly bounds: JsonBounds
  private readonly frames: Frame[] = []
  /** The index or key within each frame. Copying it is faster than building a path from the frames. */
  private readonly trail: (string | number)[] = []
  private inside: Inside | null = null
  private begun = false
  private done = false

  constructor(choose: (path: JsonPath) => JsonChoice, bounds: JsonBounds) {
    this.choose = choose
    this.bounds = bounds
  }

  *push(chunk: Uint8Array): Generator<JsonValue> {
    let at = this.begun ? 0 : afterMark(chunk)
    this.begun = true
    while (at < chunk.length) {
      if (this.inside === null) {
        this.structural(chunk[at] ?? 0)
        // a value that begins here is read from its first byte
        if (this.inside === null) at += 1
        continue
      }
      const inside: Inside = this.inside
      const end = endOf(inside, chunk, at, this.bounds)
      this.keepPart(inside, chunk.subarray(at, end.at))
      at = end.at
      if (end.ended) yield* this.close(inside)
    }
  }

  *endInput(): Generator<JsonValue> {
    if (this.inside?.kind === 'bare') yield* this.close(this.inside)
    if (!this.done) fail('import_damaged', 'the JSON ends in the middle')
  }

  private structural(byte: number): void {
    if (byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09) return
    const frame = this.frames.at(-1)
    if (frame === undefined) {
      if (this.done) fail('import_damaged', 'something comes after the JSON')
      this.beginValue(byte)
      return
    }
    const ends = byte === (frame.array ? closeBracket : closeBrace)
    switch (frame.expects) {
      case 'value or end':
      case 'key or end':
      case 'comma or end':
        if (ends) this.leaveContainer()
        else this.within(frame, byte)
        break
      case 'value':
      case 'key':
      case 'colon':
        this.within(frame, byte)
        break
      default:
        assertNever(frame.expects, 'expectation')
    }
  }

  /** Continues in a list or object that does not end at this byte. */
  private within(frame: Frame, byte: number): void {
    switch (frame.expects) {
      case 'value':
      case 'value or end':
        this.beginValue(byte)
        break
      case 'key':
      case 'key or end':
        this.beginKey(byte)
        break
      case 'colon':
        if (byte !== colon) fail('import_damaged', 'a key without a value')
        frame.expects = 'value'
        break
      case 'comma or end':
        if (byte !== comma) fail('import_damaged', 'values without a comma between them')
        if (frame.array) this.name(Number(this.trail.at(-1)) + 1)
        frame.expects = frame.array ? 'value' : 'key'
        break
      default:
        assertNever(frame.expects, 'expectation')
    }
  }

  private beginValue(byte: number): void {
    const choice = this.choose(this.path())
    const container = byte === openBrace || byte === openBracket
    if (container && choice === 'enter') {
      const array = byte === openBracket
      // the caller skips the bracket itself
      this.frames.push({ array, expects: array ? 'value or end' : 'key or end' })
      this.trail.push(array ? 0 : '')
      return
    }
    if (!container && byte !== quote && !/[-\dtfn]/.test(String.fromCharCode(byte)))
      fail('import_damaged', 'something that is no JSON')
    this.inside = insideOf(container ? 'container' : byte === quote ? 'string' : 'bare', choice !== 'skip')
  }

  private beginKey(byte: number): void {
    if (byte !== quote) fail('import_damaged', 'a key that is no string')
    this.inside = insideOf('key', true)
  }

  private keepPart(inside: Inside, part: Uint8Array): void {
    if (!inside.takes) return
    inside.bytes += part.length
    if (inside.bytes > this.bytesMaxOf(inside)) inside.excess ??= 'a value that is far too long'
    if (inside.values > this.bounds.values) inside.excess ??= 'a value of far too many parts'
    if (inside.excess === null) {
      inside.parts.push(part)
      return
    }
    const isValue = inside.kind === 'container' || inside.kind === 'string'
    if (this.bounds.goesOn !== true || !isValue) fail('import_not_read', inside.excess)
    inside.takes = false
    inside.parts = []
  }

  private bytesMaxOf({ kind }: Inside): number {
    if (kind === 'bare') return bareBytesMax
    return kind === 'key' ? keyBytesMax : this.bounds.bytes
  }

  private *close(inside: Inside): Generator<JsonValue> {
    this.inside = null
    const frame = this.frames.at(-1)
    if (inside.kind === 'key') {
      if (frame === undefined) return
      this.name(String(parsed(inside.parts)))
      frame.expects = 'colon'
      return
    }
    const path = this.path()
    this.expectAfterValue()
    if (inside.excess !== null) yield { path, value: beyondBounds }
    else if (inside.takes) yield { path, value: parsed(inside.parts) }
  }

  private leaveContainer(): void {
    this.frames.pop()
    this.trail.pop()
    this.expectAfterValue()
  }

  private expectAfterValue(): void {
    const frame = this.frames.at(-1)
    if (frame === undefined) this.done = true
    else frame.expects = 'comma or end'
  }

  private path(): JsonPath {
    return this.trail.slice()
  }

  private name(place: string | number): void {
    this.trail[this.trail.length - 1] = place
  }
}

function insideOf(kind: Inside['kind'], takes: boolean): Inside {
  return { kind, takes, excess: null, depth: 0, inString: false, escaped: false, parts: [], bytes: 0, values: 0 }
}

/** Returns the end of the skipped value in this chunk, one after its last byte. */
function endOf(
  inside: Inside,
  chunk: Uint8Array,
  from: number,
  bounds: JsonBounds,
): { readonly at: number; readonly ended: boolean } {
  if (inside.kind === 'bare') return endOfBare(chunk, from)
  const lone = inside.kind !== 'container'
  for (let at = from; at < chunk.length; at += 1) {
    const byte = chunk[at]
    if (inside.inString) {
      if (inside.escaped) inside.escaped = false
      else if (byte === backslash) inside.escaped = true
      else if (byte === quote) {
        inside.inString = false
        if (lone) return { at: at + 1, ended: true }
      }
    } else if (byte === quote) inside.inString = true
    else if (byte === comma) inside.values += 1
    else if (byte === openBrace || byte === openBracket) {
      inside.depth += 1
      inside.values += 1
      if (inside.takes && inside.depth > bounds.depth) inside.excess ??= 'a value that is nested too deep'
    } else if (byte === closeBrace || byte === closeBracket) {
      inside.depth -= 1
      if (inside.depth === 0) return { at: at + 1, ended: true }
    }
  }
  return { at: chunk.length, ended: false }
}

/** Finds the end of a number or word: the first byte that cannot belong to it. */
function endOfBare(chunk: Uint8Array, from: number): { readonly at: number; readonly ended: boolean } {
  for (let at = from; at < chunk.length; at += 1)
    if (!/[-+.\w]/.test(String.fromCharCode(chunk[at] ?? 0))) return { at, ended: true }
  return { at: chunk.length, ended: false }
}

function parsed(parts: readonly Uint8Array[]): unknown {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(parts))
    return unusable.test(text) ? JSON.parse(text, (_key, value) => usable(value)) : JSON.parse(text)
  } catch {
    return fail('import_damaged', 'something that is no JSON')
  }
}

/** Escapes of NUL and of possibly lone surrogates; as raw bytes neither is valid. */
const unusable = /\\u(?:0000|[dD][89a-fA-F])/

/** Removes NUL and lone surrogates: SQLite may end a text at NUL, and does not keep lone surrogates. */
function usable(value: unknown): unknown {
  return typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '\ufffd') : value
}

/** Returns the offset after a byte order mark, which some programs write. */
function afterMark(chunk: Uint8Array): number {
  return chunk[0] === 0xef && chunk[1] === 0xbb && chunk[2] === 0xbf ? 3 : 0
}
