import { paragraphs } from './message-text.ts'

const opening = '<details type="'
const closing = '</details>'

/** A text without the marks that Open WebUI puts around thoughts and tool calls. */
export interface PlainText {
  readonly text: string
  readonly thinking: string
  /** Number of calls that were removed. */
  readonly tools: number
}

/** Removes the marks. Code that a model ran stays; an unclosed mark is text. */
export function withoutDetails(text: string): PlainText {
  const said: string[] = []
  const thoughts: string[] = []
  let tools = 0
  let from = 0
  for (;;) {
    const at = text.indexOf(opening, from)
    const headEnd = at < 0 ? -1 : text.indexOf('>', at)
    const end = headEnd < 0 ? -1 : text.indexOf(closing, headEnd)
    if (end < 0) break
    said.push(text.slice(from, at))
    const kind = text.slice(at + opening.length, at + opening.length + 30)
    const inner = withoutSummary(text.slice(headEnd + 1, end))
    if (kind.startsWith('reasoning"')) thoughts.push(unquoted(inner))
    else if (kind.startsWith('tool_calls"')) tools += 1
    else said.push(inner)
    from = end + closing.length
  }
  if (from === 0) return { text, thinking: '', tools: 0 }
  return { text: paragraphs([...said, text.slice(from)]), thinking: paragraphs(thoughts), tools }
}

function withoutSummary(text: string): string {
  const end = text.indexOf('</summary>')
  return end < 0 ? text : text.slice(end + '</summary>'.length)
}

/** Decodes thinking, which is written as a quote with escaped characters. */
function unquoted(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')
    .split('\n')
    .map((line) => (line.startsWith('> ') ? line.slice(2) : line === '>' ? '' : line))
    .join('\n')
    .trim()
}
