import { hash } from 'node:crypto'
import { posix } from 'node:path'
import { decodeText } from '../../documents/text-decoding.ts'
import { textMax } from '../portable-fields.ts'
import { type ForeignConversation, portableFrom, type SetAside, timeOf } from './foreign.ts'
import { contentOf, type ImportSource, type SourceFile } from './import-source.ts'
import { chatInMarkdown, withoutThought } from './markdown-parts.ts'
import { paragraphs } from './message-text.ts'
import type { SaidMessage } from './message-tree.ts'
import type { PictureSource, Portable, ReadParts } from './portable-items.ts'
import { Skips } from './skips.ts'

const markdownName = /\.(md|markdown)$/i
const pictureName = /\.(png|jpe?g|webp|gif)$/i

/** Returns the Markdown files of an import, without those that a system adds. */
export function markdownFilesOf({ files }: ImportSource): readonly SourceFile[] {
  return [...files.values()].filter(({ name }) => markdownName.test(name) && !isHidden(name))
}

function isHidden(name: string): boolean {
  return name.split('/').some((part) => part.startsWith('.') || part === '__MACOSX')
}

/** Reads Markdown files: each is a chat, with a message for each heading that names who speaks. */
export async function* readMarkdown(parts: ReadParts): AsyncGenerator<Portable<PictureSource>> {
  const used = new Set(parts.files.map(({ name }) => name))
  for (const file of parts.files)
    for (const item of portableFrom('markdown', await chatOf(file, parts), parts.now)) {
      if (item.type === 'message')
        for (const picture of item.pictures) if (picture.kind === 'file') used.add(picture.path)
      yield item
    }
  for (const { name } of parts.source.files.values())
    if (!used.has(name) && !isHidden(name))
      yield { type: 'skipped', reason: pictureName.test(name) ? 'other' : 'attachment', count: 1, title: name }
}

async function chatOf(file: SourceFile, parts: ReadParts): Promise<ForeignConversation | SetAside> {
  const name = posix.basename(file.name).replace(markdownName, '')
  // a character of UTF-8 has up to 4 bytes
  if (file.bytes > 4 * textMax) return { title: name, reason: 'damaged' }
  const chunks: Buffer[] = []
  for await (const chunk of contentOf(file, parts.signal, (part) => parts.onBytes(part.length))) chunks.push(chunk)
  const bytes = Buffer.concat(chunks)
  const text = decodeText(bytes)?.text
  if (text === undefined) return { title: name, reason: 'damaged' }
  const { facts, messages, title } = chatInMarkdown(text)
  const spoken = messages.filter(({ role }) => role !== 'system')
  const said = spoken.map((message) => saidOf(message, file, parts.source))
  const shown = said.filter((one) => one.text !== '' || one.thinking !== '' || one.pictures.length > 0)
  return {
    // the same text under another name is the same chat
    key: hash('sha256', bytes, 'hex'),
    title: title || name,
    createdAt: timeOf(facts.created ?? facts.date),
    activeAt: timeOf(facts.updated),
    model: typeof facts.model === 'string' ? facts.model : '',
    system: paragraphs(messages.filter(({ role }) => role === 'system').map((message) => message.text)),
    pinned: false,
    tags: Array.isArray(facts.tags) ? facts.tags.filter((tag) => typeof tag === 'string') : [],
    messages: shown.map((one, index) => ({
      ...one,
      key: String(index),
      parent: index === 0 ? null : String(index - 1),
    })),
    leaf: null,
    skipped: new Skips(),
  }
}

function saidOf(
  { at, model, role, text }: ReturnType<typeof chatInMarkdown>['messages'][number],
  file: SourceFile,
  source: ImportSource,
): SaidMessage {
  const thought = role === 'user' ? { text, thinking: '' } : withoutThought(text)
  const pictures: PictureSource[] = []
  const kept = thought.text.split('\n').filter((line) => {
    const path = pictureIn(line, file, source)
    if (path !== null) pictures.push({ kind: 'file', path })
    return path === null
  })
  return { role: role === 'user' ? 'user' : 'assistant', ...thought, text: kept.join('\n').trim(), model, at, pictures }
}

/** Returns the path of the picture on a line; null if the import does not contain it. */
function pictureIn(line: string, file: SourceFile, { files }: ImportSource): string | null {
  const link = /^!\[[^\]]{0,300}\]\(<?([^()<>\s]{1,1000})>?\)$/.exec(line.trim())?.[1]
  if (link === undefined || !pictureName.test(link)) return null
  const path = posix.join(posix.dirname(file.name), decoded(link))
  return files.has(path) ? path : null
}

function decoded(link: string): string {
  try {
    return decodeURIComponent(link)
  } catch {
    return link
  }
}
