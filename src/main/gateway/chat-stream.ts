import type OpenAI from 'openai'
import { type ChatDelta, type ChatIo, type ChatTurn, streamAnswer } from './answer-stream.ts'
import { ChatAnswer } from './chat-answer.ts'
import type { GatewayAccess } from './client.ts'
import { postJson } from './json-body.ts'
import { withoutOutputItems } from './responses-input.ts'
import { type Sampling, samplingFields } from './sampling.ts'
import { sentSchema } from './sent-schema.ts'
import type { ToolDefinition } from './tool-calls.ts'

export interface ChatRequest extends Sampling {
  readonly model: string
  readonly messages: readonly ChatTurn[]
  readonly stream: boolean
  /** True if a stream is asked for its usage. */
  readonly includeUsage?: boolean
  /** Tools that the model may call; absent or empty for none. */
  readonly tools?: readonly ToolDefinition[]
  /** `auto` lets the model call them; `none` if the conversation only contains earlier calls. */
  readonly toolChoice?: 'auto' | 'none'
  /** Silence after which a started answer counts as stalled, in ms. */
  readonly stallMs: number
}

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
  yield* streamAnswer(access, io, {
    stream: request.stream,
    stallMs: request.stallMs,
    send: (client, signal) => send(client, request, signal),
    answer: new ChatAnswer([access.apiKey], (request.tools ?? []).length > 0),
  })
}

async function send(client: OpenAI, request: ChatRequest, signal: AbortSignal): Promise<Response> {
  const fields = {
    model: request.model,
    ...samplingFields(request),
    ...(request.maxTokens === null ? {} : { max_tokens: request.maxTokens }),
    ...(request.effort == null ? {} : { reasoning_effort: request.effort }),
    ...toolFields(request),
    ...(request.stream ? { stream: true, ...usageField(request) } : {}),
  }
  const messages = { name: 'messages', items: request.messages, sent: withoutOutputItems }
  return await postJson(client, '/chat/completions', fields, messages, { signal, stream: request.stream })
}

function usageField({ includeUsage }: ChatRequest) {
  return includeUsage === true ? { stream_options: { include_usage: true } } : {}
}

function toolFields({ tools = [], toolChoice = 'auto' }: ChatRequest) {
  if (tools.length === 0) return {}
  return {
    tools: tools.map(({ name, description, parameters }) => ({
      type: 'function' as const,
      function: { name, description, parameters: { ...sentSchema(parameters) } },
    })),
    // `auto` is the default of every gateway, and some refuse the field
    ...(toolChoice === 'none' ? { tool_choice: 'none' as const } : {}),
  }
}
