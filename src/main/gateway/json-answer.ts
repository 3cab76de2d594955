import type { Usage } from '../../shared/chat.ts'
import type { AppError } from '../../shared/errors.ts'
import { eventsIn, type StreamEvent } from './event-lines.ts'
import { asJson, type Fields, isFields } from './liberal-fields.ts'
import { readLiberalJson } from './liberal-json.ts'

/**
 * Reads the JSON of an answer's events, streamed or whole, as leniently as possible. Never throws. Subclasses interpret
 * the values.
 */
export abstract class JsonAnswer {
  /** True if the gateway marked the end of the answer. */
  sawDone = false
  /** Number of events or chunks read. */
  chunks = 0
  /** An error sent in the middle of the answer. */
  error: AppError | null = null
  /** Events that could not be read. */
  protected readonly unread: string[] = []
  /** The model's thinking since the last call of `takeThinking`. */
  protected thoughts: string[] = []
  /** The events before any output, kept in case the answer turns out empty. */
  private readonly silent: string[] = []
  private silentLength = 0
  private counted: Usage | null = null
  private hasOutput = false
  /** True if output arrived after the gateway's last token count. */
  private hasUncounted = false

  /** Why the model stopped; null before the answer is complete. */
  abstract readonly finishReason: string | null

  /** True if no event could be read as an answer. */
  abstract readonly isEmpty: boolean

  /** Tokens that the gateway counted; marked incomplete if output came after the count. */
  get usage(): Usage | null {
    return this.counted !== null && this.hasUncounted ? { ...this.counted, isIncomplete: true } : this.counted
  }

  /** Number of events that could not be read. */
  get skipped(): number {
    return this.unread.length
  }

  /** Returns the first events unchanged, which hold no text. */
  get silence(): string {
    return this.silent.join('\n')
  }

  /** Returns the model's thinking since the last call. */
  takeThinking(): string {
    if (this.thoughts.length === 0) return ''
    const thinking = this.thoughts.join('')
    this.thoughts = []
    return thinking
  }

  /** Reads one event; returns the text that it adds. */
  event({ name, data }: StreamEvent): string {
    if (this.silentLength < silentMax) {
      const kept = data.slice(0, silentMax - this.silentLength)
      this.silent.push(kept)
      this.silentLength += kept.length + 1
    }
    if (data.trim() === '[DONE]') {
      this.doneLine()
      return ''
    }
    const read = readLiberalJson(data)
    if (read?.whole && read.rest === '' && (read.strict || !isBrokenChunk(read.value)))
      return this.values(read.value, name, data)
    // several events without a blank line between them
    const lines = data.split('\n').filter((line) => line.trim() !== '')
    if (lines.length > 1) return lines.map((line) => this.event({ name, data: line })).join('')
    this.unread.push(data)
    return ''
  }

  /** Reads a whole answer, even when a stream was requested; returns its text, or false if it is not an answer. */
  body(text: string): { readonly text: string } | false {
    const read = readLiberalJson(text)
    if (read === null || (!isFields(read.value) && !Array.isArray(read.value))) {
      const events = eventsIn(text)
      if (!/^[\ufeff \t]{0,20}data[ \t]{0,20}:/m.test(text)) return false
      return { text: events.map((event) => this.event(event)).join('') }
    }
    const before = this.chunks
    const first = this.values(read.value, '', text)
    const recognised = this.error !== null || this.chunks > before
    const rest = read.rest === '' ? '' : this.rest(read.rest)
    if (read.cut !== null) this.unread.push(read.cut.text)
    if (!recognised && this.isEmpty) return false
    this.bodyEnd(read.whole)
    return { text: first + rest }
  }

  /** Notes that the model produced output. `isRepeat`: the output may have been counted before. */
  protected grew(isRepeat = false): void {
    if (isRepeat && this.hasOutput) return
    this.hasOutput = true
    this.hasUncounted = true
  }

  /** Stores a usage, after the output that came with it. An incomplete one never replaces a complete one. */
  protected takeUsage(usage: Usage | null): void {
    if (usage === null) return
    // output cannot have zero tokens
    const isIncomplete = usage.isIncomplete === true || (this.hasOutput && usage.completionTokens === 0)
    if (isIncomplete && this.counted !== null && this.counted.isIncomplete !== true) return
    this.counted = isIncomplete ? { ...usage, isIncomplete } : usage
    this.hasUncounted = false
  }

  /** Reads one JSON object; `name` is its event's, `source` its text. Returns the text that it adds. */
  protected abstract value(value: Fields, name: string, source: string): string

  /** Handles the line `[DONE]`. */
  protected abstract doneLine(): void

  /** Handles the end of a body that is not a stream; `whole` unless it was truncated. */
  protected abstract bodyEnd(whole: boolean): void

  /** Reads consecutive JSON objects, which some gateways send instead of a stream. */
  private rest(text: string): string {
    const texts: string[] = []
    let left = text
    for (;;) {
      const read = readLiberalJson(left)
      if (read === null || !read.whole || !isFields(read.value) || read.rest.length >= left.length) break
      texts.push(this.values(read.value, '', left))
      left = read.rest
      if (left === '') return texts.join('')
    }
    if (left.trim() !== '[DONE]') this.unread.push(left)
    return texts.join('')
  }

  private values(value: unknown, name: string, source: string): string {
    if (Array.isArray(value)) return value.map((item) => this.values(item, name, asJson(item))).join('')
    if (isFields(value)) return this.value(value, name, source)
    this.unread.push(source)
    return ''
  }
}

/** Limit of the text kept from a stream without output, in UTF-16 units. */
const silentMax = 256 * 1024

/** Returns true if invalid JSON only happens to look like a chunk with an `error`; it must not end the stream. */
function isBrokenChunk(value: unknown): boolean {
  return isFields(value) && 'error' in value && ('id' in value || 'choices' in value)
}
