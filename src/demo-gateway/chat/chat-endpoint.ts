import { randomUUID } from 'node:crypto'
import type { Endpoint } from '../http/exchange.ts'
import { sendJson } from '../http/reply.ts'
import { type ChunkFormat, streamAnswer } from './answer-stream.ts'
import { readChatRequest } from './chat-request.ts'
import { answerConversation } from './conversation.ts'
import { countUsage, tokenize, type Usage } from './tokens.ts'

export interface ChatEndpointOptions {
  readonly tokensPerSecond: number
  readonly seed: number
}

/** `POST /v1/chat/completions`, streamed or whole. */
export function createChatEndpoint(options: ChatEndpointOptions): Endpoint {
  return async (exchange) => {
    const request = readChatRequest(exchange)
    const all = tokenize(answerConversation(request.messages, request.model, options.seed))
    const tokens = all.slice(0, request.maxTokens ?? all.length)
    const finishReason = tokens.length < all.length ? 'length' : 'stop'
    const usage = countUsage(request.messages, tokens.length)
    const frame = {
      id: `chatcmpl-${randomUUID()}`,
      created: Math.floor(exchange.now() / 1000),
      model: request.model.id,
    }
    if (request.stream) {
      await streamAnswer(exchange, {
        tokens,
        finishReason,
        usage: request.includeUsage ? usage : undefined,
        format: chunkFormat(frame),
        tokensPerSecond: options.tokensPerSecond,
      })
      return
    }
    const choice = {
      index: 0,
      message: { role: 'assistant', content: tokens.join('') },
      finish_reason: exchange.faults.has('content-filter') ? 'content_filter' : finishReason,
    }
    const choices = exchange.faults.has('missing-choices') ? [] : [choice]
    await sendJson(exchange, { ...frame, object: 'chat.completion', choices, usage })
  }
}

function chunkFormat(frame: { id: string; created: number; model: string }): ChunkFormat {
  const base = { id: frame.id, object: 'chat.completion.chunk', created: frame.created, model: frame.model }
  const chunk = (delta: object, finishReason: string | null = null) =>
    JSON.stringify({ ...base, choices: [{ index: 0, delta, finish_reason: finishReason }] })
  return {
    opening: [chunk({ role: 'assistant', content: '' })],
    token: (text) => chunk({ content: text }),
    finish: (reason) => chunk({}, reason),
    usage: (usage: Usage) => JSON.stringify({ ...base, choices: [], usage }),
    hollow: [
      chunk({ content: '' }),
      chunk({}),
      chunk({ content: null }),
      JSON.stringify({ ...base, choices: [] }),
      JSON.stringify({ id: frame.id, choices: [{ delta: { content: '' } }] }),
    ],
  }
}
