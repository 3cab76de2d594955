import { begunClosing, closingIn, loneClosings, openingAt, withoutEnding } from './thinking-marks.ts'

export interface ThinkingSplit {
  /** The model's thinking before its answer; null if there is none. */
  readonly thinking: string | null
  /** The answer; null while the model still thinks. */
  readonly answer: string | null
}

/**
 * Splits off the thoughts at the beginning of some models' answers (`<think>…</think>` and other marks). There may be
 * several, and the gateway may have sent only the closing mark. `streaming`: the text may still grow. In a complete
 * text, a thought that never ends belongs to the answer.
 */
export function splitThinking(text: string, streaming: boolean): ThinkingSplit {
  // only white space may precede the tag
  const start = text.slice(0, 100).search(/\S/)
  if (start < 0) return { thinking: null, answer: text }
  const thoughts: string[] = []
  let [at, answerFrom] = [start, start]
  for (;;) {
    const opening = openingAt(text, at)
    if (opening === 'begun' && streaming) return { thinking: joined(thoughts), answer: null }
    if (opening === null || opening === 'begun') break
    const { mark } = opening
    if (mark === null) return { thinking: joinedOr(thoughts), answer: withoutEnding(text.slice(opening.end)) }
    const closing = closingIn(text, mark, opening.end)
    if (closing === null && !streaming) break
    if (closing === null) {
      const thought = text.slice(opening.end)
      const whole = thought.slice(0, thought.length - begunClosing(thought, mark))
      return { thinking: joined([...thoughts, whole]), answer: null }
    }
    thoughts.push(text.slice(opening.end, closing.at))
    answerFrom = closing.end
    at = answerFrom + (/^\s*/.exec(text.slice(answerFrom))?.[0].length ?? 0)
  }
  return thoughts.length === 0 ? unopened(text) : { thinking: joined(thoughts), answer: text.slice(answerFrom) }
}

function joinedOr(thoughts: readonly string[]): string | null {
  return thoughts.length === 0 ? null : joined(thoughts)
}

/** Joins several thoughts into one. */
function joined(thoughts: readonly string[]): string {
  return thoughts.join('\n\n')
}

/** A tag that opens thinking, anywhere in a text. */
const toldTag = /<(?:[a-z]{1,15}[:_])?(?:thinking|think|thoughts|thought|reasoning)\s{0,20}>/i

/** How far a closing mark without an opening one is searched for, in UTF-16 units. */
const unopenedMax = 200_000

/**
 * Splits at a closing mark without an opening one: some templates put the opening into the prompt. The mark counts if
 * the answer cannot have quoted it: alone on a line, before any other tag, and outside code.
 */
function unopened(text: string): ThinkingSplit {
  const head = text.length > unopenedMax ? text.slice(0, unopenedMax) : text
  for (const mark of loneClosings) {
    const closing = closingIn(head, mark)
    if (closing === null) continue
    const { at, end } = closing
    const before = head.slice(0, at)
    // an indent of four spaces is code
    const isAlone = /(^|\n) {0,3}$/.test(before.slice(-4)) && /^[ \t]{0,20}\r?\n/.test(text.slice(end, end + 22))
    if (isAlone && !toldTag.test(before) && !endsInFence(before)) return { thinking: before, answer: text.slice(end) }
  }
  return { thinking: null, answer: text }
}

/** Returns a text without its leading thinking; empty if it holds nothing else. */
export function withoutThinking(text: string): string {
  const { answer, thinking } = splitThinking(text, false)
  return thinking === null ? text : (answer ?? '').trimStart()
}

/**
 * Returns the text before each round of calls and after the last, each without its leading thinking. `ends`: the
 * offsets in the text where the rounds ended, in UTF-16 units.
 */
export function saidParts(text: string, ends: readonly number[]): readonly string[] {
  return partsOf(text, ends).map(withoutThinking)
}

/** Returns the thinking at the beginning of each of these parts; empty if there is none. */
export function thoughtParts(text: string, ends: readonly number[]): readonly string[] {
  return partsOf(text, ends).map((part) => splitThinking(part, false).thinking ?? '')
}

function partsOf(text: string, ends: readonly number[]): readonly string[] {
  let from = 0
  return [...ends, text.length].map((end) => {
    const part = text.slice(from, end)
    from = Math.max(from, end)
    return part
  })
}

/** Returns true if a text ends within a fenced block of code, also one in a list. */
function endsInFence(text: string): boolean {
  let open: string | null = null
  for (const [, fence = '', rest = ''] of text.matchAll(
    /^[ \t>]{0,40}(?:(?:[-*+]|\d{1,9}[.)])[ \t]{1,4})?(`{3,}|~{3,})([^\n]*)/gm,
  )) {
    if (open === null) open = fence
    else if (fence.startsWith(open) && rest.trim() === '') open = null
  }
  return open !== null
}
