import type { AlsoSent, Leftovers } from '../../shared/kept-answer.ts'
import { AnswerSources } from './answer-sources.ts'
import { choicePart, choicesOf, isSomeChoice } from './chat-choices.ts'
import { ChatPictures } from './chat-pictures.ts'
import { streamError } from './errors.ts'
import { failureIn, isError } from './failure-in-answer.ts'
import { JsonAnswer } from './json-answer.ts'
import { asJson, type Fields, isFields, usageIn } from './liberal-fields.ts'
import { joinedDetails, type Thought, thoughtIn, thoughtNames } from './thought-fields.ts'
import { ToolCallAssembler } from './tool-calls.ts'
import { unknownIn } from './unknown-fields.ts'

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
export class ChatAnswer extends JsonAnswer {
  /** The calls of tools that the shown version asks for. */
  readonly calls = new ToolCallAssembler()
  /** Pictures that the model made. */
  readonly pictures = new ChatPictures()
  /** Pages that the answer names. */
  readonly sources = new AnswerSources()
  private readonly secrets: readonly string[]
  private readonly takesCalls: boolean
  private readonly versions = new Map<number, Version>()
  private readonly besides = new Map<string, string[]>()
  /** The thinking of the shown version, as it was yielded. */
  private readonly thinking: string[] = []
  private thinkingLength = 0
  /** UTF-16 units compared so far to find repeated whole thoughts. */
  private thinkingCompared = 0
  /** Thoughts in a structured form with signatures; they are sent back unchanged. */
  private readonly details: unknown[] = []
  /** Fields whose thoughts were yielded, and fields with some that were not. */
  private readonly taken = new Set<string>()
  private readonly passedOver = new Set<string>()

  /** `takesCalls`: whether tool calls are run. Otherwise they count as unused. */
  constructor(secrets: readonly string[], takesCalls = false) {
    super()
    this.secrets = secrets
    this.takesCalls = takesCalls
  }

  override get finishReason(): string | null {
    return this.versions.get(this.shown)?.finishReason ?? null
  }

  override get isEmpty(): boolean {
    const versions = [...this.versions.values()]
    return (
      this.pictures.isEmpty &&
      this.calls.isEmpty &&
      versions.every(({ length, finishReason }) => length === 0 && finishReason === null)
    )
  }

  /** Returns the text of another choice if the shown one has none; known only at the end. */
  endAnswer(): string {
    if ((this.versions.get(shownIndex)?.length ?? 0) > 0) return ''
    return this.versions.get(this.shown)?.texts.join('') ?? ''
  }

  /** All unused parts, uncut. */
  get unused(): readonly Unused[] {
    const choices = [...this.versions]
      .filter(([index, { length }]) => index !== this.shown && length > 0)
      .toSorted(([one], [other]) => one - other)
      .map(([, { texts }]): Unused => ({ what: 'choice', text: texts.join('') }))
    const thinking = this.thinking.join('')
    const texts = [...this.besides].flatMap(([name, parts]): Unused[] => {
      const text = parts.join('')
      // the same thoughts, which are shown
      const isThought = thoughtNames.some((one) => one === name)
      const isShown = isThought && (text === thinking || (this.taken.has(name) && !this.passedOver.has(name)))
      return isShown ? [] : [{ what: 'text', text: `${name}: ${text}` }]
    })
    return [...choices, ...texts, ...this.unread.map((text): Unused => ({ what: 'event', text }))]
  }

  get hasCallPieces(): boolean {
    return !this.calls.isEmpty
  }

  /** True if nothing more belongs to the answer. */
  get isOver(): boolean {
    return this.sawDone || this.error !== null
  }

  /** Returns held-back text at the end of a stream; always empty here. */
  flush(): string {
    return ''
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

  protected override doneLine(): void {
    this.sawDone = true
  }

  protected override bodyEnd(whole: boolean): void {
    // a truncated body does not mark its end
    if (whole) this.sawDone = true
  }

  protected override value(value: Fields, name: string): string {
    const failure = failureIn(value, name)
    // the last words of an answer can come with the error that ends it
    const choices = failure === null || isSomeChoice(value.choices) ? choicesOf(value) : null
    if (choices !== null || value.usage != null) this.chunks += 1
    const text = (choices ?? []).map(([index, choice]) => this.choice(index, choice)).join('')
    this.sources.collectSources(value)
    this.takeUsage(usageIn(value.usage))
    if (failure !== null) this.error ??= streamError(failure, this.secrets)
    return text
  }

  private choice(index: number, choice: Fields): string {
    const version = this.versions.get(index) ?? { texts: [], length: 0, compared: 0, finishReason: null }
    this.versions.set(index, version)
    const reason = choice.finish_reason ?? choice.finishReason
    if (typeof reason === 'string' && reason !== '') version.finishReason = reason.slice(0, 100)
    const part = choicePart(choice)
    if (index === shownIndex) this.paint(choice, part.fields)
    if (isFields(part.fields)) {
      this.beside(index, part.fields, part.isWhole)
      // without a message, the fields are those of the gateway's envelope
      if (index === shownIndex && part.fields !== choice) this.keepUnknown(part.fields)
      if (index === shownIndex) this.sources.collectSources(part.fields)
      const { reasoning_details: details } = part.fields
      // the message that ends a stream repeats all of them
      if (index === shownIndex && Array.isArray(details) && details.length > 0) {
        if (part.isWhole) this.details.length = 0
        for (const detail of details) this.details.push(detail)
      }
      if (index === shownIndex) this.think(thoughtIn(part.fields), part.fields, part.isWhole)
    }
    const failure = [choice.error, isFields(part.fields) ? part.fields.error : null].find(isError)
    if (failure !== undefined && index === shownIndex) this.error ??= streamError({ error: failure }, this.secrets)
    const text = part.isWhole ? missingOf(part.text, version) : part.text
    version.texts.push(text)
    version.length += text.length
    if (text !== '') this.grew()
    return index === shownIndex ? text : ''
  }

  private paint(choice: Fields, fields: unknown): void {
    const before = this.pictures.bytes.length + this.pictures.links.length
    for (const one of fields === choice ? [choice] : [choice, fields])
      if (isFields(one)) this.pictures.collectPictures(one)
    if (this.pictures.bytes.length + this.pictures.links.length > before) this.grew()
  }

  /**
   * Returns the thoughts by their field names, to be sent back unchanged. Some gateways refuse a conversation without
   * the thoughts of an answer that called tools.
   */
  get replay(): Fields {
    const texts = Object.fromEntries(
      ['reasoning_content', 'reasoning'].flatMap((name) => {
        const parts = this.besides.get(name)
        return parts === undefined ? [] : [[name, parts.join('')]]
      }),
    )
    const details = joinedDetails(this.details)
    return details.length === 0 ? texts : { ...texts, reasoning_details: details }
  }

  private think(thought: Thought | null, fields: Fields, isWhole: boolean): void {
    if (thought === null) return
    let { text } = thought
    this.taken.add(thought.name)
    for (const name of thoughtNames)
      if (name !== thought.name && fields[name] != null && fields[name] !== '') this.passedOver.add(name)
    if (isWhole && this.thinking.length > 0) {
      this.thinkingCompared += this.thinkingLength
      if (this.thinkingCompared > comparedMax) {
        this.passedOver.add(thought.name)
        return
      }
      // the message that ends a stream repeats its pieces
      const soFar = this.thinking.join('')
      this.thinking.splice(0, this.thinking.length, soFar)
      if (!text.startsWith(soFar)) this.passedOver.add(thought.name)
      text = text.startsWith(soFar) ? text.slice(soFar.length) : ''
    }
    if (text === '') return
    this.thinking.push(text)
    this.thinkingLength += text.length
    this.grew()
    this.thoughts.push(text)
  }

  /** Keeps fields that no reader understands. The message that ends a stream repeats those of its pieces. */
  private keepUnknown(fields: Fields): void {
    for (const [name, value] of unknownIn(fields)) {
      const text = typeof value === 'string' ? value : `${asJson(value)}\n`
      const parts = this.besides.get(name)
      if (parts === undefined) this.besides.set(name, [text])
      else if (parts.at(-1) !== text) parts.push(text)
    }
  }

  /** Collects reasoning and tool calls, which are paid for but not shown in the answer. */
  private beside(index: number, fields: Fields, isWhole: boolean): void {
    if (this.takesCalls && index === shownIndex) {
      if (fields.tool_calls != null) this.calls.readToolCalls(fields.tool_calls)
      if (fields.function_call != null) this.calls.readFunctionCall(fields.function_call)
    }
    for (const name of ['reasoning_content', 'reasoning', 'thinking', 'tool_calls', 'function_call', 'audio']) {
      const value = fields[name]
      const text = typeof value === 'string' ? value : value == null ? '' : `${asJson(value)}\n`
      if (text === '' || text === '[]\n' || text === '{}\n') continue
      this.grew(isWhole)
      if (this.takesCalls && index === shownIndex && (name === 'tool_calls' || name === 'function_call')) continue
      const label = index === shownIndex ? name : `${name} ${index}`
      const parts = this.besides.get(label)
      if (parts === undefined) this.besides.set(label, [text])
      // a message that ends a stream repeats what came before
      else if (!isWhole || typeof value !== 'string') parts.push(text)
      else {
        const before = parts.join('')
        // joined once, however many such messages come
        this.besides.set(label, [text.startsWith(before) ? text : before])
      }
    }
  }
}

/** Longest shown part of an unused text of an answer, in UTF-16 units; the kept body holds all of it. */
export const alsoTextMax = 200_000

/** Returns the part of the leftovers that is shown. */
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

/**
 * Maximum number of UTF-16 units compared to find repeated whole texts in one answer; later texts count as additions.
 */
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
