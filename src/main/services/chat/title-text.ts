import { withoutThinking } from '../../../shared/thinking.ts'

/** Longest title that a model may give; a longer text is no title. */
const titleMax = 120
/** Longest beginning of the question and of the answer that is sent. */
const wordsMax = 1500

/** Always in English: models follow it and keep the language of the conversation. */
const instruction =
  'Write a title for this conversation: at most six words, in the language of the conversation, without quotation marks and without a full stop. Answer with the title alone.'

/** The question that asks a model for a title. */
export function titleQuestion(question: string, answer: string): string {
  const part = (name: string, text: string) => `<${name}>\n${beginning(text)}\n</${name}>`
  return [part('question', question), part('answer', withoutThinking(answer)), instruction].join('\n\n')
}

/** The title in a model's answer; null where there is none, such as a sentence about the task, or thoughts alone. */
export function titleIn(answer: string): string | null {
  const text = withoutThinking(answer).trim()
  if (text.startsWith('<think')) return null
  const line = text.split(/\r?\n/).find(isTitle) ?? ''
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

/** Whether a line is no blank, fence or announcement, such as `Here is a title:`. */
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
