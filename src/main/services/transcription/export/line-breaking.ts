import { graphemes, graphemeWidth } from './text-width.ts'

/** A line, and where its text begins and ends in the text that was broken. */
export interface Line {
  readonly text: string
  readonly start: number
  readonly end: number
}

/** What must not begin a line (kinsoku): closing punctuation, small kana, marks of repetition. JIS X 4051, GB/T 15834. */
const notFirst =
  /^[、。，．・：；！？）］｝〕〉》」』】〙〗〟’”…‥—–～ー々〻ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ％‰℃!%),.:;?\]}»›]/u
/** What must not end a line: opening punctuation. */
const notLast = /[（［｛〔〈《「『【〘〖〝‘“([{«‹]$/u

/** A part of the text that is not broken, if a line has room for it. */
interface Atom {
  readonly start: number
  readonly end: number
  readonly width: number
  /** Width of the space between it and the one before. */
  readonly space: number
}

/**
 * Breaks a text into lines of at most `width` half-width characters: at spaces, and between characters of scripts that
 * have none; never before closing or after opening punctuation, unless a line cannot hold it otherwise.
 */
export function brokenLines(text: string, width: number): readonly Line[] {
  const lines: { start: number; end: number; width: number }[] = []
  for (const atom of atomsOf(text).flatMap((whole) => fitted(whole, text, width))) {
    const line = lines.at(-1)
    if (line && line.width + atom.space + atom.width <= width) {
      line.width += atom.space + atom.width
      line.end = atom.end
    } else lines.push({ start: atom.start, end: atom.end, width: atom.width })
  }
  return lines.map(({ start, end }) => ({ text: text.slice(start, end), start, end }))
}

function atomsOf(text: string): readonly Atom[] {
  const atoms: { start: number; end: number; width: number; space: number }[] = []
  let at = 0
  let space = 0
  let before = ''
  for (const grapheme of graphemes(text)) {
    const start = at
    at += grapheme.length
    if (/^\s+$/.test(grapheme)) {
      space = 1
      continue
    }
    const width = graphemeWidth(grapheme)
    const last = atoms.at(-1)
    if (last && space === 0 && staysWith(before, grapheme)) {
      last.end = at
      last.width += width
    } else atoms.push({ start, end: at, width, space: last ? space : 0 })
    space = 0
    before = grapheme
  }
  return atoms
}

function staysWith(before: string, grapheme: string): boolean {
  if (graphemeWidth(grapheme) < 2 && graphemeWidth(before) < 2) return true
  return notFirst.test(grapheme) || notLast.test(before)
}

/** One that no line can hold is cut between its characters. */
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
