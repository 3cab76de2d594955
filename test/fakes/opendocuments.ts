import { archiveOf } from './documents.ts'

const spaces =
  'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"'

/** An OpenDocument with this body (`<office:text>…`), its styles, and other files by their names. */
export function openDocumentOf(
  body: string,
  { files = {}, styles = '' }: { readonly files?: Readonly<Record<string, string>>; readonly styles?: string } = {},
): Buffer {
  return archiveOf({
    mimetype: 'application/vnd.oasis.opendocument.text',
    'META-INF/manifest.xml': '<manifest:manifest/>',
    'content.xml': `<?xml version="1.0" encoding="UTF-8"?><office:document-content ${spaces}><office:automatic-styles><style:x>no text</style:x></office:automatic-styles><office:body>${body}</office:body></office:document-content>`,
    'styles.xml': `<office:document-styles><office:master-styles><style:master-page>${styles}</style:master-page></office:master-styles></office:document-styles>`,
    ...files,
  })
}

/** The same in one XML file. */
export function flatDocumentOf(body: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<office:document ${spaces}><office:meta><dc:title>no text</dc:title></office:meta><office:body>${body}</office:body></office:document>`
}
