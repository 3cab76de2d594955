import { tokensOfUnit } from './token-estimate.ts'

/** A range of a text that is never divided between passages. Units follow each other without gaps. */
export interface Unit {
  readonly start: number
  readonly end: number
  readonly tokens: number
  /**
   * Quality of a passage end after the unit: 0 in the middle of a sentence, 1 after a sentence or line, 2 after a
   * paragraph.
   */
  readonly strength: 0 | 1 | 2
}

/** Kind of text: prose ends units at sentences, lines and paragraphs, code only at lines and paragraphs. */
export type TextShape = 'prose' | 'code'

/** Divides a range of a text into units of at most `tokensMax` tokens. */
export function unitsOf(text: string, start: number, end: number, shape: TextShape, tokensMax: number): Unit[] {
  const units: Unit[] = []
  let from = start
  let tokens = 0
  let isInFence = false
  const close = (at: number, strength: Unit['strength']): void => {
    if (at > from) units.push({ start: from, end: at, tokens, strength })
    from = at
    tokens = 0
  }
  for (let at = start; at < end; ) {
    const next = at + (isPair(text, at) && at + 1 < end ? 2 : 1)
    let cost = 0
    for (let unit = at; unit < next; unit += 1) cost += tokensOfUnit(text.charCodeAt(unit))
    if (tokens + cost > tokensMax) close(at, 0)
    tokens += cost
    const character = text[at] ?? ''
    at = next
    if (character === '\n') {
      if (isFence(text, at)) isInFence = !isInFence
      close(at, isParagraphEnd(text, at, end, shape) && !isInFence ? 2 : 1)
    } else if (shape === 'prose' && isSentenceEnd(character, text[at])) close(at, 1)
  }
  close(end, 2)
  return units
}

/** Returns true if a line that begins at `at` opens or closes fenced code. */
function isFence(text: string, at: number): boolean {
  return text.startsWith('```', at) || text.startsWith('~~~', at)
}

/** Returns true if a blank line follows; in code, only one before a line that is not indented. */
function isParagraphEnd(text: string, at: number, end: number, shape: TextShape): boolean {
  if (at >= end) return true
  if (text[at] === '\n' || text.startsWith('\r\n', at)) return false
  const before = text.slice(Math.max(0, at - 3), at)
  const isAfterBlank = before.endsWith('\n\n') || before.endsWith('\n\r\n')
  return isAfterBlank && (shape === 'prose' || !/[ \t)}\]]/.test(text[at] ?? ''))
}

function isSentenceEnd(character: string, next: string | undefined): boolean {
  if ('。！？；'.includes(character)) return true
  return '.!?'.includes(character) && (next === ' ' || next === undefined)
}

function isPair(text: string, at: number): boolean {
  return (text.codePointAt(at) ?? 0) > 0xffff
}
