/** What a frame may hold. */
export interface FrameBounds {
  readonly bytes: number
  /** Members and items, counted by their brackets and commas. */
  readonly values: number
}

/** The longest message is 2,000,000 characters of up to 6 bytes; the longest list 50,000 keys of two fields. */
const usual: FrameBounds = { bytes: 16 * 1024 ** 2, values: 500_000 }

/** An edit may replace all segments of a transcript, with the times of their words. */
const ofCall: ReadonlyMap<string, FrameBounds> = new Map([
  ['transcripts.edit', { bytes: 64 * 1024 ** 2, values: 4_000_000 }],
])

/** The most that a frame of any call may carry, in bytes. */
export const frameMaxBytes = Math.max(usual.bytes, ...[...ofCall.values()].map(({ bytes }) => bytes))

/** Lists and objects in each other; no call has as many. */
const depthMax = 64

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
export function frameBounds(name: string | null): FrameBounds {
  return ofCall.get(name ?? '') ?? usual
}

/** Whether a frame keeps to its bounds. Looks at each byte once and makes nothing of them. */
export function isWithin(frame: Buffer, { bytes, values }: FrameBounds): boolean {
  if (frame.byteLength > bytes) return false
  let [count, depth, inString] = [0, 0, false]
  for (let at = 0; at < frame.byteLength; at += 1) {
    const byte = frame[at]
    if (inString) {
      if (byte === backslash) at += 1
      else if (byte === quote) inString = false
    } else if (byte === quote) inString = true
    else if (byte === comma) count += 1
    else if (byte === openBrace || byte === openBracket) {
      count += 1
      depth += 1
      if (depth > depthMax) return false
    } else if (byte === closeBrace || byte === closeBracket) depth -= 1
    if (count > values) return false
  }
  return true
}

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c]
const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d]
