import { isUtf8 } from 'node:buffer'
import type { Language } from '../../../shared/language.ts'
import { type TextEncoding, textEncodings } from '../../../shared/text-encodings.ts'
import { costOfWide, hasOddCharacters, plausibleEncoding, wideEncoding } from './encoding-guess.ts'

/** Maximum share of replacement or control characters in a text. */
const oddMax = 0.02
/** Bytes from which the encoding is guessed. */
const sampleBytes = 64 * 1024

/** Decoding of a text. */
export interface Decoding {
  /** The user's choice; null to detect the encoding. */
  readonly encoding: TextEncoding | null
  /** The language of the interface, which decides between nearly equal guesses. */
  readonly language: Language | null
}

export const undecided: Decoding = { encoding: null, language: null }

export interface DecodedText {
  readonly text: string
  readonly encoding: TextEncoding
}

/**
 * Decodes a text by the user's choice, its byte order mark, or the most plausible reading of its bytes. Returns null
 * for bytes that are not text. Line ends become `\n`, and zeros are left out.
 */
export function decodeText(
  bytes: Uint8Array,
  { encoding: chosen, language }: Decoding = undecided,
): DecodedText | null {
  const encoding = chosen ?? markOf(bytes) ?? guessOf(bytes, language)
  if (encoding === null) return null
  const text = new TextDecoder(encoding).decode(bytes).replace(/\r\n?/g, '\n')
  return chosen !== null || isText(text) ? { text: text.replaceAll('\0', '').toWellFormed(), encoding } : null
}

function markOf(bytes: Uint8Array): TextEncoding | null {
  const [a, b, c] = bytes
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8'
  if (a === 0xff && b === 0xfe) return 'utf-16le'
  return a === 0xfe && b === 0xff ? 'utf-16be' : null
}

function guessOf(bytes: Uint8Array, language: Language | null): TextEncoding | null {
  const zeros = bytes.includes(0) ? bytes.filter((byte) => byte === 0).length : 0
  const begin = bytes.subarray(0, sampleBytes)
  if (zeros <= bytes.length * oddMax && isUtf8(bytes) && isText(new TextDecoder().decode(begin))) return 'utf-8'
  const wide = wideEncoding(begin)
  if (zeros > 0 && wide.part > 0.7) return wide.encoding
  if (zeros > bytes.length * oddMax) return null
  const sample = sampleOf(zeros === 0 ? bytes : bytes.filter((byte) => byte !== 0))
  const narrow = plausibleEncoding(sample, language)
  // one line of Chinese in UTF-16 has no zero
  const isWide = zeros === 0 && bytes.length % 2 === 0 && wide.part >= 0.9
  if (!isWide) return narrow.encoding
  const isOdd = hasOddCharacters(new TextDecoder(narrow.encoding).decode(sample))
  // a few characters are seldom odd in another encoding
  const isLikelier = sample.length === bytes.length && costOfWide(bytes, wide.encoding) < narrow.score
  return isOdd || isLikelier ? wide.encoding : narrow.encoding
}

/**
 * Returns the lines that are not plain ASCII, up to a limit, because the first accented letter may come late in a long
 * file.
 */
function sampleOf(bytes: Uint8Array): Uint8Array {
  if (bytes.length <= sampleBytes) return bytes
  const first = bytes.findIndex((byte) => byte >= 0x80)
  const line = Math.max(0, bytes.lastIndexOf(10, first) + 1)
  // two bytes of one character stay together
  const from = first - line > sampleBytes / 2 ? first : line
  return bytes.subarray(from, from + sampleBytes)
}

/**
 * Returns the encoding that a page or an XML file declares at its beginning; null if it declares none. Valid UTF-8 is
 * read as such, whatever is declared.
 */
export function declaredEncoding(bytes: Uint8Array): TextEncoding | null {
  if (markOf(bytes) !== null || bytes.includes(0) || isUtf8(bytes)) return null
  const begin = Buffer.from(bytes.subarray(0, 1024)).toString('latin1')
  const label = /(?:charset|encoding) ?= ?["']? ?([\w-]{2,20})/i.exec(begin)?.[1]
  try {
    const { encoding } = new TextDecoder(label ?? 'utf-8')
    const named = encoding === 'gbk' ? 'gb18030' : encoding
    return textEncodings.find((one) => one === named && !one.startsWith('utf')) ?? null
  } catch {
    return null
  }
}

/**
 * Decodes a page or an XML file by its declared encoding, or else as `decodeText` does. Returns null for bytes that are
 * not text.
 */
export function declaredText(bytes: Uint8Array): string | null {
  return decodeText(bytes, { encoding: declaredEncoding(bytes), language: null })?.text ?? null
}

function isText(text: string): boolean {
  let odd = 0
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at)
    // 27 begins the colour codes of a terminal
    const isControl =
      (unit < 32 && unit !== 9 && unit !== 10 && unit !== 12 && unit !== 27) || (unit >= 0x7f && unit < 0xa0)
    if (isControl || unit === 0xfffd) odd += 1
  }
  return odd <= text.length * oddMax
}
