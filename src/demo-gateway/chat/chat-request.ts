import { z } from 'zod'
import { splitPromptFaults } from '../faults/prompt-faults.ts'
import type { Exchange } from '../http/exchange.ts'
import { jsonBody, requireModel } from '../http/exchange.ts'
import { invalidRequest } from '../http/gateway-error.ts'
import { parseRequest } from '../http/parse-request.ts'
import type { DemoModel } from '../models.ts'

const part = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.literal('image_url'), image_url: z.object({ url: z.string().min(1) }) }),
])

const message = z.object({
  role: z.enum(['system', 'user', 'assistant']),
  content: z.union([z.string(), z.array(part).min(1)]),
})

/** The sampling parameters that chat and text completions share. */
export const samplingShape = {
  model: z.string().min(1),
  temperature: z.number().min(0).max(2).nullish(),
  top_p: z.number().min(0).max(1).nullish(),
  max_tokens: z.int().min(1).nullish(),
  stream: z.boolean().nullish(),
  stream_options: z.object({ include_usage: z.boolean().nullish() }).nullish(),
}

const schema = z.object({ ...samplingShape, messages: z.array(message).min(1) })

/** A message as the answer generator sees it. */
export interface ChatMessage {
  readonly role: 'system' | 'user' | 'assistant'
  readonly text: string
  /** Addresses of the image parts: `data:` or `http(s):`. */
  readonly images: readonly string[]
}

export interface ChatRequest {
  readonly model: DemoModel
  readonly messages: readonly ChatMessage[]
  readonly maxTokens: number | undefined
  readonly stream: boolean
  readonly includeUsage: boolean
}

/** Parses a chat request. Throws a 400 for wrong parameters and a 404 for a model that the key may not use. */
export function readChatRequest(exchange: Exchange): ChatRequest {
  const body = parseRequest(schema, jsonBody(exchange))
  const model = requireModel(exchange, body.model, 'chat')
  const messages = body.messages.map(({ role, content }): ChatMessage => {
    const parts = typeof content === 'string' ? [{ type: 'text' as const, text: content }] : content
    return {
      role,
      text: withoutFaults(role, parts.flatMap((item) => (item.type === 'text' ? [item.text] : [])).join('\n')),
      images: parts.flatMap((item) => (item.type === 'image_url' ? [item.image_url.url] : [])),
    }
  })
  if (!model.vision && messages.some(({ images }) => images.length > 0)) {
    throw invalidRequest(`The model "${model.id}" does not accept image parts.`, 'messages')
  }
  return {
    model,
    messages,
    maxTokens: body.max_tokens ?? undefined,
    stream: body.stream ?? false,
    includeUsage: body.stream_options?.include_usage ?? false,
  }
}

// Fault lines of earlier messages have already taken effect and are no part of the question.
function withoutFaults(role: string, text: string): string {
  return role === 'user' ? splitPromptFaults(text).rest : text
}
