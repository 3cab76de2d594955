/** Marks around a model's thinking. */
export interface ThinkingMark {
  /** The marks that end it; the first in the text counts. */
  readonly closings: readonly Closing[]
}

interface Closing {
  /** Beginning in lower case. */
  readonly prefix: string
  /** End, after spaces; empty if the prefix is the whole mark. */
  readonly suffix: string
  /** True if the mark begins another part, and therefore stays in the text. */
  readonly isKept?: true
}

/** A mark at a position in a text. */
export interface OpeningMark {
  /** The mark of the thinking that begins; null if the answer itself begins after it. */
  readonly mark: ThinkingMark | null
  readonly end: number
}

/** Maximum number of spaces within a tag. */
const blanksMax = 20
/** Longest mark, in UTF-16 units. */
const markMax = 160

/** A thinking tag, possibly prefixed with a model name: `<seed:think>`, `<longcat_think>`. */
const openingTag = /^<((?:[a-z][a-z\d-]{0,15}[:_])?(?:ant)?(?:thinking|think|thoughts|thought|reasoning))\s{0,20}>/i
const begunTag = /^<(?:[a-z][a-z\d-]{0,15}[:_]?[a-z]{0,12}\s{0,20})?$/i
const openingToken = /^<\|(?:begin|start)_((?:of_)?(?:thinking|think|thought|reasoning))\|>/i
const answerToken = /^<\|(?:begin|start)_(?:of_)?(?:solution|response|answer)\|>/i
const begunToken = /^<(?:\|[a-z_]{0,24}\|?)?$/i

/** Marks without variants, in lower case. */
const literals: readonly (readonly [opening: string, closing: string])[] = [
  ['◁think▷', '◁/think▷'],
  ['◁thinking▷', '◁/thinking▷'],
  ['[think]', '[/think]'],
  ['<|channel>thought', '<channel|>'],
]

/** Thoughts of the harmony format, which end with their message, or where the next one begins. */
const channelMark: ThinkingMark = {
  closings: [
    { prefix: '<|end|>', suffix: '' },
    { prefix: '<|call|>', suffix: '' },
    { prefix: '<|start|>', suffix: '', isKept: true },
    { prefix: '<|channel|>', suffix: '', isKept: true },
  ],
}

/** Marks after an answer that began with one. */
export const answerEndings = [
  ...['<|return|>', '<|end|>', '<|end_of_solution|>', '<|end_solution|>', '<|end_response|>', '<|end_answer|>'],
  ...['<|end_of_response|>', '<|end_of_answer|>'],
]

/** Returns the mark at a position of a text; `begun` if the text ends within a possible mark. */
export function openingAt(text: string, at: number): OpeningMark | 'begun' | null {
  const written = text.slice(at, at + markMax)
  const isEnd = at + written.length === text.length
  const tag = openingTag.exec(written)
  if (tag !== null) return { mark: between('</', tag[1] ?? '', '>'), end: at + tag[0].length }
  const token = openingToken.exec(written)
  if (token !== null) return { mark: between('<|end_', token[1] ?? '', '|>'), end: at + token[0].length }
  const answer = answerToken.exec(written)
  if (answer !== null) return { mark: null, end: at + answer[0].length }
  const lower = written.toLowerCase()
  for (const [opening, closing] of literals) {
    if (lower.startsWith(opening))
      return { mark: { closings: [{ prefix: closing, suffix: '' }] }, end: at + opening.length }
    if (isEnd && opening.startsWith(lower) && lower !== '') return 'begun'
  }
  const channel = channelAt(lower, isEnd)
  if (channel === 'begun') return channel
  if (channel !== null) return { mark: channel.isAnswer ? null : channelMark, end: at + channel.length }
  return isEnd && (begunTag.test(written) || begunToken.test(written)) ? 'begun' : null
}

function between(start: string, name: string, suffix: string): ThinkingMark {
  return { closings: [{ prefix: `${start}${name.toLowerCase()}`, suffix }] }
}

const starts = ['<|start|>assistant', '']
const channelStart = '<|channel|>'
const messageStart = '<|message|>'
/** Longest name of a channel with the text after it, in UTF-16 units. */
const channelMax = 80
/** A channel, and the recipient and format of its message. A text with another mark is the model's own. */
const channelHead = /^\s{0,3}[a-z_]{1,20}[^<\n]{0,70}(?:<\|constrain\|>[^<\n]{0,40})?$/

/** Reads the head of a message in the harmony format: `<|start|>assistant<|channel|>analysis<|message|>`. */
function channelAt(
  lower: string,
  isEnd: boolean,
): { readonly isAnswer: boolean; readonly length: number } | 'begun' | null {
  for (const start of starts) {
    const head = `${start}${channelStart}`
    if (isEnd && lower !== '' && head.startsWith(lower)) return 'begun'
    if (!lower.startsWith(head)) continue
    const rest = lower.slice(head.length, head.length + channelMax)
    const at = rest.indexOf(messageStart)
    if (at >= 0 && !channelHead.test(rest.slice(0, at))) return null
    if (at >= 0) return { isAnswer: rest.startsWith('final'), length: head.length + at + messageStart.length }
    return isEnd && rest.length < channelMax ? 'begun' : null
  }
  return null
}

/** Returns the position of the mark that closes thinking, from an offset on. */
export function closingIn(
  text: string,
  { closings }: ThinkingMark,
  from = 0,
): { readonly at: number; readonly end: number } | null {
  let first: { readonly at: number; readonly end: number } | null = null
  for (const closing of closings) {
    const found = placeOf(text, closing, from)
    if (found !== null && (first === null || found.at < first.at)) first = found
  }
  return first
}

function placeOf(text: string, { prefix, suffix, isKept }: Closing, from: number) {
  const head = prefix.charAt(0)
  for (let at = text.indexOf(head, from); at >= 0; at = text.indexOf(head, at + 1)) {
    if (text.slice(at, at + prefix.length).toLowerCase() !== prefix) continue
    const end = at + prefix.length
    if (suffix === '') return { at, end: isKept ? at : end }
    const blanks = /^\s{0,20}/.exec(text.slice(end, end + blanksMax))?.[0].length ?? 0
    if (text.startsWith(suffix, end + blanks)) return { at, end: end + blanks + suffix.length }
  }
  return null
}

/** Returns the length of a text's end that may begin the mark that closes thinking, in UTF-16 units. */
export function begunClosing(text: string, { closings }: ThinkingMark): number {
  return Math.max(0, ...closings.map((closing) => begunLength(text, closing)))
}

function begunLength(text: string, { prefix, suffix }: Closing): number {
  const tail = text.slice(-(prefix.length + blanksMax + suffix.length))
  const at = tail.lastIndexOf(prefix.charAt(0))
  if (at < 0) return 0
  const begun = tail.slice(at)
  const lower = begun.toLowerCase()
  if (prefix.startsWith(lower)) return begun.length
  if (suffix === '' || !lower.startsWith(prefix)) return 0
  return suffix.startsWith(begun.slice(prefix.length).trimStart()) ? begun.length : 0
}

/** Returns a text without the marks that end an answer. */
export function withoutEnding(text: string): string {
  const trimmed = text.trimEnd()
  const ending = answerEndings.find((one) => trimmed.toLowerCase().endsWith(one))
  return ending === undefined ? text : withoutEnding(trimmed.slice(0, -ending.length))
}

/** Returns the length of a text's end that may be, or become, marks that end an answer, in UTF-16 units. */
export function begunEnding(text: string): number {
  const tail = text.slice(-markMax)
  for (let at = tail.indexOf('<'); at >= 0; at = tail.indexOf('<', at + 1)) {
    const rest = tail.slice(at).toLowerCase().trimEnd()
    if (areEndings(rest)) return tail.length - at
  }
  return 0
}

function areEndings(text: string): boolean {
  if (text === '') return true
  return answerEndings.some(
    (ending) =>
      ending.startsWith(text) || (text.startsWith(ending) && areEndings(text.slice(ending.length).trimStart())),
  )
}

/** Marks that close a thought without an opening mark, in lower case. */
export const loneClosings: readonly ThinkingMark[] = [
  ...['think', 'thinking', 'thought', 'thoughts', 'reasoning', 'seed:think'].map((name) => between('</', name, '>')),
  ...literals.map(([, closing]): ThinkingMark => ({ closings: [{ prefix: closing, suffix: '' }] })),
]
