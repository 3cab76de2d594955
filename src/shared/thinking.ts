const tags = ['thinking', 'think'] as const

type Tag = (typeof tags)[number]

export interface ThinkingSplit {
  /** The model's thinking before its answer; null if there is none. */
  readonly thinking: string | null
  /** The answer; null while the model still thinks. */
  readonly answer: string | null
}

/** A tag in a text: its name, and where it ends. */
export interface OpeningTag {
  readonly tag: Tag
  readonly end: number
}

const openingTag = /^<(thinking|think)\s{0,20}>/i
const begunOpening = /^<([a-z]{0,8})(\s{0,20})$/i
const closingTags: Readonly<Record<Tag, RegExp>> = {
  think: /<\/think\s{0,20}>/i,
  thinking: /<\/thinking\s{0,20}>/i,
}
/** Longest closing tag, in UTF-16 units. */
const closingMax = '</thinking>'.length + 20

/** The tag that opens thinking at a place of a text; `begun` where the text ends within what may become one. */
export function openingAt(text: string, at: number): OpeningTag | 'begun' | null {
  const written = text.slice(at, at + 40)
  const found = openingTag.exec(written)
  const tag = tags.find((one) => one === found?.[1]?.toLowerCase())
  if (found !== null && tag !== undefined) return { tag, end: at + found[0].length }
  const begun = begunOpening.exec(written)
  if (begun === null || at + written.length < text.length) return null
  const [, name = '', space = ''] = begun
  const mayBe = tags.some((one) => (space === '' ? one.startsWith(name.toLowerCase()) : one === name.toLowerCase()))
  return mayBe ? 'begun' : null
}

/** Where the tag that closes thinking stands, from a place on. */
export function closingIn(text: string, tag: Tag, from = 0): { readonly at: number; readonly end: number } | null {
  const rest = text.slice(from)
  const found = closingTags[tag].exec(rest)
  return found === null ? null : { at: from + found.index, end: from + found.index + found[0].length }
}

/** How much of a text's end may be the beginning of the tag that closes thinking, in UTF-16 units. */
export function begunClosing(text: string, tag: Tag): number {
  const tail = text.slice(-closingMax)
  const at = tail.lastIndexOf('<')
  if (at < 0) return 0
  const begun = tail.slice(at).toLowerCase()
  const closing = `</${tag}`
  const mayBe = closing.startsWith(begun) || (begun.startsWith(closing) && begun.slice(closing.length).trim() === '')
  return mayBe ? begun.length : 0
}

/**
 * Splits off the `<think>…</think>` at the beginning of some models' answers, also several, and where the gateway sent only
 * the end. `streaming`: the text may still grow. In a whole text, a thought that never ends belongs to the answer.
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
    const closing = closingIn(text, opening.tag, opening.end)
    if (closing === null && !streaming) break
    if (closing === null) {
      const thought = text.slice(opening.end)
      const whole = thought.slice(0, thought.length - begunClosing(thought, opening.tag))
      return { thinking: joined([...thoughts, whole]), answer: null }
    }
    thoughts.push(text.slice(opening.end, closing.at))
    answerFrom = closing.end
    at = answerFrom + (/^\s*/.exec(text.slice(answerFrom))?.[0].length ?? 0)
  }
  return thoughts.length === 0 ? unopened(text) : { thinking: joined(thoughts), answer: text.slice(answerFrom) }
}

/** Several thoughts as one. */
function joined(thoughts: readonly string[]): string {
  return thoughts.join('\n\n')
}

/** A tag that opens thinking, anywhere in a text. */
const toldTag = /<(?:thinking|think)\s{0,20}>/i

/** How far an end without a beginning is looked for, in UTF-16 units. */
const unopenedMax = 200_000

/**
 * Some templates put the beginning of thinking into the prompt, so that an answer has only its end. The end counts where
 * the answer cannot have said it: alone on a line, before any other tag, and not within code.
 */
function unopened(text: string): ThinkingSplit {
  const head = text.length > unopenedMax ? text.slice(0, unopenedMax) : text
  for (const tag of tags) {
    const closing = closingIn(head, tag)
    if (closing === null) continue
    const { at, end } = closing
    const before = head.slice(0, at)
    // four blanks are code
    const isAlone = /(^|\n) {0,3}$/.test(before.slice(-4)) && /^[ \t]{0,20}\r?\n/.test(text.slice(end, end + 22))
    if (isAlone && !toldTag.test(before) && !endsInFence(before)) return { thinking: before, answer: text.slice(end) }
  }
  return { thinking: null, answer: text }
}

/** A text without the thinking that it begins with; empty where it holds nothing else. */
export function withoutThinking(text: string): string {
  const { answer, thinking } = splitThinking(text, false)
  return thinking === null ? text : (answer ?? '').trimStart()
}

/**
 * What an answer says before each of its rounds of calls and after the last: each part without the thinking that it begins
 * with. `ends`: where the rounds ended in the text, in UTF-16 units.
 */
export function saidParts(text: string, ends: readonly number[]): readonly string[] {
  return partsOf(text, ends).map(withoutThinking)
}

/** What the model thought before each of them; empty where it did not. */
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

/** Whether a text ends within a fenced block of code, also one in a list. */
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
