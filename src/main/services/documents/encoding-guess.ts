import type { Language } from '../../../shared/language.ts'
import type { TextEncoding } from '../../../shared/text-encodings.ts'
import { commonHangul, commonHanzi, commonKanji, commonTraditional } from './common-characters.ts'

/** Cost of a character under a guess, in bits: higher for rarer characters. */
type Cost = (code: number, before: number, after: number) => number

const costOfInvalid = 30
const costOfAscii = 4.5
const costOfRare = 19

/** Bonus for the usual encoding of the interface language, in bits. */
const bonus = 4

interface Candidate {
  readonly encoding: TextEncoding
  /** Cost of encodings that are rarely used, in bits. */
  readonly rarity: number
  readonly cost: Cost
}

/** An encoding and its cost, in bits. */
interface Guess {
  readonly encoding: TextEncoding
  readonly score: number
}

/**
 * Returns the encoding, for bytes without a byte order mark, in which those beyond ASCII make the most plausible text.
 */
export function plausibleEncoding(sample: Uint8Array, language: Language | null): Guess {
  const scores = candidates().map(({ cost, encoding, rarity }) => ({
    encoding,
    score: costOfText(sample, encoding, cost) + rarity - (isUsual(encoding, language) ? bonus : 0),
  }))
  return scores.reduce((best, one) => (one.score < best.score ? one : best))
}

function isUsual(encoding: TextEncoding, language: Language | null): boolean {
  return encoding === (language === 'zh-CN' ? 'gb18030' : language === 'en' ? 'windows-1252' : 'utf-8')
}

/** Cost of UTF-16 without a byte order mark, in bits, because it is rare. */
const wideRarity = 3

/**
 * Returns the cost of a text in UTF-16, to compare with a guess. Only Chinese and Japanese have lines without a zero
 * byte.
 */
export function costOfWide(bytes: Uint8Array, encoding: TextEncoding): number {
  const cost: Cost = (code) => {
    if (isHanzi(code)) return isCommon(code) ? 9 : 14
    if (isMark(code)) return 6
    return isKana(code) ? 6.5 : 25
  }
  return costOfText(bytes, encoding, cost) + wideRarity
}

/** Returns the byte order in which UTF-16 reads better, and its share of plausible characters. */
export function wideEncoding(sample: Uint8Array): { readonly encoding: TextEncoding; readonly part: number } {
  const even = sample.subarray(0, sample.length & ~1)
  const found = (['utf-16le', 'utf-16be'] as const).map((encoding) => ({
    encoding,
    part: plausiblePart(new TextDecoder(encoding).decode(even)),
  }))
  return found.reduce((one, other) => (other.part > one.part ? other : one))
}

/** Returns true if a text has characters that no writer intended: replacement, private use and control characters. */
export function hasOddCharacters(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    const isControl = (code < 32 && code !== 9 && code !== 10 && code !== 13) || (code >= 0x7f && code < 0xa0)
    if (isControl || code === 0xfffd || (code >= 0xe000 && code < 0xf900)) return true
  }
  return false
}

/**
 * Returns the share of a text that is Latin, Cyrillic, Greek, kana, or of one script from Hebrew to Georgian and
 * beyond. Ideographs and Hangul count fully if they are common.
 */
function plausiblePart(text: string): number {
  let plausible = 0
  /** Counts of characters by their upper byte. A text uses few scripts, wrongly decoded bytes many. */
  const scripts = new Map<number, number>()
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    const isControl = code < 32 && code !== 9 && code !== 10 && code !== 13
    // a text in the wrong order has its letters in the blocks of rare scripts
    const isKnown = code < 0x530 || (code >= 0x2010 && code < 0x2700) || (code >= 0x3000 && code < 0x3100)
    if (!isControl && (isKnown || code >= 0xff00)) plausible += code >= 0xfff0 ? 0 : 1
    else if ((code >= 0x4e00 && code < 0xa000) || (code >= 0xac00 && code < 0xd7a4))
      plausible += isCommon(code) ? 1 : 0.5
    else if (code >= 0x590 && code < 0x2000) scripts.set(code >> 8, (scripts.get(code >> 8) ?? 0) + 1)
    // both halves of one character
    else if ((text.codePointAt(at) ?? 0) > 0xffff) plausible += 2
  }
  return (plausible + Math.max(0, ...scripts.values())) / Math.max(1, text.length)
}

function costOfText(sample: Uint8Array, encoding: TextEncoding, cost: Cost): number {
  const text = new TextDecoder(encoding).decode(sample)
  let sum = 0
  let before = 32
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code < 0x80) sum += costOfAscii
    else if (code === 0xfffd) sum += costOfInvalid
    // private use characters, and the control characters for bytes without a meaning
    else if ((code >= 0xe000 && code < 0xf900) || code < 0xa0) sum += 25
    else sum += cost(code, before, at + 1 < text.length ? text.charCodeAt(at + 1) : 32)
    before = code
  }
  return sum
}

const isAsciiLetter = (code: number): boolean => (code >= 65 && code <= 90) || (code >= 97 && code <= 122)
const isKana = (code: number): boolean => code >= 0x3041 && code <= 0x30ff
const isHanzi = (code: number): boolean => code >= 0x4e00 && code < 0xa000
/** Punctuation of Chinese and Japanese texts, and full-width signs. */
const isMark = (code: number): boolean =>
  (code >= 0x3001 && code <= 0x3011) || (code >= 0xff01 && code <= 0xff1f) || (code >= 0x2010 && code <= 0x2026)

function codesOf(text: string): ReadonlySet<number> {
  return new Set([...text].map((one) => one.charCodeAt(0)))
}

/** Returns the two-byte characters in a range of first and second bytes: standards list the common ones first. */
function firstLevel(encoding: TextEncoding, from: number, to: number, second: readonly number[]): ReadonlySet<number> {
  const bytes: number[] = []
  for (let lead = from; lead <= to; lead += 1) for (const trail of second) bytes.push(lead, trail)
  return codesOf(new TextDecoder(encoding).decode(Uint8Array.from(bytes)))
}

const span = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, at) => from + at)

function chinese(common: ReadonlySet<number>, usual: ReadonlySet<number>): Cost {
  return (code) => {
    if (common.has(code)) return 9
    if (isMark(code)) return 6
    if (isHanzi(code)) return usual.has(code) ? 13 : costOfRare
    return isKana(code) ? 16 : 15
  }
}

function japanese(common: ReadonlySet<number>, usual: ReadonlySet<number>): Cost {
  return (code) => {
    if (isKana(code)) return code < 0x30a0 ? 5.5 : 6.5
    if (isMark(code)) return 6
    if (common.has(code)) return 9
    if (isHanzi(code)) return usual.has(code) ? 13 : costOfRare
    // half-width kana: one byte each, and rare
    return code >= 0xff61 && code <= 0xff9f ? 11 : 15
  }
}

function korean(common: ReadonlySet<number>): Cost {
  return (code) => {
    if (common.has(code)) return 8
    if (code >= 0xac00 && code < 0xd7a4) return 12
    if (isMark(code)) return 8
    return isHanzi(code) ? costOfRare : 15
  }
}

const accented = codesOf('éèàüöäßçñáíóúâêîôûåæøãõëïì')
const accentedCapitals = codesOf('ÉÈÀÜÖÄÇÑÁÍÓÚÂÊÎÔÛÅÆØÃÕ')
const westernMarks = codesOf('’‘“”–—…€«»°£©®§·¿¡²³½º×')
/** Letters that occur next to each other in words of Portuguese and French. */
const neighbours = codesOf('çãõéóá')

const western: Cost = (code, before, after) => {
  const isBesideAccent = (other: number): boolean => other >= 0xc0 && other < 0x180 && !neighbours.has(other)
  const alone = isBesideAccent(before) || isBesideAccent(after) ? 6 : 0
  const inWord = isAsciiLetter(before) || isAsciiLetter(after) ? 0 : 3
  if (accented.has(code)) return 5 + alone + inWord
  if (accentedCapitals.has(code)) return 7 + alone + inWord
  return westernMarks.has(code) ? 7 : 12
}

const isCyrillicLower = (code: number): boolean => code >= 0x430 && code <= 0x45f
const isCyrillic = (code: number): boolean => code >= 0x401 && code <= 0x491

const cyrillic: Cost = (code, before, after) => {
  if (!isCyrillic(code)) return westernMarks.has(code) || code === 0x2116 ? 8 : 14
  const mixed = isAsciiLetter(before) || isAsciiLetter(after) ? 8 : 0
  const alone = isCyrillic(before) || isCyrillic(after) ? 0 : 4
  if (isCyrillicLower(code)) return (code <= 0x44f ? 5 : 8) + mixed + alone
  return (isCyrillicLower(before) ? 13 : 7) + mixed + alone
}

const high = span(0xa1, 0xfe)
let known: readonly Candidate[] | null = null
let common: ReadonlySet<number> | null = null

function isCommon(code: number): boolean {
  common ??= codesOf(commonHanzi + commonTraditional + commonKanji + commonHangul)
  return common.has(code)
}

function candidates(): readonly Candidate[] {
  const kanji = codesOf(commonKanji)
  const usualKanji = firstLevel('euc-jp', 0xb0, 0xcf, high)
  known ??= [
    { encoding: 'gb18030', rarity: 0, cost: chinese(codesOf(commonHanzi), firstLevel('gb18030', 0xb0, 0xd7, high)) },
    {
      encoding: 'big5',
      rarity: 1,
      cost: chinese(codesOf(commonTraditional), firstLevel('big5', 0xa4, 0xc6, [...span(0x40, 0x7e), ...high])),
    },
    { encoding: 'shift_jis', rarity: 1, cost: japanese(kanji, usualKanji) },
    { encoding: 'euc-jp', rarity: 8, cost: japanese(kanji, usualKanji) },
    { encoding: 'euc-kr', rarity: 1, cost: korean(codesOf(commonHangul)) },
    { encoding: 'windows-1252', rarity: 0, cost: western },
    { encoding: 'windows-1251', rarity: 1, cost: cyrillic },
    // one damaged byte does not turn the text into another encoding
    { encoding: 'utf-8', rarity: 0, cost: (code) => (code < 0x800 ? 9 : 12) },
  ]
  return known
}
