const tags = ['think', 'thinking'] as const

export interface ThinkingSplit {
  /** The model's thinking before its answer; null if there is none. */
  readonly thinking: string | null
  /** The answer; null while the model still thinks. */
  readonly answer: string | null
}

/**
 * Splits off the `<think>…</think>` at the beginning of some models' answers, also where the gateway sent only its end.
 * `streaming`: the text may still grow.
 */
export function splitThinking(text: string, streaming: boolean): ThinkingSplit {
  // only white space may precede the tag
  const start = text.slice(0, 100).search(/\S/)
  const none = start < 0 ? { thinking: null, answer: text } : unopened(text)
  if (start < 0 || text[start] !== '<') return none
  for (const tag of tags) {
    const opening = `<${tag}>`
    const written = text.slice(start, start + opening.length)
    if (streaming && written.length < opening.length && opening.startsWith(written)) {
      return { thinking: '', answer: null }
    }
    if (written !== opening) continue
    const closing = `</${tag}>`
    const end = text.indexOf(closing, start)
    if (end >= 0) return { thinking: text.slice(start + opening.length, end), answer: text.slice(end + closing.length) }
    return { thinking: withoutPartialTag(text.slice(start + opening.length), closing), answer: null }
  }
  return none
}

/** How far an end without a beginning is looked for, in UTF-16 units. */
const unopenedMax = 200_000

/**
 * Some templates put the beginning of thinking into the prompt, so that an answer has only its end. The end counts where
 * the answer cannot have said it: alone on a line, before any other tag, and not within code.
 */
function unopened(text: string): ThinkingSplit {
  const head = text.length > unopenedMax ? text.slice(0, unopenedMax) : text
  for (const tag of tags) {
    const closing = `</${tag}>`
    const at = head.indexOf(closing)
    if (at < 0) continue
    const before = head.slice(0, at)
    const isAlone =
      /(^|\n)[ \t]{0,20}$/.test(before.slice(-21)) &&
      /^[ \t]{0,20}\r?\n/.test(text.slice(at + closing.length, at + closing.length + 22))
    const isTold = tags.some((one) => before.includes(`<${one}>`))
    const fences = before.match(/^ {0,3}(```|~~~)/gm)?.length ?? 0
    if (isAlone && !isTold && fences % 2 === 0) return { thinking: before, answer: text.slice(at + closing.length) }
  }
  return { thinking: null, answer: text }
}

/** A text without the thinking that it begins with; the whole text where it holds nothing else. */
export function withoutThinking(text: string): string {
  const { answer, thinking } = splitThinking(text, false)
  return thinking === null || answer === null ? text : answer.trimStart()
}

/** Hides a closing tag that is only partly received. */
function withoutPartialTag(text: string, closing: string): string {
  for (let length = closing.length - 1; length > 0; length -= 1) {
    if (text.endsWith(closing.slice(0, length))) return text.slice(0, -length)
  }
  return text
}
