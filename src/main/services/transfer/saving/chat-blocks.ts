import { readFile } from 'node:fs/promises'
import { toPng } from '../../../media/picture-conversion.ts'
import type { DocxBlock } from '../../documents/word/docx-messages.ts'
import type { PortableConversation, PortableMessage } from '../atelier-format.ts'
import type { ExportWords } from '../export/export-words.ts'
import { localTime } from '../export/markdown.ts'
import { fileNamesOf, oneLine, passagesOf, textParts, thoughtOf } from '../export/message-parts.ts'
import { isShownPicture } from './picture-data.ts'

/** Types of pictures that Word shows. */
const wordPictures = /^image\/(?:png|jpeg|gif|bmp)$/

export interface DocxPorts {
  /** Returns the file of a picture, or null for a lost one. */
  readonly fileOf: (id: string) => { readonly path: string; readonly mime: string } | null
  readonly words: ExportWords
  readonly thinking: boolean
}

/** Returns the title, facts and instructions of a chat. */
export function chatHeadBlocks(about: PortableConversation, words: ExportWords): readonly DocxBlock[] {
  const { createdAt, model, parameters, title } = about
  const facts = [model, localTime(createdAt)].map(oneLine).filter((fact) => fact !== '')
  const system = parameters.system.trim()
  return [
    { kind: 'title', text: oneLine(title) },
    { kind: 'facts', text: facts.join(' · ') },
    ...(system === ''
      ? []
      : ([
          { kind: 'label', text: words.instructions },
          { kind: 'plain', text: system },
        ] as const)),
  ]
}

/** Yields the parts of one message. */
export async function* messageBlocks(message: PortableMessage, ports: DocxPorts): AsyncGenerator<DocxBlock> {
  const { thinking, words } = ports
  const isOwn = message.role === 'user'
  yield { kind: 'heading', text: isOwn ? words.you : oneLine(message.model) }
  yield { kind: 'facts', text: localTime(message.createdAt) }
  for (const id of message.attachments) yield await pictureBlock(id, ports)
  for (const name of fileNamesOf(message)) yield { kind: 'verbatim', text: name }
  const thought = thinking ? thoughtOf(message) : ''
  if (thought !== '') {
    yield { kind: 'label', text: words.thinking }
    yield { kind: 'plain', text: thought }
  }
  for (const part of textParts(message)) {
    if (part.kind === 'made') yield await pictureBlock(part.id, ports)
    else if (part.kind === 'verbatim') yield { kind: 'verbatim', text: part.text }
    // the user's words are written as typed
    else yield { kind: isOwn ? 'plain' : 'markdown', text: part.text }
  }
  for (const passage of passagesOf(message)) yield { kind: 'verbatim', text: passage }
  if (message.state !== 'done') yield { kind: 'note', text: words.interrupted }
}

async function pictureBlock(id: string, { fileOf, words }: DocxPorts): Promise<DocxBlock> {
  const file = fileOf(id)
  const lost = words.missingPicture
  if (file === null || !isShownPicture(file.mime)) return { kind: 'note', text: lost }
  if (wordPictures.test(file.mime)) return { kind: 'picture', content: file.path, lost }
  try {
    return { kind: 'picture', content: (await toPng(await readFile(file.path))).bytes, lost }
  } catch {
    return { kind: 'note', text: lost }
  }
}
