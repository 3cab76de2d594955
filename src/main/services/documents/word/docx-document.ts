import { readFile } from 'node:fs/promises'
import { Document, HeadingLevel, ImageRun, Packer, Paragraph, type Table, TextRun } from 'docx'
import { readPicture } from '../../../media/picture.ts'
import type { DocxBlock } from './docx-messages.ts'
import { codeParagraph, plainRuns } from './docx-runs.ts'
import { markdownBlocks } from './markdown-blocks.ts'
import { bulletLists, OrderedLists } from './ordered-lists.ts'

/** Largest pictures of a document together, in bytes; further ones are named only. */
const picturesMax = 300 * 1024 * 1024
/** Width of the text on a page, in pixels of 1/96 inch. */
const [widthMax, heightMax] = [600, 800]
/** Names of types of pictures in a document. */
const pictureTypes = { 'image/png': 'png', 'image/jpeg': 'jpg', 'image/gif': 'gif', 'image/bmp': 'bmp' } as const

/** Resolves to the bytes of a Word document. */
export async function docxDocument(title: string, blocks: readonly DocxBlock[]): Promise<Uint8Array> {
  const lists = new OrderedLists()
  const children: (Paragraph | Table)[] = []
  let room = picturesMax
  for (const block of blocks) {
    if (block.kind !== 'picture') {
      children.push(...textBlocks(block, lists))
      continue
    }
    const bytes = await bytesOf(block.content)
    const picture = bytes === null || bytes.length > room ? null : pictureParagraph(bytes)
    if (picture !== null) room -= bytes?.length ?? 0
    children.push(picture ?? noteParagraph(block.lost))
  }
  const document = new Document({
    title: title.toWellFormed().slice(0, 200),
    creator: 'Atelier',
    numbering: { config: [bulletLists, ...lists.config()] },
    sections: [{ children }],
  })
  return await Packer.toBuffer(document)
}

function textBlocks(
  { kind, text }: Exclude<DocxBlock, { kind: 'picture' }>,
  lists: OrderedLists,
): readonly (Paragraph | Table)[] {
  switch (kind) {
    case 'title':
      return [new Paragraph({ heading: HeadingLevel.TITLE, children: plainRuns(text) })]
    case 'heading':
      return [new Paragraph({ heading: HeadingLevel.HEADING_1, children: plainRuns(text) })]
    case 'label':
      return [new Paragraph({ children: plainRuns(text, { bold: true }) })]
    case 'facts':
      return [new Paragraph({ children: plainRuns(text, { color: '6B6B6B', size: 18 }) })]
    case 'note':
      return [noteParagraph(text)]
    case 'plain':
      return text.split(/\n{2,}/).map((part) => new Paragraph({ spacing: { after: 120 }, children: plainRuns(part) }))
    case 'verbatim':
      return [codeParagraph(text)]
    case 'markdown':
      return markdownBlocks(text, lists)
    default:
      return kind satisfies never
  }
}

function noteParagraph(text: string): Paragraph {
  return new Paragraph({ children: plainRuns(text, { italics: true }) })
}

async function bytesOf(content: string | Uint8Array): Promise<Uint8Array | null> {
  return typeof content === 'string' ? await readFile(content).catch(() => null) : content
}

function pictureParagraph(bytes: Uint8Array): Paragraph | null {
  const picture = readPicture(bytes)
  const type = Object.entries(pictureTypes).find(([mime]) => mime === picture?.mime)?.[1]
  if (picture === null || type === undefined) return null
  const [width, height] = [picture.width ?? widthMax, picture.height ?? widthMax]
  const scale = Math.min(1, widthMax / width, heightMax / height)
  const transformation = {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  }
  return new Paragraph({ children: [new ImageRun({ type, data: bytes, transformation }), new TextRun('')] })
}
