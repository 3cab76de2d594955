import { z } from 'zod'
import { tokenize } from './chat/tokens.ts'
import { type Endpoint, jsonBody, requireModel } from './http/exchange.ts'
import { parseRequest } from './http/parse-request.ts'
import { sendJson } from './http/reply.ts'
import { hashText } from './random.ts'

const usualDimensions = 256

const schema = z.object({
  model: z.string().min(1),
  input: z.union([z.string().min(1), z.array(z.string().min(1)).min(1).max(2048)]),
  encoding_format: z.enum(['float', 'base64']).nullish(),
  dimensions: z.int().min(1).max(3072).nullish(),
})

/** `POST /v1/embeddings`: vectors of length 1. Texts that share words and letters get similar vectors. */
export const createEmbeddings: Endpoint = async (exchange) => {
  const body = parseRequest(schema, jsonBody(exchange))
  const model = requireModel(exchange, body.model, 'embedding')
  const inputs = typeof body.input === 'string' ? [body.input] : body.input
  const data = inputs.map((text, index) => {
    const vector = embed(text, body.dimensions ?? usualDimensions)
    return {
      object: 'embedding',
      index,
      embedding: body.encoding_format === 'base64' ? Buffer.from(vector.buffer).toString('base64') : [...vector],
    }
  })
  const tokens = inputs.reduce((sum, text) => sum + tokenize(text).length, 0)
  await sendJson(exchange, {
    object: 'list',
    data,
    model: model.id,
    usage: { prompt_tokens: tokens, total_tokens: tokens },
  })
}

/** Hashes the words and letter groups of a text into a vector of length 1. */
export function embed(text: string, dimensions: number): Float32Array {
  const vector = new Float32Array(dimensions)
  const add = (feature: string, weight: number) => {
    const hash = hashText(feature)
    const slot = hash % dimensions
    vector[slot] = (vector[slot] ?? 0) + (hash & 0x10000 ? weight : -weight)
  }
  for (const word of text
    .normalize('NFKC')
    .toLowerCase()
    .match(/\p{Script=Han}|[\p{L}\p{N}]+/gu) ?? [text]) {
    add(`word ${word}`, 2)
    const padded = ` ${word} `
    for (let start = 0; start + 3 <= padded.length; start += 1) add(`part ${padded.slice(start, start + 3)}`, 1)
  }
  const length = Math.hypot(...vector) || 1
  return vector.map((value) => value / length)
}
