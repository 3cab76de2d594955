import { PatternFinder, type Span } from '../security/secrets/pattern-finder.ts'
import { formsOf } from '../security/secrets/secret-forms.ts'
import { escapeBegin, isSemicolonDue, type Level, textLevels } from '../security/secrets/text-levels.ts'

/** Replaces a removed secret. */
const mark = '•••'

/** Shorter keys are placeholders (`ollama`, `none`), which an answer may legitimately contain. */
const keyLengthMin = 8

/** Longer texts are filtered in parts of this length, in UTF-16 units. */
const partLength = 256 * 1024

/** Filters a text in parts. */
export interface PartsFilter {
  readonly push: (part: string) => string
  readonly end: () => string
  /** True if a key was replaced so far. */
  readonly hasCut: boolean
}

/** The secrets that a filter looks for. They may change while the filter is in use. */
export interface Sought {
  finders(): readonly PatternFinder[]
}

/**
 * Removes secrets from foreign text: as they are, reversed, hexadecimal, and base64 at any offset. Also finds each of
 * these with escaped characters, broken over lines, or with invisible characters in between, as in UTF-16.
 */
export class KeyFilter {
  private readonly sought: Sought

  /** Looks for a key, and for the `known` secrets. */
  constructor(key: string, known: Sought = { finders: () => [] }) {
    const own = new PatternFinder(key.length < keyLengthMin ? [] : formsOf(key))
    this.sought = own.isEmpty ? known : { finders: () => [own, ...known.finders()] }
  }

  /** True if there is anything to look for; a placeholder key does not count. */
  get canFind(): boolean {
    return this.sought.finders().some(({ isEmpty }) => !isEmpty)
  }

  /** Returns the text with each secret replaced by `instead`. */
  withoutSecrets(text: string, instead = mark): string {
    if (!this.canFind) return text
    if (text.length <= partLength) return cut(text, this.secretSpans(textLevels(text)), instead)
    const parts = this.parts(instead)
    const pieces: string[] = []
    for (let at = 0; at < text.length; at += partLength) pieces.push(parts.push(text.slice(at, at + partLength)))
    return [...pieces, parts.end()].join('')
  }

  /** Filters a text in parts. Holds back a possible beginning of a secret until the next part or the end. */
  parts(instead = mark): PartsFilter {
    let held = ''
    let hasCut = false
    return {
      get hasCut() {
        return hasCut
      },
      push: (part) => {
        if (held === '' && !this.canFind) return part
        const text = held + part
        const levels = textLevels(text)
        const all = this.secretSpans(levels)
        // the semicolon of the last escape may still follow
        const open = all.at(-1)?.end === text.length && isSemicolonDue(text) ? all.at(-1) : null
        const found = open ? all.slice(0, -1) : all
        const safe = Math.max(found.at(-1)?.end ?? 0, open?.start ?? this.begun(text.length, levels))
        held = text.slice(safe)
        hasCut ||= found.length > 0
        return cut(text.slice(0, safe), found, instead)
      },
      end: () => {
        const rest = held
        held = ''
        const text = this.withoutSecrets(rest, instead)
        hasCut ||= text !== rest
        return text
      },
    }
  }

  /**
   * Removes secrets from a stream of bytes, however it is split.
   * If the stream fails, data before the failure is read first; a `TransformStream` would drop it.
   */
  bytes(stream: ReadableStream<Uint8Array>): ReadableStream<Uint8Array<ArrayBuffer>> {
    const parts = this.parts(markBytes)
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
            if (passed) to.enqueue(Buffer.from(text, 'latin1'))
          }
        },
        cancel: (reason) => reader.cancel(reason),
      },
      { highWaterMark: 0 },
    )
  }

  /** Returns the occurrences of secrets, in order, without overlaps. */
  private secretSpans(levels: readonly Level[]): readonly Span[] {
    const finders = this.sought.finders()
    const spans = levels.flatMap(({ text, startOf, endOf }) =>
      finders.flatMap((finder) =>
        finder.findSpans(text).map(({ start, end }) => ({ start: startOf(start), end: endOf(end) })),
      ),
    )
    return merged(spans)
  }

  /**
   * Returns the start of a suffix that could begin a secret continued in the next part; the text's length if there is
   * none.
   */
  private begun(length: number, levels: readonly Level[]): number {
    const finders = this.sought.finders()
    const starts = levels.map((level) => {
      const end = escapeBegin(level)
      return level.startOf(end - Math.max(0, ...finders.map((finder) => finder.begun(level.text, end))))
    })
    return Math.min(length, ...starts)
  }
}

/** UTF-8 bytes of the mark, one character each. */
const markBytes = Buffer.from(mark).toString('latin1')

function latin1Of({ buffer, byteOffset, byteLength }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString('latin1')
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
