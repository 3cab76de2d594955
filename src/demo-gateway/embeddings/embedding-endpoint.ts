import { setImmediate } from 'node:timers/promises'
import { z } from 'zod'
import { tokenize } from '../chat/tokens.ts'
import { type Endpoint, type Exchange, jsonBody, requireModel } from '../http/exchange.ts'
import { GatewayError } from '../http/gateway-error.ts'
import { parseRequest } from '../http/parse-request.ts'
import { sendBody } from '../http/reply.ts'
import { embed } from './embedding.ts'

const usualDimensions = 256

const schema = z.object({
  model: z.string().min(1),
  input: z.union([z.string().min(1), z.array(z.string().min(1)).min(1).max(2048)]),
  encoding_format: z.enum(['float', 'base64']).nullish(),
  dimensions: z.int().min(1).max(3072).nullish(),
})

/**
 * Handles `POST /v1/embeddings`: vectors of length 1. Texts about similar topics get similar vectors, also across
 * English and Chinese.
 */
export const createEmbeddings: Endpoint = async (exchange) => {
  const body = parseRequest(schema, jsonBody(exchange))
  const model = requireModel(exchange, body.model, 'embedding')
  const inputs = typeof body.input === 'string' ? [body.input] : body.input
  refuseMany(exchange, inputs.length)
  const vectors: Float32Array[] = []
  for (const text of inputs) {
    vectors.push(embed(text, body.dimensions ?? usualDimensions))
    // the demo runs inside Atelier, and must not block its main thread
    await setImmediate()
  }
  const shape = exchange.faults.textParam('vectors', 'shape') ?? ''
  const isBase64 = shape === 'base64' || (body.encoding_format === 'base64' && !shapes.has(shape))
  const data = shaped(vectors, shape).map(({ index, vector }) => ({
    object: 'embedding',
    ...(index === null ? {} : { index }),
    embedding: isBase64 ? base64Of(vector) : [...vector],
  }))
  const tokens = inputs.reduce((sum, text) => sum + tokenize(text).length, 0)
  const usage = shape === 'no-usage' ? {} : { usage: { prompt_tokens: tokens, total_tokens: tokens } }
  await sendJsonWithOddNumbers(exchange, { object: 'list', data, model: model.id, ...usage })
}

function refuseMany({ faults }: Exchange, inputs: number): void {
  if (!faults.has('vectors-limit')) return
  const most = faults.number('vectors-limit', 'inputs') ?? 16
  if (inputs <= most) return
  const status = faults.number('vectors-limit', 'status') ?? 400
  throw new GatewayError(status, 'invalid_request_error', `At most ${most} inputs are allowed, not ${inputs}.`, {
    param: 'input',
  })
}

interface Item {
  readonly index: number | null
  readonly vector: Float32Array
}

/** Shapes that are sent as numbers, whatever encoding was requested. */
const shapes: ReadonlySet<string> = new Set(['nan', 'infinite'])

/** Returns the items of an answer in the shape of the fault; each broken shape was seen at a real gateway. */
function shaped(vectors: readonly Float32Array[], shape: string): readonly Item[] {
  const items = vectors.map((vector, index): Item => ({ index, vector }))
  const last = items.at(-1)
  if (last === undefined) return items
  const others = items.slice(0, -1)
  switch (shape) {
    case 'reversed':
      return items.toReversed()
    case 'no-index':
      return items.map(({ vector }) => ({ index: null, vector }))
    case 'fewer':
      return others
    case 'more':
      return [...items, { index: items.length, vector: last.vector }]
    case 'twice':
      return [...others, { ...last, index: 0 }]
    case 'uneven':
      return [...others, { ...last, vector: last.vector.subarray(1) }]
    case 'nan':
      return [...others, { ...last, vector: last.vector.with(0, Number.NaN) }]
    case 'infinite':
      return [...others, { ...last, vector: last.vector.with(0, Number.POSITIVE_INFINITY) }]
    case 'zero':
      return [...others, { ...last, vector: new Float32Array(last.vector.length) }]
    default:
      return items
  }
}

/** Encodes a vector as base64 of float32, little-endian on every machine. */
function base64Of(vector: Float32Array): string {
  const bytes = Buffer.alloc(vector.length * 4)
  for (const [index, value] of vector.entries()) bytes.writeFloatLE(value, index * 4)
  return bytes.toString('base64')
}

/** Sends JSON with `NaN` and `Infinity` as Python servers write them. */
async function sendJsonWithOddNumbers(exchange: Exchange, value: unknown): Promise<void> {
  const odd = (_: string, part: unknown): unknown =>
    typeof part === 'number' && !Number.isFinite(part) ? `odd number ${part}` : part
  const text = JSON.stringify(value, odd).replace(/"odd number (NaN|Infinity)"/g, '$1')
  await sendBody(exchange, 200, { 'content-type': 'application/json; charset=utf-8' }, Buffer.from(text))
}
