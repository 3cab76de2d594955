import { z } from 'zod'
import { splitPromptFaults } from '../faults/prompt-faults.ts'
import type { Exchange } from '../http/exchange.ts'
import { jsonBody, requireModel } from '../http/exchange.ts'
import { invalidRequest } from '../http/gateway-error.ts'
import { parseRequest } from '../http/parse-request.ts'
import type { DemoModel } from '../models.ts'
import { calledTools, checkToolMessages, offeredTools, toolChoice } from './tool-messages.ts'

const part = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.literal('image_url'), image_url: z.object({ url: z.string().min(1) }) }),
])

const content = z.union([z.string(), z.array(part).min(1)])

const message = z.discriminatedUnion('role', [
  z.object({ role: z.enum(['system', 'user']), content }),
  z.object({ role: z.literal('assistant'), content: content.nullish(), tool_calls: calledTools.nullish() }),
  z.object({ role: z.literal('tool'), content, tool_call_id: z.string() }),
])

/** The sampling parameters that chat and text completions share. */
export const samplingShape = {
  model: z.string().min(1),
  temperature: z.number().min(0).max(2).nullish(),
  top_p: z.number().min(0).max(1).nullish(),
  max_tokens: z.int().min(1).nullish(),
  stream: z.boolean().nullish(),
  stream_options: z.object({ include_usage: z.boolean().nullish() }).nullish(),
}

const schema = z.object({
  ...samplingShape,
  messages: z.array(message).min(1),
  tools: offeredTools.nullish(),
  tool_choice: toolChoice.nullish(),
  reasoning_effort: z.enum(['none', 'minimal', 'low', 'medium', 'high']).nullish(),
})

/** A message as the answer generator sees it. */
export interface ChatMessage {
  readonly role: 'system' | 'user' | 'assistant' | 'tool'
  readonly text: string
  /** Addresses of the image parts: `data:` or `http(s):`. */
  readonly images: readonly string[]
  /** Ids of the tool calls in an assistant message; absent means none. */
  readonly calls?: readonly string[]
}

export interface ChatRequest {
  readonly model: DemoModel
  readonly messages: readonly ChatMessage[]
  /** Names of the tools that the answer may call. */
  readonly offered: readonly string[]
  readonly maxTokens: number | undefined
  readonly stream: boolean
  readonly includeUsage: boolean
}

/** Parses a chat request. Throws a 400 for wrong parameters and a 404 for a model that the key may not use. */
export function readChatRequest(exchange: Exchange): ChatRequest {
  const body = parseRequest(schema, jsonBody(exchange))
  const model = requireModel(exchange, body.model, 'chat')
  refuseTools(exchange, body)
  if (body.reasoning_effort && exchange.faults.has('effort-refuse'))
    throw invalidRequest('Unrecognized request argument supplied: reasoning_effort', 'reasoning_effort')
  checkToolMessages(
    body.messages.map((one) => ({
      role: one.role,
      toolCalls: one.role === 'assistant' ? (one.tool_calls ?? undefined) : undefined,
      toolCallId: one.role === 'tool' ? one.tool_call_id : undefined,
    })),
  )
  const messages = body.messages.map((one): ChatMessage => {
    const { role, content } = one
    const parts = typeof content === 'string' ? [{ type: 'text' as const, text: content }] : (content ?? [])
    return {
      role,
      text: withoutFaults(role, parts.flatMap((item) => (item.type === 'text' ? [item.text] : [])).join('\n')),
      images: parts.flatMap((item) => (item.type === 'image_url' ? [item.image_url.url] : [])),
      calls: one.role === 'assistant' ? (one.tool_calls ?? []).map(({ id }) => id) : [],
    }
  })
  if (!model.vision && messages.some(({ images }) => images.length > 0)) {
    throw invalidRequest(`The model "${model.id}" does not accept image parts.`, 'messages')
  }
  return {
    model,
    messages,
    offered: offeredNames(body),
    maxTokens: body.max_tokens ?? undefined,
    stream: body.stream ?? false,
    includeUsage: body.stream_options?.include_usage ?? false,
  }
}

function refuseTools({ faults }: Exchange, { messages, tools }: z.output<typeof schema>): void {
  if (messages.some((one) => one.role === 'assistant' && !one.tool_calls?.length && (one.content ?? null) === null)) {
    throw invalidRequest('An assistant message needs "content" or "tool_calls".', 'messages')
  }
  if (tools?.length === 0) throw invalidRequest('"tools" must not be empty.', 'tools')
  if (faults.has('tool-refuse') && tools) {
    throw invalidRequest('This model does not support tools.', 'tools')
  }
}

function offeredNames({ tool_choice: choice, tools }: z.output<typeof schema>): readonly string[] {
  const names = tools?.map(({ function: { name } }) => name) ?? []
  if (new Set(names).size < names.length) throw invalidRequest('The names of tools must differ.', 'tools')
  if (choice === 'none') return []
  return typeof choice === 'object' && choice !== null ? names.filter((name) => name === choice.function.name) : names
}

// Fault lines of earlier messages have already taken effect and do not belong to the question.
function withoutFaults(role: string, text: string): string {
  return role === 'user' ? splitPromptFaults(text).rest : text
}
