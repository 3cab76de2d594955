export interface Delta {
  readonly at: number
  readonly t: string
}

/**
 * Puts a delta at its place in a text that is only ever appended to. `gap` means that something before it is missing:
 * the text must be read anew. Doubles and overlaps add only what is new.
 */
export function appendDelta(text: string, delta: Delta): { readonly text: string; readonly gap: boolean } {
  const { at, t } = delta
  if (at > text.length) return { text, gap: true }
  // the usual case first: no slicing, so that V8 keeps the text as a rope and appending stays cheap
  if (at === text.length) return { text: text + t, gap: false }
  return { text: text + t.slice(text.length - at), gap: false }
}

// one character of these is about a token; of other scripts about four make one
const cjk = /[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uff00-\uffef]/g

/** About how many tokens a piece of text is: good enough for a speed that is shown while it changes. */
export function estimateTokens(text: string): number {
  const wide = text.match(cjk)?.length ?? 0
  return wide * 0.8 + (text.length - wide) / 4
}
