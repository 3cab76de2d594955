import { isWithin } from '../../json-bounds.ts'

/** Longest message of a server, in bytes: a result of 50 MB fits. */
export const messageBytesMax = 64 * 1024 * 1024
/** Deeper schemas are left out one by one (`listed-tools.ts`); this bound only guards recursive code. */
export const messageBounds = { bytes: messageBytesMax, values: 200_000, depth: 256 }
/** Length of the beginning of such a text that is kept: more than a model gets. */
const stringMax = 1_000_000
/** Length of the beginning of such a text that stays: more than a model gets. */
const headMax = 64_000

/** A string that was removed from a result, as its bytes: UTF-8 of a text, or the file that it encoded. */
export interface LongString {
  /** Replaces the string in the result. A server cannot know it. */
  readonly token: string
  readonly bytes: Uint8Array
  /** Length of a text, in UTF-16 units. */
  readonly length: number
}

/** A message without its long strings. */
export interface LightMessage {
  readonly value: unknown
  readonly taken: readonly LongString[]
}

/** Parses a message and removes the long strings from a call's result. Returns null for invalid JSON. */
export function lightMessage(bytes: Buffer, newToken: () => string): LightMessage | 'too_large' | null {
  if (!isWithin(bytes, messageBounds)) return 'too_large'
  let value: unknown
  try {
    value = JSON.parse(bytes.toString('utf8'))
  } catch {
    return null
  }
  if (!isFields(value) || !isFields(value.result)) return { value, taken: [] }
  const taken: LongString[] = []
  const { structuredContent, ...result } = value.result
  const content = Array.isArray(result.content) && result.content.length > 0 ? result.content : null
  const parts: readonly unknown[] =
    content ?? (structuredContent === undefined ? [] : [{ type: 'text', text: JSON.stringify(structuredContent) }])
  const light = (text: string): string => {
    const token = newToken()
    taken.push({ token, bytes: ownBytes(text.toWellFormed(), 'utf8'), length: text.length })
    return text.slice(0, headMax) + token
  }
  const lightFile = (base64: string): string => {
    const token = newToken()
    taken.push({ token, bytes: ownBytes(base64, 'base64'), length: 0 })
    return token
  }
  const lightParts = parts.map((part) => lightPart(part, light, lightFile))
  return taken.length === 0
    ? { value, taken }
    : { value: { ...value, result: { ...result, content: lightParts } }, taken }
}

function lightPart(part: unknown, light: (text: string) => string, lightFile: (base64: string) => string): unknown {
  if (!isFields(part)) return part
  const { text, data, resource } = part
  return {
    ...part,
    ...(isLong(text) ? { text: light(text) } : {}),
    ...(isLong(data) ? { data: lightFile(data) } : {}),
    ...(isFields(resource) && isLong(resource.text) ? { resource: { ...resource, text: light(resource.text) } } : {}),
    ...(isFields(resource) && isLong(resource.blob)
      ? { resource: { ...resource, blob: lightFile(resource.blob) } }
      : {}),
  }
}

/** Returns bytes in a buffer of their own, so that it can be transferred to another thread. */
function ownBytes(text: string, encoding: 'utf8' | 'base64'): Uint8Array {
  const bytes = Buffer.from(text, encoding)
  return bytes.buffer.byteLength === bytes.byteLength ? bytes : new Uint8Array(bytes)
}

const isLong = (value: unknown): value is string => typeof value === 'string' && value.length > stringMax

function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
