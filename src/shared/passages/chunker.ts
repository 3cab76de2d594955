import type { TextTable } from './table-heads.ts'
import { type TextShape, type Unit, unitsOf } from './text-units.ts'
import { tokensOfUnit } from './token-estimate.ts'

/** Longest passage, and its longest overlap with the previous one, in tokens. */
export const chunkTokensMax = 350
export const overlapTokensMax = 50
/** Increased when the same text would be divided differently. */
export const chunkerVersion = 1

/** A message or a segment: a range of the text with its own location. Parts follow each other without gaps. */
export interface TextPart {
  readonly start: number
  readonly end: number
  readonly id: string | null
  /** Start of the part in the recording, in ms; null without a time. */
  readonly ms: number | null
}

export interface ReadableText {
  readonly text: string
  readonly shape: 'markdown' | TextShape
  /** Messages and segments; null for a text without any. */
  readonly parts: readonly TextPart[] | null
  /** True if a passage may span several parts: segments may be joined, messages may not. */
  readonly joinsParts: boolean
  /** Tables whose first row names the columns; absent for Markdown, where tables are found in the text. */
  readonly tables?: readonly TextTable[]
}

/** A passage: a range of a text. */
export interface Chunk {
  readonly start: number
  readonly end: number
  /** Headings above it, outermost first. */
  readonly headings: readonly string[]
  /** The part in which it begins, not counting the overlap with the previous passage. */
  readonly partId: string | null
  readonly ms: number | null
}

interface Section {
  readonly start: number
  readonly end: number
  readonly headings: readonly string[]
}

/**
 * Divides a text into passages of at most `chunkTokensMax` tokens, at headings, paragraphs, sentences and lines, in
 * this order. Together they contain every character. Passages of one section overlap. Returns none for a blank text.
 */
export function chunksOf({ joinsParts, parts, shape, text }: ReadableText): readonly Chunk[] {
  if (text.trim() === '') return []
  const lines: TextShape = shape === 'code' ? 'code' : 'prose'
  if (parts !== null && joinsParts) {
    const units = parts.flatMap((part) => unitsOf(text, part.start, part.end, lines, chunkTokensMax - overlapTokensMax))
    let at = 0
    return packed(text, units, []).map(({ own, ...chunk }) => {
      // both are in order, so each part is examined once
      while ((parts[at]?.end ?? Number.POSITIVE_INFINITY) <= own) at += 1
      return { ...chunk, partId: parts[at]?.id ?? null, ms: parts[at]?.ms ?? null }
    })
  }
  const whole = parts ?? [{ start: 0, end: text.length, id: null, ms: null }]
  return whole.flatMap((part) => {
    const sections = shape === 'markdown' ? sectionsOf(text, part.start, part.end) : [{ ...part, headings: [] }]
    return sections.flatMap(({ end, headings, start }) => {
      const units = unitsOf(text, start, end, lines, chunkTokensMax - overlapTokensMax)
      return packed(text, units, headings).map(({ own: _, ...chunk }) => ({ ...chunk, partId: part.id, ms: part.ms }))
    })
  })
}

/** A passage without its part, and the start of its text after the overlap. */
type Packed = Omit<Chunk, 'partId' | 'ms'> & { readonly own: number }

/** Returns the sections of Markdown, each from its heading to the next. Consecutive headings form one section. */
function sectionsOf(text: string, start: number, end: number): readonly Section[] {
  const sections: Section[] = []
  let path: readonly { readonly level: number; readonly title: string }[] = []
  let from = start
  let hasBody = false
  let fence: string | null = null
  const headings = (): readonly string[] => path.map(({ title }) => title)
  for (let at = start; at < end; ) {
    const newline = text.indexOf('\n', at)
    const next = newline < 0 || newline >= end ? end : newline + 1
    const line = text.slice(at, Math.min(next, at + lineMax))
    const mark = /^ {0,3}(```|~~~)/.exec(line)?.[1] ?? null
    if (mark !== null && (fence === null || fence === mark)) fence = fence === null ? mark : null
    const heading = fence === null ? /^ {0,3}(#{1,6})[ \t]+(\S.*)$/.exec(line.trimEnd()) : null
    if (heading !== null) {
      if (hasBody) {
        sections.push({ start: from, end: at, headings: headings() })
        from = at
        hasBody = false
      }
      const level = heading[1]?.length ?? 1
      path = [...path.filter((other) => other.level < level), { level, title: titleOf(heading[2] ?? '') }]
    } else if (line.trim() !== '') hasBody = true
    at = next
  }
  return [...sections, { start: from, end, headings: headings() }]
}

/** Longest line examined for a heading, which is far shorter. */
const lineMax = 1000
const titleMax = 120

function titleOf(text: string): string {
  let end = text.length
  while (text[end - 1] === '#') end -= 1
  return text.slice(0, end).trim().slice(0, titleMax).toWellFormed()
}

/** Packs units into passages. */
function packed(text: string, units: readonly Unit[], headings: readonly string[]): readonly Packed[] {
  const chunks: Packed[] = []
  for (let first = 0; first < units.length; ) {
    const last = lastOf(units, first, chunks.length === 0 ? chunkTokensMax : chunkTokensMax - overlapTokensMax)
    const own = units[first]?.start ?? 0
    const end = units[last]?.end ?? own
    const before = chunks.at(-1)
    chunks.push({
      start: before === undefined ? own : overlapStart(text, before.start, own),
      end,
      headings,
      own,
    })
    first = last + 1
  }
  return chunks
}

/** Returns the index of the last unit of a passage: after a paragraph, if that leaves it at least half full. */
function lastOf(units: readonly Unit[], first: number, tokensMax: number): number {
  let tokens = 0
  let best = first
  for (let index = first; index < units.length; index += 1) {
    const unit = units[index]
    if (unit === undefined) break
    tokens += unit.tokens
    if (tokens > tokensMax && index > first) return best
    const strongest = units[best]?.strength ?? 0
    if (index === first || unit.strength >= strongest || tokens < tokensMax / 2) best = index
  }
  return units.length - 1
}

/** Returns where the overlap with the previous passage begins: at a sentence if one begins there, else at a space. */
function overlapStart(text: string, from: number, end: number): number {
  let tokens = 0
  let at = end
  let sentence = end
  let space = end
  while (at > from) {
    const cost = tokensOfUnit(text.charCodeAt(at - 1))
    if (tokens + cost > overlapTokensMax) break
    tokens += cost
    at -= 1
    const before = text[at - 1] ?? ' '
    if (isSentenceStart(text, at)) sentence = at
    if (/[\s。！？；，、]/.test(before)) space = at
  }
  if (sentence < end) return sentence
  if (space < end) return space
  // a text without spaces; never splits a surrogate pair
  return at > 0 && (text.codePointAt(at - 1) ?? 0) > 0xffff ? at + 1 : at
}

/** Returns true if a sentence or a line ends before `at`. */
function isSentenceStart(text: string, at: number): boolean {
  const before = text[at - 1] ?? '\n'
  return /[\n。！？；]/.test(before) || (/\s/.test(before) && /[.!?;:]/.test(text[at - 2] ?? ''))
}
