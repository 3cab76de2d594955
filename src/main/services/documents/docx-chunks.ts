import type { FileProblem } from '../../../shared/attached-file-limits.ts'
import type { UnreadParts } from '../../../shared/unread-parts.ts'
import type { DocumentText } from './document.ts'
import { htmlText } from './html-text.ts'
import { mailText } from './mail-text.ts'
import { mainPart } from './office-parts.ts'
import { isRtf, rtfText } from './rtf-text.ts'
import { declaredText, decodeText } from './text-decoding.ts'
import { zipNames } from './zip-parts.ts'

export interface ChunkText {
  readonly text: string
  readonly unread: UnreadParts
}

/**
 * Resolves to the text of a file within a Word document (`w:altChunk`), by its bytes: Word, mail, RTF, HTML or text.
 * Null for any other. `document` reads a Word document by its bytes and the name of its main part.
 */
export async function chunkText(
  bytes: Uint8Array<ArrayBuffer>,
  document: (bytes: Uint8Array, main: string) => Promise<DocumentText | FileProblem>,
): Promise<ChunkText | null> {
  if (Buffer.from(bytes.subarray(0, 4)).toString('latin1') === 'PK\x03\x04') {
    const names = zipNames(bytes)
    const main = typeof names === 'string' ? '' : mainPart(bytes) || 'word/document.xml'
    const read = main.startsWith('word/') ? await document(bytes, main) : 'not_supported'
    return typeof read === 'string' ? null : { text: read.text, unread: read.unread ?? [] }
  }
  if (isRtf(bytes)) {
    const read = rtfText(bytes)
    return typeof read === 'string' ? null : { text: read.text, unread: read.unread ?? [] }
  }
  const text = declaredText(bytes)
  if (text === null) return null
  if (isMail(text.slice(0, 4_096))) {
    const mail = await mailText(bytes)
    if (typeof mail !== 'string') return { text: mail.body, unread: mail.unread ?? [] }
  }
  if (/^[\s\ufeff]{0,99}</.test(text.slice(0, 200))) return { text: htmlText(text), unread: [] }
  return { text: decodeText(bytes)?.text.trim() ?? '', unread: [] }
}

/** Returns true if a text begins with mail headers. Letters begin with some of them as well. */
function isMail(begin: string): boolean {
  const head = begin.trimStart().split('\n\n', 1)[0] ?? ''
  return /^[A-Za-z][\w-]{0,60}:/.test(head) && /^MIME-Version:/im.test(head)
}
