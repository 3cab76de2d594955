import type OpenAI from 'openai'
import { type ChatDelta, type ChatIo, streamAnswer } from './answer-stream.ts'
import type { ChatRequest } from './chat-stream.ts'
import type { GatewayAccess } from './client.ts'
import { postJson } from './json-body.ts'
import type { Fields } from './liberal-fields.ts'
import { ResponsesAnswer } from './responses-answer.ts'
import { responsesInput } from './responses-input.ts'
import { samplingFields } from './sampling.ts'
import { sentSchema } from './sent-schema.ts'

export interface ResponsesRequest extends ChatRequest {
  /** True if the gateway is asked for its reasoning in encrypted form, to be sent back with the results of calls. */
  readonly encryptedReasoning?: boolean
  /**
   * True if a summary of the thinking is requested along with an effort; without it, the endpoint shows no thoughts.
   */
  readonly thoughtSummary?: boolean
}

/**
 * `POST /v1/responses`. Sends one chat request, once, and yields its answer as `streamChat` does. Nothing is stored at
 * the gateway: `store` is false, and the whole conversation is sent.
 */
export async function* streamResponses(
  access: GatewayAccess,
  request: ResponsesRequest,
  io: ChatIo,
): AsyncGenerator<ChatDelta, void, undefined> {
  yield* streamAnswer(access, io, {
    stream: request.stream,
    stallMs: request.stallMs,
    send: (client, signal) => send(client, request, signal),
    answer: new ResponsesAnswer([access.apiKey], (request.tools ?? []).length > 0),
  })
}

async function send(client: OpenAI, request: ResponsesRequest, signal: AbortSignal): Promise<Response> {
  const { instructions, input } = responsesInput(request.messages)
  const fields = {
    model: request.model,
    ...(instructions === null ? {} : { instructions }),
    store: false,
    ...samplingFields(request),
    ...(request.maxTokens === null ? {} : { max_output_tokens: request.maxTokens }),
    ...reasoningField(request),
    ...toolFields(request),
    ...(request.stream ? { stream: true } : {}),
  }
  const items = { name: 'input', items: input, sent: (item: Fields) => item }
  return await postJson(client, '/responses', fields, items, { signal, stream: request.stream })
}

function reasoningField({ effort, thoughtSummary = false }: ResponsesRequest) {
  if (effort == null) return {}
  return { reasoning: { effort, ...(thoughtSummary && effort !== 'none' ? { summary: 'auto' } : {}) } }
}

function toolFields({ tools = [], toolChoice = 'auto', encryptedReasoning = true }: ResponsesRequest) {
  if (tools.length === 0) return {}
  return {
    tools: tools.map(({ name, description, parameters }) => ({
      type: 'function',
      name,
      description,
      parameters: sentSchema(parameters),
      // this endpoint is strict by default, and refuses schemas with optional members
      strict: false,
    })),
    ...(toolChoice === 'none' ? { tool_choice: 'none' } : {}),
    ...(encryptedReasoning ? { include: ['reasoning.encrypted_content'] } : {}),
  }
}
