/** Part of a text that may be replacement or control characters before it counts as something else. */
const oddMax = 0.02
/** Bytes that tell the encoding. */
const sampleBytes = 64 * 1024

/**
 * Decodes a text in UTF-8, UTF-16 or GBK (GB 18030), by its byte order mark or its bytes. Null for bytes that are no
 * text. Line ends become `\n`.
 */
export function decodeText(bytes: Uint8Array): string | null {
  const encoding = markOf(bytes) ?? guessOf(bytes)
  if (encoding === null) return null
  const text = new TextDecoder(encoding).decode(bytes).replace(/\r\n?/g, '\n')
  return isText(text) ? text.toWellFormed() : null
}

function markOf(bytes: Uint8Array): string | null {
  const [a, b, c] = bytes
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8'
  if (a === 0xff && b === 0xfe) return 'utf-16le'
  return a === 0xfe && b === 0xff ? 'utf-16be' : null
}

function guessOf(bytes: Uint8Array): string | null {
  if (bytes.includes(0)) return wideGuess(bytes.subarray(0, sampleBytes))
  if (decodes('utf-8', bytes)) return 'utf-8'
  return decodes('gb18030', bytes) ? 'gb18030' : null
}

/** UTF-16 without a mark has its zeros on one side: in texts with spaces and line ends, also in Chinese. */
function wideGuess(sample: Uint8Array): string | null {
  const zeros = [0, 0]
  for (const [index, byte] of sample.entries()) if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  if (even > 0 && odd > 0) return null
  const encoding = odd > 0 ? 'utf-16le' : 'utf-16be'
  return decodes(encoding, sample.subarray(0, sample.length & ~1)) ? encoding : null
}

function decodes(encoding: string, bytes: Uint8Array): boolean {
  try {
    new TextDecoder(encoding, { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

function isText(text: string): boolean {
  let odd = 0
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at)
    if ((unit < 32 && unit !== 9 && unit !== 10 && unit !== 12) || unit === 0xfffd) odd += 1
  }
  return odd <= text.length * oddMax
}
