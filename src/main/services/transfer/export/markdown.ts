import type { PortableConversation, PortableImage, PortableMessage, PortableVideo } from '../atelier-format.ts'
import type { ExportWords } from './export-words.ts'
import { filesOf, oneLine, passagesOf, type TextPart, textParts, thoughtOf } from './message-parts.ts'

/** A message in the form that the Markdown export needs. */
export interface WrittenMessage {
  readonly message: PortableMessage
  /** Number of versions, where the reader can find the others; 1 else. */
  readonly versions: number
  /** Path of a media file in the archive; null for a lost one. */
  readonly pathOf: (id: string) => string | null
  /** Whether what the model thought is written too. */
  readonly thinking?: boolean
  /** Way from the message's file to the archive's root. */
  readonly up?: string
}

/** Name of a month's folder: year and month. */
export function monthOf(ms: number): string {
  return localTime(ms).slice(0, 7)
}

/** The beginning of a chat's file: its facts as YAML front matter, then the title. */
export function chatHead(about: PortableConversation, words: ExportWords): string {
  const { parameters } = about
  const facts = [
    ['title', about.title],
    ['model', about.model],
    ['created', new Date(about.createdAt).toISOString()],
    ['updated', new Date(about.activeAt).toISOString()],
    ...(about.tags.length === 0 ? [] : [['tags', about.tags] as const]),
  ] as const
  // every JSON value is valid YAML
  const front = facts.map(([name, value]) => `${name}: ${JSON.stringify(value)}`).join('\n')
  const system = parameters.system === '' ? '' : `**${words.instructions}**\n\n${quoted(parameters.system)}\n\n`
  return `---\n${front}\n---\n\n# ${oneLine(about.title)}\n\n${system}`
}

/** A part of a document's file: its text as it is. */
export function documentPart({ text }: PortableMessage): string {
  return text
}

/** One message of a chat's file. The file lies two folders deep where nothing else is said. */
export function chatMessage(
  { message, pathOf, thinking = false, up = '../../', versions }: WrittenMessage,
  words: ExportWords,
): string {
  const who = message.role === 'user' ? words.you : oneLine(message.model)
  const picture = (id: string): string => {
    const path = pathOf(id)
    if (path === null) return `*${words.missingPicture}*`
    // a tool can make a film too
    return `${/\.(?:png|jpg|webp|gif)$/.test(path) ? '![]' : `[${baseName(path)}]`}(${up}${link(path)})`
  }
  const notes = [
    ...(message.state === 'done' ? [] : [`*${words.interrupted}*`]),
    ...(versions > 1 ? [`*${words.versions(versions - 1)}*`] : []),
  ]
  const parts = [
    `## ${who} · ${localTime(message.createdAt)}`,
    ...message.attachments.map(picture),
    ...filesOf(message).map(verbatim),
    ...(thinking ? quotedThought(message, words) : []),
    ...textParts(message).map((part) => written(part, picture)),
    ...passagesOf(message).map(verbatim),
    ...notes,
  ]
  return `${parts.filter((part) => part !== '').join('\n\n')}\n\n`
}

function written(part: TextPart, picture: (id: string) => string): string {
  switch (part.kind) {
    case 'said':
      return withClosedFence(part.text)
    case 'verbatim':
      return verbatim(part.text)
    case 'made':
      return picture(part.id)
    default:
      return part satisfies never
  }
}

/** What a model thought, as a quote under its name. */
function quotedThought(message: PortableMessage, words: ExportWords): readonly string[] {
  const thought = thoughtOf(message)
  return thought === '' ? [] : [`**${words.thinking}**`, quoted(thought)]
}

/** Elements that go on over empty lines. */
const rawElement = /^ {0,3}<(script|pre|style|textarea)(?:[\s>]|$)/i
const elementEnds = ['</script>', '</pre>', '</style>', '</textarea>'] as const
/** Other raw HTML that does, and what ends it. */
const rawKinds = [
  [/^ {0,3}<!--/, '-->'],
  [/^ {0,3}<\?/, '?>'],
  [/^ {0,3}<![a-z]/i, '>'],
  [/^ {0,3}<!\[CDATA\[/, ']]>'],
] as const

/** A block that goes on until it is closed: by a line of marks, or where any of some texts stands. */
type OpenBlock =
  | { readonly kind: 'fence'; readonly marks: string }
  | { readonly kind: 'raw'; readonly ends: readonly string[]; readonly close: string }

/**
 * Markdown whose last block of code, formula or raw HTML is closed, as in an answer that was stopped inside one: what
 * follows would belong to it too. Those in quotes and lists end with these.
 */
export function withClosedFence(text: string): string {
  let open: OpenBlock | null = null
  // columns that belong to the list item that goes on; 0 outside of lists
  let item = 0
  let isAfterBlank = false
  for (const line of text.split('\n')) {
    const isBlank = line.trim() === ''
    if (open !== null) {
      if (endsIn(line, open)) open = null
    } else if (!isBlank && (item === 0 || indentOf(line) < item)) {
      const begun = itemOf(line)
      open = begun > 0 ? null : begunBy(line)
      // a line without the indent goes on with the item's paragraph, unless it begins something
      if (begun > 0 || isAfterBlank || open !== null || beginsBlock.test(line)) item = begun
    }
    isAfterBlank = isBlank
  }
  if (open === null) return text
  let end = text.length
  while (text[end - 1] === '\n') end -= 1
  return `${text.slice(0, end)}\n${open.kind === 'fence' ? open.marks : open.close}`
}

/** A line that begins a block of its own also right behind a paragraph. */
const beginsBlock = /^ {0,3}(?:#{1,6}(?:\s|$)|>|```|~~~|\$\$|<[!?/a-z]|([-*_])[ \t]*(?:\1[ \t]*){2,}$)/i
const rule = /^ {0,3}([-*_])[ \t]*(?:\1[ \t]*){2,}$/
const itemMark = /^( {0,3}(?:[-+*]|\d{1,9}[.)]))([ \t]*)(\S?)/

/**
 * The columns before the words of a list item that begins with a line; 0 for none.
 * https://spec.commonmark.org/0.31.2/#list-items
 */
function itemOf(line: string): number {
  const found = rule.test(line) ? null : itemMark.exec(line)
  if (found === null) return 0
  const [, mark = '', space = '', first = ''] = found
  if (first === '') return mark.length + 1
  const gap = indentOf(`${' '.repeat(mark.length)}${space}x`) - mark.length
  if (gap === 0) return 0
  return gap > 4 ? mark.length + 1 : mark.length + gap
}

/** Columns of white space before a line's words; a tab goes to the next fourth one. */
function indentOf(line: string): number {
  let columns = 0
  for (const character of line) {
    if (character === ' ') columns += 1
    else if (character === '\t') columns += 4 - (columns % 4)
    else break
  }
  return columns
}

/** The block that a line begins and does not end; null for none. */
function begunBy(line: string): OpenBlock | null {
  const { marks, rest } = fenceOf(line)
  // the name after backticks holds none, and what stands behind a formula's marks no dollar
  if (marks !== '') return !marks.startsWith('~') && rest.includes(marks.charAt(0)) ? null : { kind: 'fence', marks }
  const open = rawBegunBy(line)
  return open === null || endsIn(line, open) ? null : open
}

/** https://spec.commonmark.org/0.31.2/#html-blocks, kinds 1 to 5 */
function rawBegunBy(line: string): OpenBlock | null {
  const element = rawElement.exec(line)?.[1]
  if (element !== undefined) return { kind: 'raw', ends: elementEnds, close: `</${element.toLowerCase()}>` }
  const close = rawKinds.find(([start]) => start.test(line))?.[1]
  return close === undefined ? null : { kind: 'raw', ends: [close], close }
}

function endsIn(line: string, open: OpenBlock): boolean {
  if (open.kind === 'raw') {
    const folded = line.toLowerCase()
    return open.ends.some((end) => folded.includes(end))
  }
  const { marks, rest } = fenceOf(line)
  return marks.startsWith(open.marks) && rest.trim() === ''
}

/** The marks of code or of a formula at the beginning of a line, and what follows them; empty for none. */
function fenceOf(line: string): { readonly marks: string; readonly rest: string } {
  const start = /^ {0,3}(?=```|~~~|\$\$)/.exec(line)?.[0].length
  if (start === undefined) return { marks: '', rest: line }
  let end = start
  while (line[end] === line[start]) end += 1
  return { marks: line.slice(start, end), rest: line.slice(end) }
}

/** A block in which nothing is Markdown, so that no result loads a picture or looks like an answer. */
function verbatim(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([marks]) => marks.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}text\n${text}\n${fence}`
}

/** Describes how an image was made. `path` is its path relative to this file. */
export function imageRecipe(image: PortableImage, path: string | null, words: ExportWords): string {
  const size = image.width === null || image.height === null ? image.askedSize : `${image.width}×${image.height}`
  return recipe(image.prompt, path === null ? `*${words.missingPicture}*` : `![](${link(baseName(path))})`, [
    [words.model, image.model],
    ...(size === null ? [] : [[words.size, size] as const]),
    [words.made, localTime(image.createdAt)],
  ])
}

/** Describes how a video was made. */
export function videoRecipe(video: PortableVideo, path: string | null, words: ExportWords): string {
  const file = baseName(path ?? '')
  return recipe(video.request.prompt, path === null ? `*${words.noFile}*` : `[${file}](${link(file)})`, [
    [words.model, video.request.model],
    [words.length, `${video.request.duration} s`],
    [words.made, localTime(video.createdAt)],
  ])
}

function recipe(prompt: string, shown: string, facts: readonly (readonly [string, string])[]): string {
  const list = facts.map(([name, value]) => `- ${name}: ${oneLine(value)}`).join('\n')
  return `${shown}\n\n${quoted(prompt)}\n\n${list}\n\n---\n\n`
}

function quoted(text: string): string {
  return text
    .trim()
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n')
}

/** A link to a file of the archive. */
function link(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/')
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/** Formatted in local time. */
export function localTime(ms: number): string {
  const at = new Date(ms)
  const two = (value: number): string => String(value).padStart(2, '0')
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
  return `${day} ${two(at.getHours())}:${two(at.getMinutes())}`
}
