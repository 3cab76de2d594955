import type { JsonBounds } from '../json-bounds.ts'

/** The longest message has 2,000,000 characters of up to 6 bytes; the longest list has 50,000 keys of two fields. */
const usual: JsonBounds = { bytes: 16 * 1024 ** 2, values: 500_000 }

/** An edit may replace all segments of a transcript with their word times. */
const ofCall: ReadonlyMap<string, JsonBounds> = new Map([
  ['transcripts.edit', { bytes: 64 * 1024 ** 2, values: 4_000_000 }],
])

/** Largest input of any call, in bytes. */
export const callBytesMax = Math.max(usual.bytes, ...[...ofCall.values()].map(({ bytes }) => bytes))

/** Deepest nesting of lists and objects; every call of the contract stays below it. */
const depthMax = 64

/** Returns the limits of a call; null gives the usual limits. */
export function callBounds(name: string | null): JsonBounds {
  return ofCall.get(name ?? '') ?? usual
}

/**
 * Returns true if an input copied by Electron stays within its call's bounds of values and bytes. Copies may be
 * circular; counting stops at the bound.
 */
export function isInputWithin(input: unknown, { bytes, values }: JsonBounds): boolean {
  const open: (readonly [value: unknown, depth: number])[] = [[input, 0]]
  let [count, size] = [0, 0]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [value, depth] = next
    count += 1
    if (typeof value === 'string') size += value.length
    else if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) size += value.byteLength
    else if (typeof value === 'object' && value !== null) {
      const parts: readonly unknown[] = Array.isArray(value) ? value : Object.values(value)
      if (depth >= depthMax || count + open.length + parts.length > values) return false
      for (const part of parts) open.push([part, depth + 1])
    }
    if (size > bytes) return false
  }
  return true
}
