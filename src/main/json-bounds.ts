/** Limits of foreign JSON, checked before it is parsed. */
export interface JsonBounds {
  readonly bytes: number
  /** Members and items, counted by their brackets and commas. */
  readonly values: number
  /** Deepest nesting of lists and objects; 64 by default, which our own JSON never reaches. */
  readonly depth?: number
}

const usualDepth = 64

/** Returns true if JSON stays within its limits. Scans each byte once without parsing. */
export function isWithin(json: Buffer, { bytes, values, depth: depthMax = usualDepth }: JsonBounds): boolean {
  if (json.byteLength > bytes) return false
  let [count, depth, inString] = [0, 0, false]
  for (let at = 0; at < json.byteLength; at += 1) {
    const byte = json[at]
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
