import { graphemes, graphemeWidth, textWidth } from './text-width.ts'

/** A line with its start and end in the original text. */
export interface Line {
  readonly text: string
  readonly start: number
  readonly end: number
}

/**
 * Characters that must not begin a line (kinsoku): closing punctuation, small kana, iteration marks. JIS X 4051, GB/T
 * 15834.
 */
const notFirst =
  /^[、。，．・：；！？）］｝〕〉》」』】〙〗〟’”…‥—–～ー々〻ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ％‰℃!%),.:;?\]}»›]/u
/** Characters that must not end a line: opening punctuation. */
const notLast = /[（［｛〔〈《「『【〘〖〝‘“([{«‹]$/u

/** A part of the text that stays in one line if it fits. */
interface Atom {
  readonly start: number
  readonly end: number
  readonly width: number
  /** Width of the space before it. */
  readonly space: number
}

/** Chinese and Japanese lines break best after these characters. */
const pause = /[，。、！？；：…」』）】》]$/u
/** Minimum filled share of a line before a pause may end it, so that lines are not ragged. */
const pauseShare = 0.6

const words = new Intl.Segmenter(undefined, { granularity: 'word' })

/**
 * Breaks a text into lines of at most `width` half-width characters.
 * Lines break at spaces; in scripts without spaces between words, and after punctuation if the line is then well
 * filled.
 * A line breaks inside a word only if the word is wider than a line, and never before closing or after opening
 * punctuation.
 */
export function brokenLines(text: string, width: number): readonly Line[] {
  const lines: Atom[][] = []
  for (const atom of atomsOf(text).flatMap((whole) => fitted(whole, text, width))) {
    const line = lines.at(-1)
    if (line === undefined) lines.push([atom])
    else if (widthOf(line) + atom.space + atom.width <= width) line.push(atom)
    else {
      const carried = atom.space === 0 ? line.splice(pauseIn(line, text, width)) : []
      const begun = [...carried, atom]
      // the text after the pause must fit together with the carried-over text
      if (widthOf(begun) <= width) lines.push(begun)
      else {
        line.push(...carried)
        lines.push([atom])
      }
    }
  }
  return lines.map((line) => {
    const start = line[0]?.start ?? 0
    const end = line.at(-1)?.end ?? 0
    return { text: text.slice(start, end), start, end }
  })
}

/** Returns the width of a line without the space before its first atom. */
function widthOf(line: readonly Atom[]): number {
  return line.reduce((sum, { width, space }, index) => sum + width + (index === 0 ? 0 : space), 0)
}

/** Returns the index after the last pause of a line; the line's length if no pause leaves it filled well enough. */
function pauseIn(line: readonly Atom[], text: string, width: number): number {
  for (let index = line.length - 1; index > 0; index -= 1) {
    const before = line.slice(0, index)
    if (widthOf(before) < width * pauseShare) break
    const last = before.at(-1)
    if (last !== undefined && pause.test(text.slice(last.start, last.end))) return index
  }
  return line.length
}

function atomsOf(text: string): readonly Atom[] {
  const atoms: { start: number; end: number; width: number; space: number }[] = []
  let space = 0
  let before = ''
  for (const { segment, index } of words.segment(text)) {
    if (/^\s+$/.test(segment)) {
      space = 1
      continue
    }
    const last = atoms.at(-1)
    const width = textWidth(segment)
    if (last && space === 0 && staysWith(before, segment)) {
      last.end = index + segment.length
      last.width += width
    } else atoms.push({ start: index, end: index + segment.length, width, space: last ? space : 0 })
    space = 0
    before = segment
  }
  return atoms
}

/** Returns true if two adjacent pieces without a space between them must stay in one line. */
function staysWith(before: string, after: string): boolean {
  if (notFirst.test(after) || notLast.test(before)) return true
  return !isWide(after.codePointAt(0)) && !isWide(lastCodePoint(before))
}

function lastCodePoint(text: string): number | undefined {
  const whole = text.codePointAt(text.length - 2)
  return whole !== undefined && whole > 0xffff ? whole : text.codePointAt(text.length - 1)
}

function isWide(codePoint: number | undefined): boolean {
  return codePoint !== undefined && graphemeWidth(String.fromCodePoint(codePoint)) > 1
}

/** Cuts a word that is longer than a line between characters. */
function fitted(atom: Atom, text: string, width: number): readonly Atom[] {
  if (atom.width <= width) return [atom]
  const parts: Atom[] = []
  let at = atom.start
  for (const grapheme of graphemes(text.slice(atom.start, atom.end))) {
    const own = graphemeWidth(grapheme)
    const last = parts.at(-1)
    if (last && last.width + own <= width)
      parts[parts.length - 1] = { ...last, end: at + grapheme.length, width: last.width + own }
    else parts.push({ start: at, end: at + grapheme.length, width: own, space: last ? 0 : atom.space })
    at += grapheme.length
  }
  return parts
}
