import { strToU8, zipSync } from 'fflate'

/** A part that a Word document links to. */
export interface DocxPart {
  /** Last part of the link's type, such as `header`. */
  readonly kind: string
  readonly content: string | Uint8Array
  /** Beside the document, such as `header1.xml`; by default its kind and id. */
  readonly name?: string
}

const word = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** A Word document with this body, parts by the ids of their links, and other files by their names. */
export function linkedDocx(
  body: string,
  parts: Readonly<Record<string, DocxPart>>,
  more: Readonly<Record<string, Uint8Array>> = {},
): Buffer {
  const nameOf = (id: string, part: DocxPart): string => part.name ?? `${part.kind}-${id}.xml`
  const entries = Object.entries(parts)
  const links = entries.map(
    ([id, part]) => `<Relationship Id="${id}" Type="${office}/${part.kind}" Target="${nameOf(id, part)}"/>`,
  )
  const contents = entries.map(([id, part]) => [
    `word/${nameOf(id, part)}`,
    typeof part.content === 'string' ? strToU8(part.content) : part.content,
  ])
  return Buffer.from(
    zipSync({
      '[Content_Types].xml': strToU8('<Types/>'),
      'word/document.xml': strToU8(
        `<w:document xmlns:w="${word}" xmlns:r="${office}"><w:body>${body}</w:body></w:document>`,
      ),
      'word/_rels/document.xml.rels': strToU8(`<Relationships>${links.join('')}</Relationships>`),
      ...Object.fromEntries(contents),
      ...more,
    }),
  )
}

/** A paragraph of a Word document. */
export function wordParagraph(text: string, properties = ''): string {
  return `<w:p><w:pPr>${properties}</w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`
}
