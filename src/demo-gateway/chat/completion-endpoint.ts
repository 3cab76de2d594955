import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { type Endpoint, jsonBody, requireModel } from '../http/exchange.ts'
import { invalidRequest } from '../http/gateway-error.ts'
import { parseRequest } from '../http/parse-request.ts'
import { sendJson } from '../http/reply.ts'
import { streamAnswer } from './answer-stream.ts'
import type { ChatEndpointOptions } from './chat-endpoint.ts'
import { samplingShape } from './chat-request.ts'
import { answerConversation } from './conversation.ts'
import { countUsage, tokenize } from './tokens.ts'

const schema = z.object({
  ...samplingShape,
  prompt: z.union([z.string(), z.array(z.string()).min(1)]),
  suffix: z.string().nullish(),
  stop: z.union([z.string(), z.array(z.string()).max(4)]).nullish(),
})

/**
 * Creates `POST /v1/completions`, the older interface. It has a prompt instead of messages, and `text` instead of
 * `message`.
 */
export function createCompletionEndpoint(options: ChatEndpointOptions): Endpoint {
  return async (exchange) => {
    const body = parseRequest(schema, jsonBody(exchange))
    const model = requireModel(exchange, body.model, 'chat')
    // like real models: only some were trained to fill a gap
    if (body.suffix && model.language !== undefined)
      throw invalidRequest(`The model ${model.id} does not support the parameter suffix.`)
    const prompts = (typeof body.prompt === 'string' ? [body.prompt] : body.prompt).map((text) => ({
      role: 'user' as const,
      text,
      images: [],
    }))
    const answers = prompts.map((prompt) => {
      const all = tokenize(untilStop(answerConversation([prompt], model, options.seed), body.stop))
      const tokens = all.slice(0, body.max_tokens ?? all.length)
      return { tokens, finishReason: tokens.length < all.length ? 'length' : 'stop' }
    })
    const usage = countUsage(
      prompts,
      answers.reduce((sum, answer) => sum + answer.tokens.length, 0),
    )
    const frame = {
      id: `cmpl-${randomUUID()}`,
      object: 'text_completion',
      created: Math.floor(exchange.now() / 1000),
      model: model.id,
    }
    const [first] = answers
    if (body.stream && first) {
      const chunk = (text: string, reason: string | null) =>
        JSON.stringify({ ...frame, choices: [{ index: 0, text, finish_reason: reason }] })
      await streamAnswer(exchange, {
        ...first,
        usage: body.stream_options?.include_usage ? usage : undefined,
        format: {
          opening: [],
          token: (text) => chunk(text, null),
          finish: (reason) => chunk('', reason),
          usage: (counted) => JSON.stringify({ ...frame, choices: [], usage: counted }),
          hollow: [chunk('', null)],
        },
        tokensPerSecond: options.tokensPerSecond,
      })
      return
    }
    const choices = answers.map((answer, index) => ({
      index,
      text: answer.tokens.join(''),
      finish_reason: answer.finishReason,
    }))
    await sendJson(exchange, { ...frame, choices, usage })
  }
}

/** Returns the beginning of a text, up to the first stop sequence. */
function untilStop(text: string, stop: string | readonly string[] | null | undefined): string {
  const ends = [stop ?? []].flat().map((sequence) => (sequence === '' ? -1 : text.indexOf(sequence)))
  const end = Math.min(...ends.filter((at) => at >= 0), text.length)
  return text.slice(0, end)
}
