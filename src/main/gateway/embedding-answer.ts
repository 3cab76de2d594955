import { AppFailure, appError } from '../../shared/errors.ts'
import { notAGateway, streamError } from './errors.ts'
import { failureIn, failureInText } from './failure-in-answer.ts'
import { type Fields, isFields, positionOf } from './liberal-fields.ts'
import { type LiberalJson, readLiberalJson } from './liberal-json.ts'

/** Vectors of one request, in the order of its texts. */
export interface EmbeddingAnswer {
  /** Numbers of each vector. */
  readonly dimension: number
  /** All vectors in sequence, each of length 1. */
  readonly vectors: Float32Array
  /** Tokens that the gateway counted; null if it reports none. */
  readonly tokens: number | null
}

/** Longest accepted vector; sqlite-vec supports no longer ones. */
export const dimensionMax = 8_192

/**
 * Reads an answer with exactly `asked` vectors, as numbers or base64 of little-endian float32. Orders them by `index`,
 * or by position without one.
 * Throws an AppFailure. `vectors_refused`: a vector is missing, repeated, of another length, not finite or zero. A
 * wrong vector would never be noticed later.
 */
export function readEmbeddings(text: string, secrets: readonly string[], asked: number): EmbeddingAnswer {
  const read = readLiberalJson(text)
  const items = read === null ? null : itemsIn(read.value)
  if (read === null || items === null || failureIn(read.value) !== null)
    throw new AppFailure(noVectors(text, read, secrets))
  if (!read.whole) throw new AppFailure(appError('cut_short', 'an answer that is not whole JSON'))
  if (items.length !== asked) refuse(`${items.length} vectors for ${asked} texts`)
  const placed = inOrder(items)
  const first = numbersOf(placed[0])
  const dimension = first.length
  if (dimension < 1 || dimension > dimensionMax) refuse(`vectors of ${dimension} numbers`)
  const vectors = new Float32Array(asked * dimension)
  for (const [position, item] of placed.entries()) {
    const numbers = position === 0 ? first : numbersOf(item)
    if (numbers.length !== dimension) refuse(`vectors of ${dimension} and ${numbers.length} numbers`)
    putNormalised(vectors, position * dimension, numbers)
  }
  return { dimension, vectors, tokens: tokensIn(read.value) }
}

function refuse(detail: string): never {
  throw new AppFailure(appError('vectors_refused', detail))
}

function noVectors(text: string, read: LiberalJson | null, secrets: readonly string[]) {
  const failure = failureInText(text)
  if (failure !== null) return streamError(failure, secrets)
  if (read !== null && !read.whole) return appError('cut_short', 'an answer that is not whole JSON')
  return notAGateway(text, 'JSON without vectors')
}

/** Returns the items of an answer: a list under `data`, a bare list, or the single `embedding` of a bare answer. */
function itemsIn(value: unknown): readonly unknown[] | null {
  if (Array.isArray(value)) return value
  if (!isFields(value)) return null
  if (Array.isArray(value.data)) return value.data
  if (Array.isArray(value.embeddings)) return value.embeddings
  if (!('embedding' in value)) return null
  const { embedding } = value
  return Array.isArray(embedding) && embedding.length > 1 && embedding.every(Array.isArray) ? embedding : [value]
}

/** Returns the items in the order of the texts. Refuses two items with one index, or an index beyond the texts. */
function inOrder(items: readonly unknown[]): readonly unknown[] {
  const places = items.map((item, position) => (isFields(item) ? (positionOf(item.index) ?? position) : position))
  const ordered: unknown[] = new Array(items.length)
  const taken = new Set<number>()
  for (const [position, place] of places.entries()) {
    if (place >= items.length || taken.has(place)) refuse(`an index ${place} that is taken or beyond the texts`)
    taken.add(place)
    ordered[place] = items[position]
  }
  return ordered
}

type Numbers = readonly number[] | Float32Array

function numbersOf(item: unknown): Numbers {
  const given = isFields(item) ? (item.embedding ?? item.values ?? item.vector) : item
  // servers that do not pool wrap a text's only vector in a list; others wrap its numbers
  const inner = isFields(given) ? given.values : given
  const value = Array.isArray(inner) && inner.length === 1 && Array.isArray(inner[0]) ? inner[0] : inner
  if (typeof value === 'string') return fromBase64(value)
  if (!Array.isArray(value)) return refuse('an item without a vector')
  if (!value.every((number) => typeof number === 'number')) return refuse('a vector with what is no number')
  return value
}

/** Decodes base64 into numbers: float32, little-endian, as the API sends them. */
function fromBase64(text: string): Float32Array {
  if (text.length > dimensionMax * 8 || !/^[A-Za-z0-9+/\s]*(?:=\s*){0,2}$/.test(text))
    refuse('a vector that is no base64')
  const bytes = Buffer.from(text, 'base64')
  if (bytes.length % 4 !== 0) refuse(`a vector of ${bytes.length} bytes`)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return Float32Array.from({ length: bytes.length / 4 }, (_, index) => view.getFloat32(index * 4, true))
}

/** Writes a vector scaled to length 1, because truncated or hashed vectors have other lengths. */
function putNormalised(target: Float32Array, from: number, numbers: Numbers): void {
  let largest = 0
  for (const number of numbers) {
    if (!Number.isFinite(number)) refuse('a vector with NaN or infinity')
    largest = Math.max(largest, Math.abs(number))
  }
  if (largest === 0) refuse('a vector of zeros')
  // scaled first, so that squares of huge and tiny numbers stay in range
  let sum = 0
  for (const number of numbers) sum += (number / largest) ** 2
  const length = Math.sqrt(sum)
  for (let index = 0; index < numbers.length; index += 1)
    target[from + index] = (numbers[index] ?? 0) / largest / length
}

/** Returns the token count of the texts under any of its usual names. */
function tokensIn(value: unknown): number | null {
  const usage: Fields | null = isFields(value) && isFields(value.usage) ? value.usage : null
  for (const count of [usage?.prompt_tokens, usage?.input_tokens, usage?.total_tokens])
    if (typeof count === 'number' && Number.isSafeInteger(count) && count >= 0) return count
  return null
}
