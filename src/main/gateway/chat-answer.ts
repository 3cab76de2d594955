import type { Usage } from '../../shared/chat.ts'
import type { AppError } from '../../shared/errors.ts'
import { type AlsoSent, alsoTextMax, type Leftovers } from '../../shared/kept-answer.ts'
import { streamError } from './errors.ts'
import { eventsIn, type StreamEvent } from './event-lines.ts'
import { readLiberalJson } from './liberal-json.ts'

/** Everything sent besides the shown text, of any length. */
export type Unused = AlsoSent

interface Version {
  readonly texts: string[]
  length: number
  /** How much text shorter whole texts were looked for in, in UTF-16 units. */
  compared: number
  finishReason: string | null
}

/** The version that is shown. */
const shownIndex = 0

/**
 * Reads the events of an answer, streamed or whole, as liberally as possible. Only version 0 is shown; the others are
 * kept apart, and so is what cannot be read. Nothing of it throws.
 */
export class ChatAnswer {
  usage: Usage | null = null
  /** Whether the gateway said that this was all. */
  sawDone = false
  /** How many events or chunks were read. */
  chunks = 0
  /** An error that came in the middle of it. */
  error: AppError | null = null
  private readonly secrets: readonly string[]
  private readonly versions = new Map<number, Version>()
  private readonly besides = new Map<string, string[]>()
  private readonly unread: string[] = []

  constructor(secrets: readonly string[]) {
    this.secrets = secrets
  }

  get finishReason(): string | null {
    return this.versions.get(this.shown)?.finishReason ?? null
  }

  /** Whether anything came that could be read as an answer. */
  get isEmpty(): boolean {
    return [...this.versions.values()].every(({ length, finishReason }) => length === 0 && finishReason === null)
  }

  /** Takes one event; gives the text that it adds. */
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

  /** Takes an answer that came as a whole, whatever it was asked to be; gives its text. False where it is none. */
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
    // a body that breaks off has not said that this was all
    if (read.whole) this.sawDone = true
    return { text: first + rest }
  }

  /** Text of another choice, if the shown one has none; known at the end. */
  end(): string {
    if ((this.versions.get(shownIndex)?.length ?? 0) > 0) return ''
    return this.versions.get(this.shown)?.texts.join('') ?? ''
  }

  /** Everything that came and is not shown, whole. */
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

  /** Objects one after the other, as some send instead of a stream. */
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

  /** Thoughts and calls of tools: not shown in the answer, and paid for. */
  private beside(index: number, fields: Fields): void {
    for (const name of ['reasoning_content', 'reasoning', 'thinking', 'tool_calls', 'function_call', 'audio']) {
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
  // never deep: `readLiberalJson` bounds it
  return JSON.stringify(value) ?? ''
}

/** The choices with their indexes; null where the value has none. */
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
  // a choice without the list around it
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
  /** Whether it is the whole text, and not what is new of it. */
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

/** Content is text, a part, or a list of parts. */
function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  if (Array.isArray(content)) return content.map(textOf).join('')
  if (!isFields(content)) return ''
  return textOf(content.text ?? content.value ?? content.content)
}

/** The most text that short whole texts of one answer are looked for in, in UTF-16 units; then they count as new. */
const comparedMax = 64 * 1024 * 1024

/** Of a whole text that comes after its parts, what they lacked. */
function missingOf(text: string, version: Version): string {
  if (version.length === 0) return text
  // each comparison with a longer text counts its length, so that many short texts do not search it without end
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

/** The error that an event is; null where it is none. */
function errorIn(value: Fields, name: string): unknown {
  const { error } = value
  if (typeof error === 'string' ? error.trim() !== '' : isFields(error) && Object.values(error).some(Boolean))
    return value
  const isError = name === 'error' || value.type === 'error' || value.object === 'error'
  return isError && !('choices' in value) ? value : null
}
