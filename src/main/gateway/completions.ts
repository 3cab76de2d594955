import type OpenAI from 'openai'
import type { AppError } from '../../shared/errors.ts'
import { type ChatDelta, type ChatIo, streamAnswer } from './answer-stream.ts'
import { ChatAnswer } from './chat-answer.ts'
import type { GatewayAccess } from './client.ts'
import { type Sampling, samplingFields } from './sampling.ts'

/** A request to continue a text. */
export interface CompletionRequest extends Sampling {
  readonly model: string
  /** The text that the model continues. */
  readonly prompt: string
  /** The text after the insertion point; null if there is none, or the model supports no suffix. */
  readonly suffix: string | null
  /** Stop sequences; the common gateways accept four. */
  readonly stop: readonly string[]
  readonly stream: boolean
  /** True if a stream is asked for its usage. */
  readonly includeUsage?: boolean
  /** Silence after which a started answer counts as stalled, in ms. */
  readonly stallMs: number
}

/**
 * `POST /v1/completions` (gateway-api.md, Endpoints). Sends one request, once, and yields the continuation as
 * `streamChat` yields an answer.
 */
export async function* streamCompletion(
  access: GatewayAccess,
  request: CompletionRequest,
  io: ChatIo,
): AsyncGenerator<ChatDelta, void, undefined> {
  yield* streamAnswer(access, io, {
    stream: request.stream,
    stallMs: request.stallMs,
    send: (client, signal) => send(client, request, signal),
    answer: new ChatAnswer([access.apiKey]),
    hasTags: false,
  })
}

async function send(client: OpenAI, request: CompletionRequest, signal: AbortSignal): Promise<Response> {
  const body = {
    model: request.model,
    prompt: request.prompt,
    // this endpoint's default is 16 tokens, less than a sentence
    max_tokens: request.maxTokens ?? usualTokens,
    ...(request.suffix === null ? {} : { suffix: request.suffix }),
    ...(request.stop.length === 0 ? {} : { stop: [...request.stop] }),
    ...samplingFields(request),
  }
  const usage = request.includeUsage === true ? { stream_options: { include_usage: true } } : {}
  return request.stream
    ? await client.completions.create({ ...body, stream: true, ...usage }, { signal }).asResponse()
    : await client.completions.create(body, { signal }).asResponse()
}

const usualTokens = 512

/** Returns true if a refusal, which cost nothing, is about the suffix: most models support none. */
export function refusesSuffix({ status, gatewayCode, gatewayMessage, detail }: AppError): boolean {
  const isRefusal = status === 400 || status === 422
  return isRefusal && /suffix|\bfim\b|fill.in.the.middle/i.test(`${gatewayCode ?? ''} ${gatewayMessage ?? detail}`)
}
