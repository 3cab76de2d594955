import type { Usage } from '../../shared/chat.ts'
import type { AppError } from '../../shared/errors.ts'
import { type AlsoSent, alsoTextMax, type Leftovers } from '../../shared/kept-answer.ts'
import { streamError } from './errors.ts'
import { eventsIn, type StreamEvent } from './event-lines.ts'
import { readLiberalJson } from './liberal-json.ts'
import { ToolCallAssembler } from './tool-calls.ts'

/** Everything sent besides the shown text, of any length. */
export type Unused = AlsoSent

interface Version {
  readonly texts: string[]
  length: number
  /** UTF-16 units compared so far to find repeated whole texts. */
  compared: number
  finishReason: string | null
}

/** Index of the shown version. */
const shownIndex = 0

/**
 * Reads the events of an answer, streamed or whole, as leniently as possible. Never throws.
 * Only version 0 is shown; other versions and unreadable parts are kept apart.
 */
export class ChatAnswer {
  usage: Usage | null = null
  /** Whether the gateway marked the end of the answer. */
  sawDone = false
  /** Number of events or chunks read. */
  chunks = 0
  /** An error sent in the middle of the answer. */
  error: AppError | null = null
  /** The calls of tools that the shown version asks for. */
  readonly calls = new ToolCallAssembler()
  private readonly secrets: readonly string[]
  private readonly takesCalls: boolean
  private readonly versions = new Map<number, Version>()
  private readonly besides = new Map<string, string[]>()
  private readonly unread: string[] = []

  /** `takesCalls`: whether calls of tools are carried out. Else they are left over. */
  constructor(secrets: readonly string[], takesCalls = false) {
    this.secrets = secrets
    this.takesCalls = takesCalls
  }

  get finishReason(): string | null {
    return this.versions.get(this.shown)?.finishReason ?? null
  }

  /** Whether no event could be read as an answer. */
  get isEmpty(): boolean {
    const versions = [...this.versions.values()]
    return this.calls.isEmpty && versions.every(({ length, finishReason }) => length === 0 && finishReason === null)
  }

  /** Takes one event; returns the text that it adds. */
  event({ name, data }: StreamEvent): string {
    if (data.trim() === '[DONE]') {
      this.sawDone = true
      return ''
    }
    const read = readLiberalJson(data)
    if (read?.whole && read.rest === '' && (read.strict || !isBrokenChunk(read.value)))
      return this.value(read.value, name, data)
    // several events without a blank line between them
    const lines = data.split('\n').filter((line) => line.trim() !== '')
    if (lines.length > 1) return lines.map((line) => this.event({ name, data: line })).join('')
    this.unread.push(data)
    return ''
  }

  /** Takes a whole answer, even when a stream was requested; returns its text, or false when it is no answer. */
  body(text: string): { readonly text: string } | false {
    const read = readLiberalJson(text)
    if (read === null || (!isFields(read.value) && !Array.isArray(read.value))) {
      const events = eventsIn(text)
      if (!/^[\ufeff \t]{0,20}data[ \t]{0,20}:/m.test(text)) return false
      return { text: events.map((event) => this.event(event)).join('') }
    }
    const before = this.chunks
    const first = this.value(read.value, '', text)
    const recognised = this.error !== null || this.chunks > before
    const rest = read.rest === '' ? '' : this.rest(read.rest)
    if (read.cut !== null) this.unread.push(read.cut.text)
    if (!recognised && this.isEmpty) return false
    // a truncated body does not mark its end
    if (read.whole) this.sawDone = true
    return { text: first + rest }
  }

  /** Text of another choice, if the shown one has none; known at the end. */
  end(): string {
    if ((this.versions.get(shownIndex)?.length ?? 0) > 0) return ''
    return this.versions.get(this.shown)?.texts.join('') ?? ''
  }

  /** All unused parts, uncut. */
  get unused(): readonly Unused[] {
    const choices = [...this.versions]
      .filter(([index, { length }]) => index !== this.shown && length > 0)
      .toSorted(([one], [other]) => one - other)
      .map(([, { texts }]): Unused => ({ what: 'choice', text: texts.join('') }))
    const texts = [...this.besides].map(
      ([name, parts]): Unused => ({ what: 'text', text: `${name}: ${parts.join('')}` }),
    )
    return [...choices, ...texts, ...this.unread.map((text): Unused => ({ what: 'event', text }))]
  }

  get skipped(): number {
    return this.unread.length
  }

  private get shown(): number {
    const own = this.versions.get(shownIndex)
    if (own && own.length > 0) return shownIndex
    return (
      [...this.versions]
        .filter(([, { length }]) => length > 0)
        .map(([index]) => index)
        .toSorted((a, b) => a - b)[0] ?? shownIndex
    )
  }

  /** Reads consecutive JSON objects, which some gateways send instead of a stream. */
  private rest(text: string): string {
    const texts: string[] = []
    let left = text
    for (;;) {
      const read = readLiberalJson(left)
      if (read === null || !read.whole || !isFields(read.value) || read.rest.length >= left.length) break
      texts.push(this.value(read.value, '', left))
      left = read.rest
      if (left === '') return texts.join('')
    }
    if (left.trim() !== '[DONE]') this.unread.push(left)
    return texts.join('')
  }

  private value(value: unknown, name: string, source: string): string {
    if (Array.isArray(value)) return value.map((item) => this.value(item, name, asJson(item))).join('')
    if (!isFields(value)) {
      this.unread.push(source)
      return ''
    }
    const failure = errorIn(value, name)
    if (failure !== null) {
      this.error ??= streamError(failure, this.secrets)
      return ''
    }
    this.usage = usageIn(value.usage) ?? this.usage
    const choices = choicesOf(value)
    if (choices !== null || value.usage != null) this.chunks += 1
    return (choices ?? []).map(([index, choice]) => this.choice(index, choice)).join('')
  }

  private choice(index: number, choice: Fields): string {
    const version = this.versions.get(index) ?? { texts: [], length: 0, compared: 0, finishReason: null }
    this.versions.set(index, version)
    const reason = choice.finish_reason ?? choice.finishReason
    if (typeof reason === 'string' && reason !== '') version.finishReason = reason.slice(0, 100)
    const part = partOf(choice)
    if (isFields(part.fields)) this.beside(index, part.fields)
    const text = part.isWhole ? missingOf(part.text, version) : part.text
    version.texts.push(text)
    version.length += text.length
    return index === shownIndex ? text : ''
  }

  /**
   * The thoughts as they came, by the names of their fields: some gateways refuse a conversation in which they are
   * missing from an answer that called tools.
   */
  get thoughts(): Readonly<Record<string, string>> {
    return Object.fromEntries(
      ['reasoning_content', 'reasoning'].flatMap((name) => {
        const parts = this.besides.get(name)
        return parts === undefined ? [] : [[name, parts.join('')]]
      }),
    )
  }

  /** Collects reasoning and tool calls: not shown in the answer, but paid for. */
  private beside(index: number, fields: Fields): void {
    if (this.takesCalls && index === shownIndex) {
      if (fields.tool_calls != null) this.calls.take(fields.tool_calls)
      if (fields.function_call != null) this.calls.takeFunctionCall(fields.function_call)
    }
    for (const name of ['reasoning_content', 'reasoning', 'thinking', 'tool_calls', 'function_call', 'audio']) {
      if (this.takesCalls && index === shownIndex && (name === 'tool_calls' || name === 'function_call')) continue
      const value = fields[name]
      const text = typeof value === 'string' ? value : value == null ? '' : `${asJson(value)}\n`
      if (text === '' || text === '[]\n' || text === '{}\n') continue
      const label = index === shownIndex ? name : `${name} ${index}`
      const parts = this.besides.get(label)
      if (parts) parts.push(text)
      else this.besides.set(label, [text])
    }
  }
}

/** Shown part of leftovers. */
export function leftoversOf(unused: readonly Unused[], skipped: number): Leftovers {
  let room = alsoTextMax
  const also: AlsoSent[] = []
  for (const { what, text } of unused) {
    if (room <= 0 || also.length >= 50) break
    also.push({ what, text: text.slice(0, room).toWellFormed() })
    room -= text.length
  }
  return { also, skipped }
}

type Fields = Readonly<Record<string, unknown>>

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function asJson(value: unknown): string {
  // `readLiberalJson` bounds the depth
  return JSON.stringify(value) ?? ''
}

/** Choices with their indexes; null when the value has none. */
function choicesOf(value: Fields): readonly (readonly [number, Fields])[] | null {
  const { choices } = value
  if (Array.isArray(choices))
    return choices.flatMap((choice, at) => (isFields(choice) ? [[indexOf(choice.index, at), choice] as const] : []))
  if (isFields(choices)) {
    if ('delta' in choices || 'message' in choices || 'text' in choices) return [[indexOf(choices.index, 0), choices]]
    return Object.entries(choices).flatMap(([key, choice]) =>
      isFields(choice) ? [[indexOf(choice.index, indexOf(key, 0)), choice] as const] : [],
    )
  }
  // a choice without its enclosing list
  if ('delta' in value || 'message' in value || typeof value.text === 'string' || 'content' in value)
    return [[indexOf(value.index, 0), value]]
  return null
}

function indexOf(value: unknown, otherwise: number): number {
  const index = typeof value === 'string' && /^\d{1,4}$/.test(value) ? Number(value) : value
  return typeof index === 'number' && Number.isSafeInteger(index) && index >= 0 ? index : otherwise
}

interface Part {
  readonly text: string
  /** Whether `text` is the whole text so far instead of an addition. */
  readonly isWhole: boolean
  readonly fields: unknown
}

function partOf(choice: Fields): Part {
  for (const name of ['delta', 'message'] as const) {
    const value = choice[name]
    const isWhole = name === 'message'
    if (typeof value === 'string') return { text: value, isWhole, fields: null }
    if (isFields(value)) return { text: saidIn(value), isWhole, fields: value }
  }
  return { text: saidIn(choice), isWhole: false, fields: choice }
}

function saidIn(fields: Fields): string {
  return textOf(fields.content) || textOf(fields.text) || textOf(fields.refusal)
}

/** Text of content, which is a string, a part, or a list of parts. */
function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  if (Array.isArray(content)) return content.map(textOf).join('')
  if (!isFields(content)) return ''
  return textOf(content.text ?? content.value ?? content.content)
}

/** Most UTF-16 units compared to find repeated whole texts in one answer; later texts count as additions. */
const comparedMax = 64 * 1024 * 1024

/** Returns the part of a whole text that its earlier parts lack. */
function missingOf(text: string, version: Version): string {
  if (version.length === 0) return text
  // a comparison with a longer text counts its length, so that many short texts cannot cause endless searching
  if (text.length < version.length) version.compared += version.length
  if (version.compared > comparedMax) return text
  const soFar = version.texts.join('')
  version.texts.splice(0, version.texts.length, soFar)
  if (text.startsWith(soFar)) return text.slice(soFar.length)
  return soFar.includes(text) ? '' : text
}

function usageIn(value: unknown): Usage | null {
  if (!isFields(value)) return null
  const count = (tokens: unknown): number =>
    typeof tokens === 'number' && Number.isSafeInteger(tokens) && tokens >= 0 ? tokens : 0
  return {
    promptTokens: count(value.prompt_tokens ?? value.input_tokens),
    completionTokens: count(value.completion_tokens ?? value.output_tokens),
  }
}

/** Whether invalid JSON only happens to look like a chunk with an `error`; it must not end the stream. */
function isBrokenChunk(value: unknown): boolean {
  return isFields(value) && 'error' in value && ('id' in value || 'choices' in value)
}

/** The error in an event; null when it holds none. */
function errorIn(value: Fields, name: string): unknown {
  const { error } = value
  if (typeof error === 'string' ? error.trim() !== '' : isFields(error) && Object.values(error).some(Boolean))
    return value
  const isError = name === 'error' || value.type === 'error' || value.object === 'error'
  return isError && !('choices' in value) ? value : null
}
