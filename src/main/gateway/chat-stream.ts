import type OpenAI from 'openai'
import { Stream } from 'openai/core/streaming'
import type { ChatCompletionMessageParam } from 'openai/resources/chat/completions'
import { z } from 'zod'
import type { Usage } from '../../shared/chat.ts'
import { type AppError, AppFailure, appError } from '../../shared/errors.ts'
import type { Clock, Fetch } from '../platform.ts'
import { createClient, type GatewayAccess, readJson } from './client.ts'
import { requestIdOf, streamError, toAppError } from './errors.ts'

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
}

/** The most bytes of one answer; far beyond any model's output, it bounds memory against a broken gateway. */
const answerBytesMax = 64 * 1024 * 1024

// what is missing or null is let pass: "other chunk fields: not shown"
const usageBody = z
  .object({ prompt_tokens: z.number().catch(0), completion_tokens: z.number().catch(0) })
  .nullish()
  .catch(null)
const chunkBody = z.object({
  choices: z
    .array(
      z.object({
        delta: z
          .object({ content: z.string().nullish().catch(null) })
          .nullish()
          .catch(null),
        finish_reason: z.string().nullish().catch(null),
      }),
    )
    .nullish()
    .catch(null),
  usage: usageBody,
})
const completionBody = z.object({
  choices: z
    .array(
      z.object({
        message: z.object({ content: z.string().nullish() }),
        finish_reason: z.string().nullish().catch(null),
      }),
    )
    .min(1),
  usage: usageBody,
})

/**
 * Sends one chat request and yields what comes, once. Never throws and never retries: the last item is the end, which
 * says what went wrong. The request belongs to `signal`: aborting it closes the connection.
 */
export async function* streamChat(
  access: GatewayAccess,
  request: ChatRequest,
  io: { readonly fetch: Fetch; readonly clock: Clock; readonly signal: AbortSignal },
): AsyncGenerator<ChatDelta, void, undefined> {
  const controller = new AbortController()
  const abort = (): void => controller.abort()
  io.signal.addEventListener('abort', abort, { once: true })
  if (io.signal.aborted) abort()
  const watch = new StreamWatch(io.clock, request.stallMs, abort)
  let finishReason: string | null = null
  let usage: Usage | null = null
  let requestId: string | null = null
  const end = (error: AppError | null): ChatDelta => ({
    type: 'end',
    end: { error: error && error.requestId === null ? { ...error, requestId } : error, finishReason, usage },
  })
  try {
    const client = createClient(access, io.fetch)
    const response = await send(client, request, controller)
    requestId = requestIdOf(response.headers)
    const type = response.headers.get('content-type') ?? ''
    if (!request.stream || /application\/json|text\/html/i.test(type)) {
      // some gateways ignore `stream`; an HTML page ends up here to be refused by its reader
      const whole = readCompletion(await readJson(watch.observe(response), answerBytesMax), access)
      finishReason = whole.finishReason
      usage = whole.usage
      if (whole.text !== '') yield { type: 'text', text: whole.text }
      yield end(whole.text === '' && finishReason === null ? appError('empty_answer') : null)
      return
    }
    let chunks = 0
    for await (const raw of Stream.fromSSEResponse<unknown>(watch.observe(response), controller, client)) {
      chunks += 1
      const chunk = chunkBody.safeParse(raw).data
      if (!chunk) continue
      if (chunk.usage)
        usage = { promptTokens: chunk.usage.prompt_tokens, completionTokens: chunk.usage.completion_tokens }
      const choice = chunk.choices?.[0]
      if (choice?.finish_reason) finishReason = choice.finish_reason
      const text = choice?.delta?.content
      if (text) yield { type: 'text', text }
    }
    if (io.signal.aborted) yield end(appError('cancelled'))
    else if (watch.stalled) yield end(appError('stalled', `no data for ${request.stallMs} ms`))
    else if (finishReason !== null || watch.sawDone) yield end(null)
    else
      yield end(
        chunks === 0
          ? appError('empty_answer', 'the stream ended without an event')
          : appError('cut_short', 'the stream ended without [DONE] or finish_reason'),
      )
  } catch (cause) {
    if (io.signal.aborted) yield end(appError('cancelled'))
    else if (watch.stalled) yield end(appError('stalled', `no data for ${request.stallMs} ms`))
    else yield end(toAppError(cause, [access.apiKey]))
  } finally {
    watch.close()
    io.signal.removeEventListener('abort', abort)
    controller.abort()
  }
}

async function send(client: OpenAI, request: ChatRequest, controller: AbortController): Promise<Response> {
  const body = {
    model: request.model,
    messages: [...request.messages],
    ...(request.temperature === null ? {} : { temperature: request.temperature }),
    ...(request.topP === null ? {} : { top_p: request.topP }),
    ...(request.maxTokens === null ? {} : { max_tokens: request.maxTokens }),
  }
  const options = { signal: controller.signal }
  return request.stream
    ? await client.chat.completions.create({ ...body, stream: true }, options).asResponse()
    : await client.chat.completions.create(body, options).asResponse()
}

function readCompletion(
  body: unknown,
  access: GatewayAccess,
): { text: string; finishReason: string | null; usage: Usage | null } {
  const parsed = completionBody.safeParse(body)
  if (!parsed.success) {
    if (typeof body === 'object' && body !== null && 'error' in body && body.error)
      throw new AppFailure(streamError(body, [access.apiKey]))
    throw new AppFailure(appError('not_a_gateway', 'JSON without an answer'))
  }
  const [choice] = parsed.data.choices
  const usage = parsed.data.usage
  return {
    text: choice?.message.content ?? '',
    finishReason: choice?.finish_reason ?? null,
    usage: usage ? { promptTokens: usage.prompt_tokens, completionTokens: usage.completion_tokens } : null,
  }
}

/** Watches the raw bytes of an answer: silence (keep-alives count as life), its size, and whether `[DONE]` came. */
class StreamWatch {
  stalled = false
  sawDone = false
  private readonly clock: Clock
  private readonly stallMs: number
  private readonly onStall: () => void
  private cancelTimer: () => void = () => {}
  private tail = '\n'

  constructor(clock: Clock, stallMs: number, onStall: () => void) {
    this.clock = clock
    this.stallMs = stallMs
    this.onStall = onStall
  }

  observe(response: Response): Response {
    if (!response.body) return response
    let bytes = 0
    this.alive()
    const decoder = new TextDecoder('latin1')
    const observed = response.body.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform: (chunk, out) => {
          this.alive()
          bytes += chunk.byteLength
          if (bytes > answerBytesMax)
            throw new AppFailure(appError('answer_too_large', `more than ${answerBytesMax} bytes`))
          // looked for across packet borders, at the start of a line only: an answer may well talk about [DONE],
          // but inside JSON a line break is always escaped
          const end = decoder.decode(chunk.subarray(-256))
          this.tail = chunk.byteLength > 256 ? end : (this.tail + end).slice(-256)
          if (/[\r\n]data: ?\[DONE\]/.test(this.tail)) this.sawDone = true
          out.enqueue(chunk)
        },
      }),
    )
    return new Response(observed, { status: response.status, headers: response.headers })
  }

  close(): void {
    this.cancelTimer()
  }

  private alive(): void {
    this.cancelTimer()
    this.cancelTimer = this.clock.after(this.stallMs, () => {
      this.stalled = true
      this.onStall()
    })
  }
}
