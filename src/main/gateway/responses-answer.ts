import { AnswerSources } from './answer-sources.ts'
import type { Unused } from './chat-answer.ts'
import { ChatPictures } from './chat-pictures.ts'
import { streamError } from './errors.ts'
import { failureIn } from './failure-in-answer.ts'
import { JsonAnswer } from './json-answer.ts'
import { argumentsOf, asJson, contentText, type Fields, isFields, usageIn, wordOf } from './liberal-fields.ts'
import { ResponseItems } from './response-items.ts'
import { outputItems } from './responses-input.ts'
import type { RequestedCall } from './tool-calls.ts'

/**
 * Reads the events of `POST /v1/responses` as leniently as possible. Never throws. Shows the text of all messages in
 * their order; tool calls count only after `response.completed`.
 */
export class ResponsesAnswer extends JsonAnswer {
  private readonly secrets: readonly string[]
  private readonly takesCalls: boolean
  private readonly items = new ResponseItems()
  /** Pages that the answer names. */
  readonly sources = new AnswerSources()
  private readonly citations: string[] = []
  private reason: string | null = null
  private isIncomplete = false
  private sawDoneLine = false

  /** `takesCalls`: whether tool calls are run. Otherwise they count as unused. */
  constructor(secrets: readonly string[], takesCalls = false) {
    super()
    this.secrets = secrets
    this.takesCalls = takesCalls
  }

  override get finishReason(): string | null {
    if (this.reason !== 'stop') return this.reason
    return this.calls.isEmpty ? 'stop' : 'tool_calls'
  }

  override get isEmpty(): boolean {
    return this.items.isEmpty && this.reason === null
  }

  /** True if nothing more belongs to the answer. `[DONE]` ends a stream, but does not make its answer complete. */
  get isOver(): boolean {
    return this.sawDone || this.sawDoneLine || this.error !== null
  }

  /** Returns the tool calls of the answer. */
  get calls(): { readonly isEmpty: boolean; calls(): readonly RequestedCall[] } {
    // calls of an incomplete answer are reported to the model only if the token limit cut them, which `length` means
    const isCut = this.isIncomplete && this.reason !== 'length'
    const calls = this.takesCalls && !isCut ? this.items.calls() : []
    return { isEmpty: calls.length === 0, calls: () => calls }
  }

  /** Returns the pictures that the gateway generated while answering. */
  get pictures(): ChatPictures {
    const pictures = new ChatPictures()
    for (const data of this.items.pictures()) pictures.addPicture({ b64_json: data })
    return pictures
  }

  get hasCallPieces(): boolean {
    return this.items.hasCallPieces
  }

  /** Returns the items of the answer, to be sent back along with the results of its calls. */
  get replay(): Fields {
    const items = this.items.replay()
    return items === null ? {} : { [outputItems]: items }
  }

  /** Returns all parts that are not shown, uncut. */
  get unused(): readonly Unused[] {
    const calls = this.calls.isEmpty ? this.items.calls().map((call) => `function_call: ${JSON.stringify(call)}`) : []
    const texts = [...this.items.besides(), ...calls, ...this.items.lostCalls()]
    const citations = this.citations.length === 0 ? [] : [`annotations: ${this.citations.join('\n')}`]
    return [
      ...[...texts, ...citations].map((text): Unused => ({ what: 'text', text })),
      ...this.unread.map((text): Unused => ({ what: 'event', text })),
    ]
  }

  /** Returns the text that was held back when the stream ended. */
  flush(): string {
    return this.items.heldBackText()
  }

  endAnswer(): string {
    return this.items.heldBackText()
  }

  override takeThinking(): string {
    return this.items.takeThoughts().join('')
  }

  protected override doneLine(): void {
    this.sawDoneLine = true
  }

  protected override bodyEnd(whole: boolean): void {
    if (whole) return
    // a truncated body does not mark its end, even if its status came first
    this.sawDone = false
    this.reason = null
  }

  protected override value(value: Fields, name: string, source: string): string {
    const type = (wordOf(value.type) ?? name).replace(/^response\./, '')
    const failure = failureOf(type, value, name)
    if (failure !== null) return this.handleFailure(failure)
    if (endings.has(type) || isWholeResponse(type, value)) {
      this.chunks += 1
      return this.handleEnd(type, value)
    }
    const taken = this.handleItemEvent(type, value)
    if (taken && type.endsWith('.delta')) this.grew()
    if (taken) this.chunks += 1
    else if (!isSilent(type, value)) this.unread.push(source)
    return this.items.showableText()
  }

  /** Handles one event of an item; returns false if it is unknown or beyond the limits. */
  private handleItemEvent(type: string, event: Fields): boolean {
    const { items } = this
    const { item, part } = event
    switch (type) {
      case 'created':
      case 'queued':
      case 'in_progress':
      case 'content_part.added':
      case 'reasoning_summary_part.added':
        return true
      case 'output_item.added':
        return isFields(item) && items.added(event, item)
      case 'output_item.done':
        return isFields(item) && items.handleDone(event, item)
      case 'output_text.delta':
      case 'refusal.delta':
        return items.addPartText(event, contentText(event.delta), false)
      case 'output_text.done':
      case 'refusal.done':
        return items.addPartText(event, contentText(event.text ?? event.refusal), true)
      case 'content_part.done':
        return isFields(part) && part.type === 'reasoning_text'
          ? items.thought(event, 'reasoning_text', contentText(part), true)
          : items.addPartText(event, contentText(part), true)
      case 'reasoning_summary_text.delta':
      case 'reasoning_summary.delta':
        return items.thought(event, 'reasoning_summary', contentText(event.delta), false)
      case 'reasoning_summary_text.done':
      case 'reasoning_summary.done':
      case 'reasoning_summary_part.done':
        return items.thought(event, 'reasoning_summary', contentText(event.text ?? part), true)
      case 'reasoning_text.delta':
      case 'reasoning.delta':
        return items.thought(event, 'reasoning_text', contentText(event.delta), false)
      case 'reasoning_text.done':
      case 'reasoning.done':
        return items.thought(event, 'reasoning_text', contentText(event.text), true)
      case 'function_call_arguments.delta':
        return items.arguments(event, argumentsOf(event.delta), false)
      case 'function_call_arguments.done':
        return items.arguments(event, argumentsOf(event.arguments), true)
      case 'output_text.annotation.added':
        this.cite(event.annotation)
        return true
      default:
        return false
    }
  }

  /** Handles the end of the answer, or the answer as a whole. */
  private handleEnd(type: string, event: Fields): string {
    const response = isFields(event.response) ? event.response : event
    if (Array.isArray(response.output)) {
      this.items.output(response.output)
      for (const item of response.output) if (isFields(item)) this.citeAll(item.content)
    } else if (typeof response.output_text === 'string') this.items.addPartText({}, response.output_text, true)
    if (!this.items.isEmpty) this.grew(true)
    this.takeUsage(usageIn(response.usage))
    const status = wordOf(response.status) ?? (endings.has(type) ? type : 'completed')
    // an unfinished response is not the answer
    if (unfinished.has(status) && !endings.has(type)) return this.items.heldBackText()
    this.sawDone = true
    this.isIncomplete = status === 'incomplete' || type === 'incomplete'
    this.reason = this.isIncomplete ? reasonIn(response.incomplete_details) : 'stop'
    return this.items.heldBackText()
  }

  private citeAll(parts: unknown): void {
    if (Array.isArray(parts)) for (const part of parts) if (isFields(part)) this.sources.collectSources(part)
  }

  /** Adds an annotation. One without an address counts as unused. */
  private cite(annotation: unknown): void {
    if (!this.sources.addSource(annotation)) this.citations.push(asJson(annotation))
  }

  private handleFailure(failure: unknown): string {
    this.error ??= streamError(failure, this.secrets)
    if (isFields(failure)) this.takeUsage(usageIn(failure.usage))
    return this.items.heldBackText()
  }
}

const endings: ReadonlySet<string> = new Set(['completed', 'incomplete', 'done'])
const unfinished: ReadonlySet<string> = new Set(['queued', 'in_progress'])

/** Returns the finish reason of an answer that its gateway calls incomplete, by the names of chat completions. */
function reasonIn(details: unknown): string {
  const reason = isFields(details) ? wordOf(details.reason) : wordOf(details)
  return reason === null || reason === 'max_output_tokens' || reason === 'max_tokens' ? 'length' : reason.slice(0, 100)
}

/** Returns the error of a failed answer; null if it has not failed. */
function failureOf(type: string, value: Fields, name: string): unknown {
  const response = isFields(value.response) ? value.response : value
  const status = endings.has(type) || isWholeResponse(type, value) ? response.status : null
  if (type === 'failed' || type === 'cancelled' || status === 'failed' || status === 'cancelled') return response
  return failureIn(value, type === 'error' ? type : name)
}

/** Returns true if a value is a whole response instead of an event. */
function isWholeResponse(type: string, value: Fields): boolean {
  if (type !== '' && type !== 'message') return false
  const response = isFields(value.response) ? value.response : value
  return response.object === 'response' || Array.isArray(response.output) || typeof response.output_text === 'string'
}

/** Progress events of tools that the gateway runs itself; the item has their outcome. */
const progress =
  /^((web_search|file_search|code_interpreter|mcp|shell|local_shell|apply_patch|computer|tool_search|image_generation)_call|custom_tool_call_input|mcp_list_tools|shell_call_output_content)\w*\./

/** Returns true if an unknown event holds nothing that belongs to an answer. */
function isSilent(type: string, value: Fields): boolean {
  return progress.test(type) || Object.keys(value).every((key) => key === 'type' || key === 'sequence_number')
}
