import { withoutThinking } from '../../../shared/thinking.ts'
import { parsed } from '../../storage/stored-json.ts'

/** Longest title that a model may give; a longer text is not a title. */
const titleMax = 120
/** Longest beginning of the question and of the answer that is sent. */
const wordsMax = 1500

/** Always in English: models follow it and keep the language of the conversation. */
const instruction =
  'Write a title for this conversation: at most six words, in the language of the conversation, without quotation marks and without a full stop. Answer with the title alone.'

/** Returns the question that asks a model for a title. */
export function titleQuestion(question: string, answer: string): string {
  const part = (name: string, text: string) => `<${name}>\n${beginning(text)}\n</${name}>`
  return [part('question', question), part('answer', withoutThinking(answer)), instruction].join('\n\n')
}

/**
 * Returns the title in a model's answer. Null if it has none, for example a sentence about the task, or only thinking.
 */
export function titleIn(answer: string): string | null {
  const text = withoutThinking(answer).trim()
  if (text.startsWith('<think')) return null
  const told = titleInJson(text)
  if (told === '') return null
  const line = (told ?? text).split(/\r?\n/).find(isTitle) ?? ''
  const title = line
    .trim()
    .replace(/^#+ /, '')
    .replace(/^(?:title|标题) ?[:：]/i, '')
    .replaceAll('**', '')
    .trim()
  const bare = unquoted(title)
    .replace(/[.。]$/, '')
    .trim()
  return bare === '' || bare.length > titleMax ? null : bare
}

/** Names under which models put a title into JSON, the likeliest first. */
const titleNames = ['title', '标题', '題名', 'name', 'subject', 'topic'] as const

/**
 * Returns the title of an answer that is JSON, even in a fence or cut off. Empty if it has none, null for other
 * answers.
 */
function titleInJson(text: string): string | null {
  const lines = text.split('\n')
  const body = lines
    .slice(Math.max(0, lines.findIndex(isTitle)))
    .join('\n')
    .trimStart()
  if (!/^[{[]\s*["{[\]}]/.test(body)) return null
  for (const name of titleNames) {
    const at = body.indexOf(`"${name}"`)
    const [, value = ''] =
      /^\s*:\s*"((?:[^"\\]|\\.){0,1000})/.exec(at < 0 ? '' : body.slice(at + name.length + 2)) ?? []
    if (value !== '') return plainText(value)
  }
  // a list with the title alone
  const [, value = ''] = /^\[\s*"((?:[^"\\]|\\.){0,1000})/.exec(body) ?? []
  return plainText(value)
}

/** Decodes the inside of a JSON string; returns it unchanged if its escapes are wrong. */
function plainText(inside: string): string {
  const value = parsed(`"${inside}"`)
  return typeof value === 'string' ? value : inside
}

/** Returns true if a line is neither blank, nor a fence, nor an announcement such as `Here is a title:`. */
function isTitle(line: string): boolean {
  return !/^(?:\s*|\s*(?:```|~~~)\w*\s*|.*[:：][\s*]*)$/.test(line)
}

const quotes: readonly (readonly [string, string])[] = [
  ['"', '"'],
  ["'", "'"],
  ['“', '”'],
  ['「', '」'],
  ['《', '》'],
]

function unquoted(text: string): string {
  const around = quotes.find(([open, close]) => text.length >= 2 && text.startsWith(open) && text.endsWith(close))
  return around === undefined ? text : text.slice(1, -1)
}

function beginning(text: string): string {
  const cut = text.trim().slice(0, wordsMax)
  // never between the halves of a surrogate pair
  return /[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut
}
