import { withClosedFence } from '../../../../shared/closed-fence.ts'
import type { PortableConversation, PortableImage, PortableMessage, PortableVideo } from '../atelier-format.ts'
import { fenced } from '../fenced-text.ts'
import type { ExportWords } from './export-words.ts'
import { fileNamesOf, oneLine, passagesOf, type TextPart, textParts, thoughtOf } from './message-parts.ts'

/** A message in the form that the Markdown export needs. */
export interface WrittenMessage {
  readonly message: PortableMessage
  /** Number of versions if the reader can find the others; otherwise 1. */
  readonly versions: number
  /** Path of a media file in the archive; null for a lost one. */
  readonly pathOf: (id: string) => string | null
  /** True if the model's thoughts are written too. */
  readonly thinking?: boolean
  /** Relative path from the message's file to the archive's root. */
  readonly up?: string
}

/** Returns the name of a month's folder: year and month. */
export function monthOf(ms: number): string {
  return localTime(ms).slice(0, 7)
}

/** Returns the beginning of a chat's file: its facts as YAML front matter, then the title. */
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

/** Returns a part of a document's file: its unchanged text. */
export function documentPart({ text }: PortableMessage): string {
  return text
}

/** Returns one message of a chat's file. The file is two folders deep unless `up` says otherwise. */
export function chatMessage(
  { message, pathOf, thinking = false, up = '../../', versions }: WrittenMessage,
  words: ExportWords,
): string {
  const who = message.role === 'user' ? words.you : oneLine(message.model)
  const picture = (id: string): string => {
    const path = pathOf(id)
    if (path === null) return `*${words.missingPicture}*`
    // a tool can make a video too
    return `${/\.(?:png|jpg|webp|gif)$/.test(path) ? '![]' : `[${baseName(path)}]`}(${up}${link(path)})`
  }
  const notes = [
    ...(message.state === 'done' ? [] : [`*${words.interrupted}*`]),
    ...(versions > 1 ? [`*${words.versions(versions - 1)}*`] : []),
  ]
  const parts = [
    `## ${who} · ${localTime(message.createdAt)}`,
    ...message.attachments.map(picture),
    ...fileNamesOf(message).map(verbatim),
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

/** Returns the model's thoughts as a quote under their label. */
function quotedThought(message: PortableMessage, words: ExportWords): readonly string[] {
  const thought = thoughtOf(message)
  return thought === '' ? [] : [`**${words.thinking}**`, quoted(thought)]
}

/** Returns a block in which nothing is Markdown, so that no result loads a picture or looks like an answer. */
function verbatim(text: string): string {
  return fenced(text, 'text')
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

/** Returns a link to a file of the archive. */
function link(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/')
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/** Formats a time in local time. */
export function localTime(ms: number): string {
  const at = new Date(ms)
  const two = (value: number): string => String(value).padStart(2, '0')
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
  return `${day} ${two(at.getHours())}:${two(at.getMinutes())}`
}
