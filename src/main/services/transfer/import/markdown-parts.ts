import { exportWords } from '../export/export-words.ts'

/** A message of a Markdown file. */
export interface MarkdownMessage {
  readonly role: 'user' | 'assistant' | 'system'
  readonly text: string
  /** Name of the model; empty if the heading names none. */
  readonly model: string
  readonly at: number | null
}

export interface MarkdownChat {
  readonly title: string
  readonly facts: Readonly<Record<string, unknown>>
  readonly messages: readonly MarkdownMessage[]
}

interface Head {
  readonly role: MarkdownMessage['role']
  readonly level: number
  readonly model: string
  readonly at: number | null
}

const words = [exportWords('en'), exportWords('zh-CN')]
const roles: ReadonlyMap<string, MarkdownMessage['role']> = new Map([
  ...['user', 'you', 'human', 'me', 'prompt', 'question', 'q', '用户', '我', '你', '提问', '问题', '问'].map(
    (name) => [name, 'user'] as const,
  ),
  ...['assistant', 'ai', 'bot', 'chatgpt', 'gpt', 'claude', 'gemini', 'deepseek', 'copilot', 'model', 'response'].map(
    (name) => [name, 'assistant'] as const,
  ),
  ...['answer', 'reply', 'a', '助手', '助理', '回答', '回复', '模型', '答', 'ai助手'].map(
    (name) => [name, 'assistant'] as const,
  ),
  ...['system', 'system prompt', 'instructions', '系统', '系统提示词'].map((name) => [name, 'system'] as const),
])
/** Longest front matter, in lines. */
const frontMax = 200
/** Maximum length of a heading that becomes the title; a longer one would be truncated. */
const titleMax = 200
/** A line of front matter: a fact, or the continuation of one. */
const frontLine = /^(?:[^\s:*>`|#-][^:]{0,99}:(?:\s|$)|#|-\s|\s|$)/
const onlyRules = /^[-*_\s]*$/

/** Splits a Markdown file at the headings that name who speaks. Without any it is one message. */
export function chatInMarkdown(text: string): MarkdownChat {
  const lines = text.split(/\r?\n/)
  const { facts, from } = frontIn(lines)
  const heads = headsIn(lines, from)
  const first = heads.at(0)?.[0] ?? lines.length
  const named = typeof facts.title === 'string' ? facts.title.trim() : ''
  const { rest, title } = titleIn(lines.slice(from, first), named)
  const system = instructionsIn(rest)
  const messages = heads.map(([line, head], index) => ({
    role: head.role,
    text: lines
      .slice(line + 1, heads[index + 1]?.[0] ?? lines.length)
      .join('\n')
      .trim(),
    model: head.model,
    at: head.at,
  }))
  const before = system === null && !onlyRules.test(rest) ? rest.trim() : ''
  const spoken: readonly MarkdownMessage[] =
    before === '' ? messages : [{ role: 'user', text: before, model: '', at: null }, ...messages]
  return {
    title: named || title,
    facts,
    messages: system === null ? spoken : [{ role: 'system', text: system, model: '', at: null }, ...spoken],
  }
}

/** Facts before the text, one in a line; values are JSON or plain. */
function frontIn(lines: readonly string[]): {
  readonly facts: Readonly<Record<string, unknown>>
  readonly from: number
} {
  const end = lines[0]?.trim() === '---' ? lines.slice(1, frontMax).findIndex((line) => line.trim() === '---') : -1
  const front = lines.slice(1, Math.max(end, 0) + 1)
  // text between two rules, where one line is not a fact
  if (end < 0 || !front.every((line) => frontLine.test(line))) return { facts: {}, from: 0 }
  const facts = front.flatMap((line): (readonly [string, unknown])[] => {
    const at = line.indexOf(':')
    return at < 1 || /^[\s#-]/.test(line)
      ? []
      : [[line.slice(0, at).trim().toLowerCase(), valueIn(line.slice(at + 1).trim())]]
  })
  if (facts.length === 0) return { facts: {}, from: 0 }
  return { facts: Object.fromEntries(facts.filter(([name]) => name !== '__proto__')), from: end + 2 }
}

function valueIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text.replace(/^'|'$/g, '')
  }
}

/** Code within a line may begin with three backticks, too. */
const fenceStart = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/
const fenceEnd = /^ {0,3}(`{3,}|~{3,})[ \t]*$/

/** Lines with headings of messages, outside of code: all of one level, at which both sides speak. */
function headsIn(lines: readonly string[], from: number): readonly (readonly [line: number, head: Head])[] {
  const found: (readonly [number, Head, isTimed: boolean])[] = []
  let fence = ''
  for (const [line, text] of lines.entries()) {
    if (line < from) continue
    const mark = (fence === '' ? fenceStart : fenceEnd).exec(text)?.[1] ?? ''
    if (fence === '' && mark !== '') fence = mark
    else if (fence !== '' && mark[0] === fence[0] && mark.length >= fence.length) fence = ''
    if (fence !== '') continue
    const timed = timedHead(text)
    const head = timed ?? plainHead(text)
    if (head !== null) found.push([line, head, timed !== null])
  }
  // each heading of Atelier's own export has a time
  const isOwn = found.some(([, { role }, isTimed]) => isTimed && role === 'user')
  const plain = found.filter(([, , isTimed]) => !isTimed).map(([line, head]) => [line, head] as const)
  if (isOwn) return found.filter(([, , isTimed]) => isTimed).map(([line, head]) => [line, head] as const)
  const levels = plain.map(([, { level }]) => level)
  const [users, models] = (['user', 'assistant'] as const).map(
    (role) => new Set(plain.filter(([, head]) => head.role === role).map(([, head]) => head.level)),
  )
  // headings of only one speaker belong to the text
  const spoken = levels.find((level) => users?.has(level) === true && models?.has(level) === true)
  return plain.filter(([, { level }]) => level === spoken)
}

/** Reads a heading of Atelier's own export: `## You · 2026-01-31 10:00`, or a model's name instead of `You`. */
function timedHead(line: string): Head | null {
  const found = /^## (.{1,400}) · (\d{4})-(\d\d)-(\d\d) (\d\d):(\d\d)$/.exec(line)
  if (found === null) return null
  const [, name = '', ...numbers] = found
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = numbers.map(Number)
  const isUser = words.some(({ you }) => you === name)
  const at = new Date(year, month - 1, day, hour, minute).getTime()
  return { role: isUser ? 'user' : 'assistant', level: 2, model: isUser ? '' : name, at }
}

/** Reads a heading or a bold line that only names the speaker. */
function plainHead(line: string): Head | null {
  const heading = /^(#{1,6})[ \t]+(\S.{0,199})$/.exec(line)
  const bold = heading === null ? /^\*\*(.{1,100})\*\*[:：]?[ \t]*$/.exec(line)?.[1] : undefined
  const label = heading?.[2] ?? bold
  if (label === undefined) return null
  const name = label
    .replace(/[*_:：#]/g, '')
    .replace(/^[^\p{L}]{1,20}/u, '')
    .split(/[(（·|]|\s[-–—]\s/, 1)[0]
    ?.trim()
    .toLowerCase()
  const role = roles.get(name ?? '')
  return role === undefined ? null : { role, level: heading?.[1]?.length ?? 7, model: '', at: null }
}

/**
 * Returns the title, a heading of the first level, and the text without it. A title other than the `named` one is text.
 */
function titleIn(lines: readonly string[], named: string): { readonly title: string; readonly rest: string } {
  const at = lines.findIndex((line) => line.trim() !== '')
  const found = /^#[ \t]+(\S.{0,1999})$/.exec(lines[at] ?? '')?.[1]?.trim() ?? ''
  const isTitle = found !== '' && (named === '' ? found.length <= titleMax : found === named.replace(/\s+/g, ' '))
  return isTitle ? { title: found, rest: lines.slice(at + 1).join('\n') } : { title: '', rest: lines.join('\n') }
}

/** Instructions of an export of Atelier: a quote under their name. */
function instructionsIn(text: string): string | null {
  const found = words.map(({ instructions }) => quoteUnder(text, instructions)).find((quote) => quote !== null)
  return found === undefined || found === null || found.rest !== '' ? null : found.quote
}

/** Splits off the model's thoughts: a quote under its name at the beginning. */
export function withoutThought(text: string): { readonly thinking: string; readonly text: string } {
  const found = words.map(({ thinking }) => quoteUnder(text, thinking)).find((quote) => quote !== null)
  return found == null ? { thinking: '', text } : { thinking: found.quote, text: found.rest }
}

function quoteUnder(text: string, name: string): { readonly quote: string; readonly rest: string } | null {
  const [head, empty, ...lines] = text.trim().split('\n')
  if (head !== `**${name}**` || empty !== '' || lines[0]?.startsWith('>') !== true) return null
  const end = lines.findIndex((line) => !line.startsWith('>'))
  const quote = end < 0 ? lines : lines.slice(0, end)
  return {
    quote: quote
      .map((line) => line.replace(/^> ?/, ''))
      .join('\n')
      .trim(),
    rest: end < 0 ? '' : lines.slice(end).join('\n').trim(),
  }
}
