import type { JsonBounds } from '../json-bounds.ts'

/** The longest message is 2,000,000 characters of up to 6 bytes; the longest list 50,000 keys of two fields. */
const usual: JsonBounds = { bytes: 16 * 1024 ** 2, values: 500_000 }

/** An edit may replace all segments of a transcript, with the times of their words. */
const ofCall: ReadonlyMap<string, JsonBounds> = new Map([
  ['transcripts.edit', { bytes: 64 * 1024 ** 2, values: 4_000_000 }],
])

/** The most that a frame of any call may carry, in bytes. */
export const frameMaxBytes = Math.max(usual.bytes, ...[...ofCall.values()].map(({ bytes }) => bytes))

/** What the beginning of a frame says, as the page bridge writes it; null where it was written otherwise. */
export interface FrameHead {
  readonly id: number
  readonly name: string
}

/** Reads the id and the name of a call without parsing its frame. */
export function frameHead(frame: Buffer): FrameHead | null {
  const head = /^\{"id":(\d{1,15}),"name":"([\w.]{1,200})"/.exec(frame.toString('latin1', 0, 250))
  return head ? { id: Number(head[1]), name: head[2] ?? '' } : null
}

/** The bounds of a call. */
export function frameBounds(name: string | null): JsonBounds {
  return ofCall.get(name ?? '') ?? usual
}
