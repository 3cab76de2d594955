import { z } from 'zod'
import { splitPromptFaults } from '../faults/prompt-faults.ts'
import { type Exchange, jsonBody, requireModel } from '../http/exchange.ts'
import { GatewayError, invalidRequest } from '../http/gateway-error.ts'
import { parseRequest } from '../http/parse-request.ts'
import type { ChatMessage, ChatRequest } from './chat-request.ts'
import { checkToolMessages, type PairedMessage } from './tool-messages.ts'

const part = z.discriminatedUnion('type', [
  z.object({ type: z.enum(['input_text', 'output_text']), text: z.string() }),
  z.object({ type: z.literal('refusal'), refusal: z.string() }),
  z.object({ type: z.literal('input_image'), image_url: z.string().min(1) }),
])
const content = z.union([z.string(), z.array(part)])

const message = z.object({
  type: z.literal('message').optional(),
  role: z.enum(['system', 'developer', 'user', 'assistant']),
  content,
})
const toolName = z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/, 'must match ^[a-zA-Z0-9_-]{1,64}$')
const callItem = z.object({
  type: z.literal('function_call'),
  call_id: z.string().min(1),
  name: toolName,
  arguments: z.string(),
})
const resultItem = z.object({ type: z.literal('function_call_output'), call_id: z.string(), output: content })
const reasoningItem = z.object({
  type: z.literal('reasoning'),
  id: z.string().nullish(),
  encrypted_content: z.string().nullish(),
})
const item = z.union([message, z.discriminatedUnion('type', [callItem, resultItem, reasoningItem])])
type Item = z.output<typeof item>

const schema = z.object({
  model: z.string().min(1),
  instructions: z.string().nullish(),
  input: z.union([z.string(), z.array(item).min(1)]),
  tools: z.array(z.object({ type: z.literal('function'), name: toolName })).nullish(),
  tool_choice: z.union([z.enum(['none', 'auto', 'required']), z.object({ name: toolName })]).nullish(),
  temperature: z.number().min(0).max(2).nullish(),
  top_p: z.number().min(0).max(1).nullish(),
  max_output_tokens: z.int().min(1).nullish(),
  stream: z.boolean().nullish(),
  store: z.boolean().nullish(),
  include: z.array(z.string()).nullish(),
})

export interface ResponsesRequest extends ChatRequest {
  /** True if the answer's reasoning must contain its content in encrypted form. */
  readonly encryptedReasoning: boolean
}

/**
 * Parses a request for a response into the form of a chat request. Throws a 400 for wrong parameters. Throws a 404 for
 * a model that the key may not use, or a reasoning item that the gateway does not store.
 */
export function readResponsesRequest(exchange: Exchange): ResponsesRequest {
  const body = parseRequest(schema, jsonBody(exchange))
  const model = requireModel(exchange, body.model, 'chat')
  const items: readonly Item[] = typeof body.input === 'string' ? [{ role: 'user', content: body.input }] : body.input
  if (exchange.faults.has('tool-refuse') && body.tools) {
    throw invalidRequest('This model does not support tools.', 'tools')
  }
  checkReasoning(items)
  const turns = turnsOf(items)
  checkToolMessages(turns)
  const system: readonly ChatMessage[] = body.instructions
    ? [{ role: 'system', text: body.instructions, images: [] }]
    : []
  const messages = [...system, ...turns.map(({ message: said }) => said)]
  if (!model.vision && messages.some(({ images }) => images.length > 0)) {
    throw invalidRequest(`The model "${model.id}" does not accept image parts.`, 'input')
  }
  const names = body.tools?.map(({ name }) => name) ?? []
  const choice = body.tool_choice
  return {
    model,
    messages,
    offered:
      choice === 'none'
        ? []
        : typeof choice === 'object' && choice
          ? names.filter((name) => name === choice.name)
          : names,
    maxTokens: body.max_output_tokens ?? undefined,
    stream: body.stream ?? false,
    includeUsage: true,
    encryptedReasoning: body.include?.includes('reasoning.encrypted_content') ?? false,
  }
}

interface Turn extends PairedMessage {
  readonly message: ChatMessage
}

/** Merges calls into the preceding assistant message, as in chat completions. */
function turnsOf(items: readonly Item[]): readonly Turn[] {
  const turns: Turn[] = []
  for (const one of items) {
    if (one.type === 'reasoning') continue
    if (one.type === 'function_call_output') {
      const said = saidIn(one.output)
      turns.push({ role: 'tool', toolCallId: one.call_id, message: { role: 'tool', ...said } })
    } else if (one.type === 'function_call') {
      const last = turns.at(-1)
      const before = last?.role === 'assistant' ? turns.pop() : undefined
      const toolCalls = [...(before?.toolCalls ?? []), { id: one.call_id }]
      const text = before?.message.text ?? ''
      const calls = toolCalls.map(({ id }) => id)
      turns.push({ role: 'assistant', toolCalls, message: { role: 'assistant', text, images: [], calls } })
    } else {
      const role = one.role === 'developer' ? 'system' : one.role
      const { text, images } = saidIn(one.content)
      turns.push({ role, message: { role, images, text: role === 'user' ? splitPromptFaults(text).rest : text } })
    }
  }
  return turns
}

function saidIn(said: z.output<typeof content>): { readonly text: string; readonly images: readonly string[] } {
  if (typeof said === 'string') return { text: said, images: [] }
  return {
    text: said
      .flatMap((one) => (one.type === 'refusal' ? [one.refusal] : one.type === 'input_image' ? [] : [one.text]))
      .join('\n'),
    images: said.flatMap((one) => (one.type === 'input_image' ? [one.image_url] : [])),
  }
}

/**
 * Throws for items that gateways without storage refuse: a reasoning without its content, or without the item it led
 * to.
 */
function checkReasoning(items: readonly Item[]): void {
  for (const [at, one] of items.entries()) {
    if (one.type !== 'reasoning') continue
    const name = one.id ?? 'rs'
    if (!one.encrypted_content) {
      const why = 'Items are not persisted when `store` is set to false.'
      throw new GatewayError(404, 'not_found', `Item with id '${name}' not found. ${why}`, { param: 'input' })
    }
    const next = items[at + 1]
    const isFollowed =
      next?.type === 'function_call' || (next !== undefined && 'role' in next && next.role === 'assistant')
    if (!isFollowed) {
      throw invalidRequest(
        `Item '${name}' of type 'reasoning' was provided without its required following item.`,
        `input[${at}]`,
      )
    }
  }
}
