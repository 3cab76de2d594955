import { randomUUID } from 'node:crypto'
import type { FaultSet } from '../faults/fault-syntax.ts'
import type { Endpoint } from '../http/exchange.ts'
import { sendJson } from '../http/reply.ts'
import { streamAnswer } from './answer-stream.ts'
import type { ChatEndpointOptions } from './chat-endpoint.ts'
import { announceCalls, answerConversation } from './conversation.ts'
import { readResponsesRequest } from './responses-request.ts'
import { type Thinking, thinkingOf } from './thinking.ts'
import { countUsage, tokenize, type Usage } from './tokens.ts'
import { type AnsweredCall, answeredCalls, wishedCalls } from './tool-calls.ts'

type Event = Readonly<Record<string, unknown>>

/** Creates `POST /v1/responses`, streamed or whole. It answers like chat completions, in items instead of choices. */
export function createResponsesEndpoint(options: ChatEndpointOptions): Endpoint {
  return async (exchange) => {
    const request = readResponsesRequest(exchange)
    const { faults } = exchange
    const wishes = wishedCalls(request, faults)
    const said =
      wishes.length > 0
        ? announceCalls(request.messages, request.model)
        : answerConversation(request.messages, request.model, options.seed)
    const all = tokenize(said)
    const isCutByFault = faults.textParam('response-end', 'how') === 'incomplete'
    const limit = isCutByFault ? (faults.number('response-end', 'after') ?? 10) : request.maxTokens
    const tokens = all.slice(0, limit ?? all.length)
    const isCut = tokens.length < all.length
    const calls = isCut ? [] : answeredCalls(wishes, faults, () => `call_${randomUUID().replaceAll('-', '')}`)
    const thinking = thinkingOf(faults)
    const answer = new ResponseAnswer({
      model: request.model.id,
      created: Math.floor(exchange.now() / 1000),
      usage: countUsage(request.messages, tokens.length),
      text: tokens.join(''),
      calls,
      reasons: thinking !== null || (request.encryptedReasoning && calls.length > 0),
      thinking,
      faults,
    })
    const thoughts = answer.thoughts()
    const reason = isCut || faults.has('tool-cut') ? 'length' : 'stop'
    if (!request.stream) {
      await sendJson(exchange, answer.whole(faults.has('content-filter') ? 'content_filter' : reason))
      return
    }
    await streamAnswer(exchange, {
      tokens: thinking?.shape === 'tags' ? ['<think>', ...thinking.tokens, '</think>\n\n', ...tokens] : tokens,
      thoughts,
      pieces: answer.afterText(),
      finishReason: reason,
      hasDoneLine: false,
      usage: undefined,
      format: {
        opening: answer.openingEvents(),
        token: (text) => answer.token(text),
        finish: (finish) => answer.end(finish),
        usage: () => '',
        hollow: [answer.token('')],
      },
      tokensPerSecond: options.tokensPerSecond,
    })
  }
}

interface ResponseParts {
  readonly model: string
  readonly created: number
  readonly usage: Usage
  readonly text: string
  readonly calls: readonly AnsweredCall[]
  /** True if the answer begins with a reasoning item. */
  readonly reasons: boolean
  readonly thinking: Thinking | null
  readonly faults: FaultSet
}

/** One response: its items, and the events that stream them in the shape that the faults request. */
class ResponseAnswer {
  private readonly parts: ResponseParts
  private readonly id = `resp_${randomUUID().replaceAll('-', '')}`
  private readonly ids = new Map<string, string>()
  private readonly shape: string
  private sequence = 0

  constructor(parts: ResponseParts) {
    this.parts = parts
    this.shape = parts.faults.has('response-shape')
      ? (parts.faults.textParam('response-shape', 'shape') ?? 'no-added')
      : ''
  }

  /** Returns the events before the first token. */
  openingEvents(): readonly string[] {
    const begun = this.response('in_progress', [])
    const reasoning =
      this.parts.reasons && this.parts.thinking === null ? this.itemEvents(0, this.reasoning(), { summary: [] }) : []
    const at = this.textIndex
    return [
      ...this.events([
        { type: 'response.created', response: begun },
        { type: 'response.in_progress', response: begun },
      ]),
      ...this.events(reasoning),
      ...this.events([
        { type: 'response.output_item.added', output_index: at, item: this.message('in_progress', []) },
        { type: 'response.content_part.added', ...this.place, part: this.part('') },
      ]),
    ]
  }

  /** Returns the events of the model's thinking, in sequence. */
  thoughts(): readonly string[] {
    const { thinking } = this.parts
    if (thinking === null || thinking.shape === 'tags') return []
    const whole = this.reasoning()
    const place = { item_id: this.idOf('rs'), output_index: 0, summary_index: 0 }
    const [added, done] = this.itemEvents(0, whole, { summary: [] })
    const type = 'response.reasoning_summary_text'
    return this.events([
      ...(added === undefined ? [] : [added]),
      ...thinking.tokens.map((delta) => ({ type: `${type}.delta`, ...place, delta })),
      { type: `${type}.done`, ...place, text: thinking.tokens.join('') },
      ...(done === undefined ? [] : [done]),
    ])
  }

  token(text: string): string {
    const type = this.parts.faults.has('refusal') ? 'response.refusal.delta' : 'response.output_text.delta'
    return this.events([{ type, ...this.place, delta: text }])[0] ?? ''
  }

  /** Returns the events between the last token and the end: the message as a whole, and the calls. */
  afterText(): readonly string[] {
    const { calls, text } = this.parts
    const isRefusal = this.parts.faults.has('refusal')
    const said = isRefusal ? { refusal: text } : { text }
    const message = this.message('completed', [this.part(text)])
    return this.events([
      { type: isRefusal ? 'response.refusal.done' : 'response.output_text.done', ...this.place, ...said },
      { type: 'response.content_part.done', ...this.place, part: this.part(text) },
      { type: 'response.output_item.done', output_index: this.textIndex, item: message },
      ...calls.flatMap((call, at) => this.callEvents(call, this.textIndex + 1 + at)),
    ])
  }

  /** Returns the event that ends the stream. */
  end(reason: string): string {
    const how = this.parts.faults.has('response-end')
      ? (this.parts.faults.textParam('response-end', 'how') ?? 'failed')
      : ''
    const error = { code: 'server_error', message: 'The model stopped unexpectedly.' }
    switch (how) {
      case 'failed':
        return JSON.stringify({ type: 'response.failed', response: { ...this.response('failed', []), error } })
      case 'flat-error':
        return JSON.stringify({ type: 'error', ...error, param: null })
      case 'nested-error':
        return JSON.stringify({ type: 'error', error })
      default:
        return JSON.stringify({
          type: reason === 'stop' ? 'response.completed' : 'response.incomplete',
          sequence_number: this.sequence,
          response: this.whole(reason),
        })
    }
  }

  /** Returns the whole response. */
  whole(reason: string): Event {
    const { calls, reasons, text } = this.parts
    const output = [
      ...(reasons ? [this.reasoning()] : []),
      this.message('completed', [this.part(text)]),
      ...calls.map((call) => this.call(call, call.arguments)),
    ]
    const details = reason === 'length' ? 'max_output_tokens' : reason
    return {
      ...this.response(reason === 'stop' ? 'completed' : 'incomplete', this.shape === 'empty-output' ? [] : output),
      ...(reason === 'stop' ? {} : { incomplete_details: { reason: details } }),
    }
  }

  private get textIndex(): number {
    return this.parts.reasons ? 1 : 0
  }

  private get place(): Event {
    return { item_id: this.idOf('msg'), output_index: this.textIndex, content_index: 0 }
  }

  private callEvents(call: AnsweredCall, index: number): readonly Event[] {
    const said = typeof call.arguments === 'string' ? call.arguments : ''
    const place = { item_id: this.idOf(call.id), output_index: index }
    const pieces = said.match(/.{1,12}/gsu) ?? []
    return [
      { type: 'response.output_item.added', output_index: index, item: this.call(call, '') },
      ...pieces.map((delta) => ({ type: 'response.function_call_arguments.delta', ...place, delta })),
      { type: 'response.function_call_arguments.done', item_id: place.item_id, arguments: said },
      { type: 'response.output_item.done', output_index: index, item: this.call(call, call.arguments) },
    ]
  }

  private itemEvents(index: number, whole: Event, begun: Event): readonly Event[] {
    return [
      { type: 'response.output_item.added', output_index: index, item: { ...whole, ...begun } },
      { type: 'response.output_item.done', output_index: index, item: whole },
    ]
  }

  private reasoning(): Event {
    const encrypted = Buffer.from(`demo ${this.id}`).toString('base64')
    const summary = [
      { type: 'summary_text', text: this.parts.thinking?.tokens.join('') ?? 'A tool knows this better.' },
    ]
    return { type: 'reasoning', id: this.idOf('rs'), summary, encrypted_content: encrypted }
  }

  private message(status: string, content: readonly Event[]): Event {
    return { type: 'message', id: this.idOf('msg'), status, role: 'assistant', content }
  }

  private call(call: AnsweredCall, said: unknown): Event {
    const { id, name } = call
    const own = said === undefined ? {} : { arguments: said }
    return { type: 'function_call', id: this.idOf(id), call_id: id, name, status: 'completed', ...own }
  }

  private part(text: string): Event {
    return this.parts.faults.has('refusal')
      ? { type: 'refusal', refusal: text }
      : { type: 'output_text', text, annotations: [] }
  }

  private response(status: string, output: readonly Event[]): Event {
    const { created, model, usage } = this.parts
    const { completion_tokens: written, prompt_tokens: read, total_tokens: total } = usage
    return {
      id: this.id,
      object: 'response',
      created_at: created,
      status,
      error: null,
      incomplete_details: null,
      model,
      output,
      store: false,
      usage: status === 'in_progress' ? null : { input_tokens: read, output_tokens: written, total_tokens: total },
    }
  }

  private idOf(name: string): string {
    const prefix = name.startsWith('call') ? 'fc' : name
    const known = this.shape === 'other-ids' ? undefined : this.ids.get(name)
    const id = known ?? `${prefix}_${randomUUID().replaceAll('-', '')}`
    this.ids.set(name, id)
    return id
  }

  /** Returns the events as text, in the shape that the faults request. */
  private events(events: readonly Event[]): readonly string[] {
    const left = events.filter(({ type }) => {
      if (this.shape === 'no-added') return !String(type).endsWith('.added')
      return this.shape !== 'no-done' || !String(type).endsWith('.done')
    })
    return left.map((event) => {
      this.sequence += 1
      return JSON.stringify({ ...this.shaped(event), sequence_number: this.sequence })
    })
  }

  private shaped(event: Event): Event {
    if (this.shape === 'same-index' && 'output_index' in event) return { ...event, output_index: 0 }
    if (this.shape !== 'no-ids') return event
    const { item_id: _, item, ...rest } = event
    if (typeof item !== 'object' || item === null) return rest
    return { ...rest, item: { ...item, id: undefined } }
  }
}
