import type OpenAI from 'openai'
import type { ChatCompletionMessageParam } from 'openai/resources/chat/completions'
import type { Usage } from '../../shared/chat.ts'
import { type AppError, AppFailure, appError } from '../../shared/errors.ts'
import { ChatAnswer, type Unused } from './chat-answer.ts'
import type { GatewayAccess } from './client.ts'
import { notAGateway } from './errors.ts'
import { beginsAsEvents, EventLines, type StreamEvent } from './event-lines.ts'
import { type ExchangeIo, exchangeStream, type StreamDecoder, type StreamText } from './exchange.ts'
import type { RequestedCall, ToolDefinition } from './tool-calls.ts'

/** One message in the gateway's form. */
export type ChatTurn = ChatCompletionMessageParam

export interface ChatRequest {
  readonly model: string
  readonly messages: readonly ChatTurn[]
  readonly temperature: number | null
  readonly topP: number | null
  readonly maxTokens: number | null
  readonly stream: boolean
  /** Tools that the model may call; absent or empty for none. */
  readonly tools?: readonly ToolDefinition[]
  /** Whether the model may call them now; `none` where the conversation only holds earlier calls. */
  readonly toolChoice?: 'auto' | 'none'
  /** Silence after which a started answer counts as stalled, in ms. */
  readonly stallMs: number
}

/** Events of a request: any number of texts, then exactly one end. */
export type ChatDelta = StreamText | { readonly type: 'end'; readonly end: ChatEnd }

export interface ChatEnd {
  /** Null when the answer is complete; `cancelled` when the signal was aborted. */
  readonly error: AppError | null
  readonly finishReason: string | null
  readonly usage: Usage | null
  /** Tools that the model asks to call; absent where there are none, or the answer is not complete. */
  readonly calls?: readonly RequestedCall[]
  /** Fields to be sent back unchanged along with the calls. */
  readonly replay?: Readonly<Record<string, string>>
  /** Leftovers besides the text, and the number of unreadable events; absent if everything is shown. */
  readonly besides?: { readonly unused: readonly Unused[]; readonly skipped: number }
}

export interface ChatIo extends Omit<ExchangeIo, 'deadlines'> {
  /** Longest wait for the headers of an answer, in ms; thinking models answer late. */
  readonly headersMs?: number
}

/**
 * Size limit of one answer, in bytes. It is far beyond any model's output and bounds memory against a broken gateway.
 */
const answerBytesMax = 64 * 1024 * 1024

/** A stream sends headers at once; a whole answer sends them when it is complete. */
const streamHeadersMs = 5 * 60_000
const wholeHeadersMs = 10 * 60_000

/**
 * `POST /v1/chat/completions` (gateway-api.md, Endpoints and Streamed chunk). Sends one chat request, once, and yields
 * its answer.
 * Never throws and never retries: the last item is the end, with any error. Aborting `io.signal` closes the connection.
 */
export async function* streamChat(
  access: GatewayAccess,
  request: ChatRequest,
  io: ChatIo,
): AsyncGenerator<ChatDelta, void, undefined> {
  const headersMs = io.headersMs ?? (request.stream ? streamHeadersMs : wholeHeadersMs)
  const decoder = new ChatDecoder([access.apiKey], (request.tools ?? []).length > 0)
  const { error, redact } = yield* exchangeStream(access, io, {
    deadlines: { headersMs, silenceMs: request.stallMs, totalMs: null },
    bytesMax: answerBytesMax,
    send: (client, signal) => send(client, request, signal),
    decoder,
  })
  const { answer } = decoder
  const { finishReason, skipped, usage } = answer
  const hasCalls = error === null && !answer.calls.isEmpty
  const calls = hasCalls
    ? { calls: answer.calls.calls().map((call) => redactedCall(call, redact)), replay: answer.thoughts }
    : {}
  // calls of an answer that broke off are not carried out, and kept like everything else that is not used
  const lost = hasCalls || answer.calls.isEmpty ? [] : [callsLeftOver(answer.calls.calls())]
  const redacted = [...answer.unused, ...lost].map(({ what, text }): Unused => ({ what, text: redact(text) }))
  const besides = redacted.length > 0 ? { besides: { unused: redacted, skipped } } : {}
  yield { type: 'end', end: { error, finishReason, usage, ...calls, ...besides } }
}

async function send(client: OpenAI, request: ChatRequest, signal: AbortSignal): Promise<Response> {
  const body = {
    model: request.model,
    messages: [...request.messages],
    ...(request.temperature === null ? {} : { temperature: request.temperature }),
    ...(request.topP === null ? {} : { top_p: request.topP }),
    ...(request.maxTokens === null ? {} : { max_tokens: request.maxTokens }),
    ...toolFields(request),
  }
  return request.stream
    ? await client.chat.completions.create({ ...body, stream: true }, { signal }).asResponse()
    : await client.chat.completions.create(body, { signal }).asResponse()
}

function toolFields({ tools = [], toolChoice = 'auto' }: ChatRequest) {
  if (tools.length === 0) return {}
  return {
    tools: tools.map(({ name, description, parameters }) => ({
      type: 'function' as const,
      function: { name, description, parameters: { ...parameters } },
    })),
    // `auto` is what every gateway does by itself, and some refuse the field
    ...(toolChoice === 'none' ? { tool_choice: 'none' as const } : {}),
  }
}

function callsLeftOver(calls: readonly RequestedCall[]): Unused {
  return { what: 'text', text: `tool_calls: ${JSON.stringify(calls)}` }
}

/** The gateway's key can come back in pieces of a call, which no filter of single events finds. */
function redactedCall(call: RequestedCall, redact: (text: string) => string): RequestedCall {
  return { ...call, name: redact(call.name), arguments: redact(call.arguments) }
}

/** Detects from its beginning whether an answer is an event stream or a whole body, and reads either. */
class ChatDecoder implements StreamDecoder {
  readonly answer: ChatAnswer
  private readonly utf8 = new TextDecoder()
  private begun = ''
  private lines: EventLines | null = null

  constructor(secrets: readonly string[], takesCalls: boolean) {
    this.answer = new ChatAnswer(secrets, takesCalls)
  }

  get isStream(): boolean {
    return this.lines !== null
  }

  get isDone(): boolean {
    return this.answer.sawDone || this.answer.error !== null
  }

  get error(): AppError | null {
    return this.answer.error ?? incompleteness(this.answer)
  }

  *push(bytes: Uint8Array): Generator<string> {
    const text = this.utf8.decode(bytes, { stream: true })
    if (this.lines !== null) {
      yield* this.taken(this.lines.push(text))
      return
    }
    this.begun = this.begun.length < 200 ? this.begun + text : this.begun
    if (!beginsAsEvents(this.begun)) return
    this.lines = new EventLines()
    yield* this.taken(this.lines.push(this.begun))
  }

  *flush(): Generator<string> {
    if (this.lines !== null) yield* this.taken([...this.lines.push(this.utf8.decode()), ...this.lines.end()])
  }

  whole(body: Uint8Array, status: number, failure: AppError | null): string {
    const { answer } = this
    const text = new TextDecoder().decode(body)
    const said = text.trim() === '' ? false : answer.body(text)
    if (failure !== null) {
      // the received part of a cut answer is still shown
      if (said === false || said.text === '') throw new AppFailure(failure)
      answer.error ??= appError('cut_short', `the answer broke off: ${failure.code}`)
      return said.text
    }
    if (text.trim() === '') throw new AppFailure(appError('empty_answer', 'the answer was empty', { status }))
    if (said === false) throw new AppFailure({ ...notAGateway(text, 'JSON without an answer'), status })
    if (answer.error === null && answer.finishReason === null) {
      if (!answer.sawDone) answer.error = appError('cut_short', 'the answer ends in the middle', { status })
      else if (said.text === '' && answer.isEmpty)
        answer.error = appError('empty_answer', 'an answer without text', { status })
    }
    return said.text
  }

  finish(): string {
    return this.answer.error === null ? this.answer.end() : ''
  }

  private *taken(events: readonly StreamEvent[]): Generator<string> {
    for (const event of events) {
      yield this.answer.event(event)
      if (this.isDone) return
    }
  }
}

/** Why an answer that ended by itself is incomplete; null when it is complete. */
function incompleteness(answer: ChatAnswer): AppError | null {
  if (answer.finishReason !== null) return null
  if (answer.sawDone && !answer.isEmpty) return null
  if (answer.chunks === 0) {
    if (answer.sawDone && answer.skipped === 0) return null
    return appError('empty_answer', answer.skipped > 0 ? 'no event could be read' : 'the stream ended without an event')
  }
  return answer.sawDone ? null : appError('cut_short', 'the stream ended without [DONE] or finish_reason')
}
