import type OpenAI from 'openai'
import type { ChatCompletionMessageParam } from 'openai/resources/chat/completions'
import type { Usage } from '../../shared/chat.ts'
import { type AppError, AppFailure, appError } from '../../shared/errors.ts'
import type { Clock, Fetch } from '../platform.ts'
import { ChatAnswer, type Unused } from './chat-answer.ts'
import { createClient, type GatewayAccess } from './client.ts'
import { requestIdOf, toAppError } from './errors.ts'
import { beginsAsEvents, EventLines } from './event-lines.ts'
import type { RawAnswer } from './exchange.ts'
import { KeyFilter } from './key-filter.ts'
import { RequestWatch } from './request-watch.ts'

/** One message as the gateway takes it. */
export type ChatTurn = ChatCompletionMessageParam

export interface ChatRequest {
  readonly model: string
  readonly messages: readonly ChatTurn[]
  readonly temperature: number | null
  readonly topP: number | null
  readonly maxTokens: number | null
  readonly stream: boolean
  /** Silence after which an answer that has begun counts as stalled, in ms. */
  readonly stallMs: number
}

/** What comes of a request: any number of texts, then exactly one end. */
export type ChatDelta =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'end'; readonly end: ChatEnd }

export interface ChatEnd {
  /** Null when the answer is complete; `cancelled` when the signal was aborted. */
  readonly error: AppError | null
  readonly finishReason: string | null
  readonly usage: Usage | null
  /** What came and is not part of the text, and how many events could not be read; absent where all of it is shown. */
  readonly besides?: { readonly unused: readonly Unused[]; readonly skipped: number }
}

export interface ChatIo {
  readonly fetch: Fetch
  readonly clock: Clock
  readonly signal: AbortSignal
  /** The longest wait for the beginning of an answer, in ms; models that think for long answer late. */
  readonly headersMs?: number
  /** Keeps the body of an answer that is no stream before anyone reads it. Must not reject. */
  readonly keep?: (answer: RawAnswer) => Promise<void>
}

/** The most bytes of one answer; far beyond any model's output, it bounds memory against a broken gateway. */
const answerBytesMax = 64 * 1024 * 1024

/** A stream begins at once; an answer that comes as a whole begins when it is done. */
const streamHeadersMs = 5 * 60_000
const wholeHeadersMs = 10 * 60_000

/**
 * Sends one chat request and yields what comes, once. Never throws and never retries: the last item is the end, which
 * says what went wrong. The request belongs to `signal`: aborting it closes the connection.
 */
export async function* streamChat(
  access: GatewayAccess,
  request: ChatRequest,
  io: ChatIo,
): AsyncGenerator<ChatDelta, void, undefined> {
  const headersMs = io.headersMs ?? (request.stream ? streamHeadersMs : wholeHeadersMs)
  const watch = new RequestWatch(io.clock, { headersMs, silenceMs: request.stallMs, totalMs: null }, io.signal)
  const answer = new ChatAnswer([access.apiKey])
  // the parts of a text can hold a key that no event holds
  const filter = new KeyFilter(access.apiKey)
  const shown = filter.parts()
  const unused = (): readonly Unused[] => answer.unused.map(({ what, text }) => ({ what, text: filter.text(text) }))
  const closing = new AbortController()
  let requestId: string | null = null
  const end = (error: AppError | null): ChatDelta => ({
    type: 'end',
    end: {
      error: error && { ...error, requestId: error.requestId ?? requestId },
      finishReason: answer.finishReason,
      usage: answer.usage,
      ...(answer.unused.length > 0 ? { besides: { unused: unused(), skipped: answer.skipped } } : {}),
    },
  })
  try {
    const signal = AbortSignal.any([watch.signal, closing.signal])
    const response = await watch.race(send(createClient(access, watch.over(io.fetch)), request, signal))
    requestId = requestIdOf(response.headers)
    for await (const said of read(response, answer, watch, access, io)) {
      const text = shown.push(said)
      if (text !== '') yield { type: 'text', text }
    }
    const last = shown.push(answer.error === null ? answer.end() : '') + shown.end()
    if (last !== '') yield { type: 'text', text: last }
    yield end(watch.error ?? answer.error ?? incompleteness(answer))
  } catch (cause) {
    const last = shown.end()
    if (last !== '') yield { type: 'text', text: last }
    yield end(watch.error ?? toAppError(cause, [access.apiKey]))
  } finally {
    watch.end()
    closing.abort()
  }
}

/** Why an answer that ended by itself is not complete; null where it is. */
function incompleteness(answer: ChatAnswer): AppError | null {
  if (answer.finishReason !== null) return null
  if (answer.sawDone && !answer.isEmpty) return null
  if (answer.chunks === 0) {
    if (answer.sawDone && answer.skipped === 0) return null
    return appError('empty_answer', answer.skipped > 0 ? 'no event could be read' : 'the stream ended without an event')
  }
  return answer.sawDone ? null : appError('cut_short', 'the stream ended without [DONE] or finish_reason')
}

async function send(client: OpenAI, request: ChatRequest, signal: AbortSignal): Promise<Response> {
  const body = {
    model: request.model,
    messages: [...request.messages],
    ...(request.temperature === null ? {} : { temperature: request.temperature }),
    ...(request.topP === null ? {} : { top_p: request.topP }),
    ...(request.maxTokens === null ? {} : { max_tokens: request.maxTokens }),
  }
  return request.stream
    ? await client.chat.completions.create({ ...body, stream: true }, { signal }).asResponse()
    : await client.chat.completions.create(body, { signal }).asResponse()
}

/** Tells a stream of events from an answer that comes as a whole by how it begins, whatever it says of itself. */
async function* read(
  response: Response,
  answer: ChatAnswer,
  watch: RequestWatch,
  access: GatewayAccess,
  io: ChatIo,
): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  const chunks: Uint8Array[] = []
  let lines: EventLines | null = null
  let begun = ''
  const reader = response.body?.getReader()
  watch.alive()
  let bytes = 0
  let failure: { readonly cause: unknown } | null = null
  try {
    for (;;) {
      const next = await watch.race(reader ? reader.read() : Promise.resolve({ done: true as const, value: undefined }))
      if (next.done) break
      watch.alive()
      bytes += next.value.byteLength
      if (bytes > answerBytesMax)
        throw new AppFailure(appError('answer_too_large', `more than ${answerBytesMax} bytes`))
      const text = decoder.decode(next.value, { stream: true })
      if (lines === null) {
        chunks.push(next.value)
        begun = begun.length < 200 ? begun + text : begun
        if (!beginsAsEvents(begun)) continue
        lines = new EventLines()
        yield* taken(lines.push(begun), answer)
        chunks.length = 0
      } else yield* taken(lines.push(text), answer)
      if (answer.sawDone || answer.error !== null) return
    }
    if (lines !== null) {
      yield* taken([...lines.push(decoder.decode()), ...lines.end()], answer)
      return
    }
  } catch (cause) {
    if (lines !== null) {
      // the event that broke off may be all there
      yield* taken(lines.end(), answer)
      throw cause
    }
    failure = { cause }
  } finally {
    reader?.cancel().catch(() => undefined)
  }
  yield wholeText(await kept(chunks, response, failure === null, io), answer, response, access, failure)
}

function* taken(events: ReturnType<EventLines['end']>, answer: ChatAnswer): Generator<string> {
  for (const event of events) {
    yield answer.event(event)
    if (answer.sawDone || answer.error !== null) return
  }
}

async function kept(chunks: readonly Uint8Array[], response: Response, whole: boolean, io: ChatIo): Promise<string> {
  const body = Buffer.concat(chunks)
  const contentType = response.headers.get('content-type') ?? ''
  if (body.byteLength > 0) await io.keep?.({ status: response.status, contentType, body, whole })
  return new TextDecoder().decode(body)
}

function wholeText(
  text: string,
  answer: ChatAnswer,
  response: Response,
  access: GatewayAccess,
  failure: { readonly cause: unknown } | null,
): string {
  const { status } = response
  const said = text.trim() === '' ? false : answer.body(text)
  // what came of an answer that broke off is shown all the same
  if (failure !== null && (said === false || said.text === '')) throw failure.cause
  if (failure !== null) {
    answer.error ??= appError('cut_short', `the answer broke off: ${toAppError(failure.cause, [access.apiKey]).code}`)
    return said === false ? '' : said.text
  }
  if (text.trim() === '') throw new AppFailure(appError('empty_answer', 'the answer was empty', { status }))
  if (said !== false) {
    if (answer.error === null && answer.finishReason === null) {
      if (!answer.sawDone) answer.error = appError('cut_short', 'the answer ends in the middle', { status })
      else if (said.text === '' && answer.isEmpty)
        answer.error = appError('empty_answer', 'an answer without text', { status })
    }
    return said.text
  }
  const isPage = /^\s*<(!doctype|html)/i.test(text)
  throw new AppFailure(appError('not_a_gateway', isPage ? 'an HTML page' : 'JSON without an answer', { status }))
}
