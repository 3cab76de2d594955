const tags = ['think', 'thinking'] as const

export interface ThinkingSplit {
  /** The model's thinking before its answer; null if there is none. */
  readonly thinking: string | null
  /** The answer; null while the model still thinks. */
  readonly answer: string | null
}

/** Splits off the `<think>…</think>` at the beginning of some models' answers. `streaming`: the text may still grow. */
export function splitThinking(text: string, streaming: boolean): ThinkingSplit {
  const none: ThinkingSplit = { thinking: null, answer: text }
  // only white space may precede the tag
  const start = text.slice(0, 100).search(/\S/)
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
