import { randomUUID } from 'node:crypto'
import type { Endpoint } from '../http/exchange.ts'
import { sendJson } from '../http/reply.ts'
import { type ChunkFormat, streamAnswer } from './answer-stream.ts'
import { readChatRequest } from './chat-request.ts'
import { announceCalls, answerConversation } from './conversation.ts'
import { type Thinking, thinkingOf, thoughtDelta } from './thinking.ts'
import { countUsage, tokenize, type Usage } from './tokens.ts'
import { answeredCalls, callDeltas, toolFinish, wholeCalls, wishedCalls } from './tool-calls.ts'

export interface ChatEndpointOptions {
  readonly tokensPerSecond: number
  readonly seed: number
}

/** Creates `POST /v1/chat/completions`, streamed or whole. */
export function createChatEndpoint(options: ChatEndpointOptions): Endpoint {
  return async (exchange) => {
    const request = readChatRequest(exchange)
    const { faults } = exchange
    const wishes = wishedCalls(request, faults)
    const said =
      wishes.length > 0
        ? announceCalls(request.messages, request.model)
        : answerConversation(request.messages, request.model, options.seed)
    const all = tokenize(said)
    const tokens = all.slice(0, request.maxTokens ?? all.length)
    const isCut = tokens.length < all.length
    const calls = isCut ? [] : answeredCalls(wishes, faults, () => `call_${randomUUID().replaceAll('-', '')}`)
    const finishReason = isCut ? 'length' : calls.length > 0 ? toolFinish(faults) : 'stop'
    const thinking = thinkingOf(faults)
    const usage = countUsage(request.messages, tokens.length)
    const frame = {
      id: `chatcmpl-${randomUUID()}`,
      created: Math.floor(exchange.now() / 1000),
      model: request.model.id,
    }
    if (request.stream) {
      await streamAnswer(exchange, {
        tokens: thinking?.shape === 'tags' ? ['<think>\n', ...thinking.tokens, '\n</think>\n\n', ...tokens] : tokens,
        thoughts: thinking === null ? [] : thoughtChunks(frame, thinking),
        pieces: callDeltas(calls, faults).map((piece) => callChunk(frame, piece)),
        finishReason,
        usage: request.includeUsage ? usage : undefined,
        format: chunkFormat(frame),
        tokensPerSecond: options.tokensPerSecond,
      })
      return
    }
    const thought = thinking === null ? null : thoughtDelta(thinking.shape, thinking.tokens.join(''))
    const choice = {
      index: 0,
      message: {
        ...thought,
        role: 'assistant',
        content:
          thinking !== null && thought === null
            ? `<think>\n${thinking.tokens.join('')}\n</think>\n\n${tokens.join('')}`
            : tokens.join(''),
        ...(calls.length > 0 ? { tool_calls: wholeCalls(calls, faults) } : {}),
      },
      finish_reason: faults.has('content-filter') ? 'content_filter' : finishReason,
    }
    const choices = faults.has('missing-choices') ? [] : [choice]
    await sendJson(exchange, { ...frame, object: 'chat.completion', choices, usage })
  }
}

interface Frame {
  readonly id: string
  readonly created: number
  readonly model: string
}

function thoughtChunks(frame: Frame, { shape, tokens }: Thinking): readonly string[] {
  return tokens.flatMap((text) => {
    const delta = thoughtDelta(shape, text)
    if (delta === null) return []
    const choice = { index: 0, delta, finish_reason: null }
    return [JSON.stringify({ ...frame, object: 'chat.completion.chunk', choices: [choice] })]
  })
}

function callChunk(frame: Frame, piece: object): string {
  const choice = { index: 0, delta: { tool_calls: [piece] }, finish_reason: null }
  return JSON.stringify({ ...frame, object: 'chat.completion.chunk', choices: [choice] })
}

function chunkFormat(frame: Frame): ChunkFormat {
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
