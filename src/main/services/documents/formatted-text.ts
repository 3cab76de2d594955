import { extname } from 'node:path'
import type { FileProblem } from '../../../shared/attached-file-limits.ts'
import type { DocumentText } from './document.ts'
import { isDocumentName, isReadableName } from './file-text.ts'
import { htmlText } from './html-text.ts'
import { mailText } from './mail-text.ts'
import { isMailbox, mailboxText } from './mailbox-text.ts'
import { notebookText } from './notebook-text.ts'
import { flatOpenDocumentText } from './opendocument-text.ts'
import { isRtf, rtfText } from './rtf-text.ts'
import { type Decoding, declaredText, decodeText } from './text-decoding.ts'

const mails = new Set(['.eml', '.mht', '.mhtml'])
const flat = new Set(['.fodt', '.fods', '.fodp', '.fodg'])
/** Headers of which a mail has several. */
const mailHeader =
  /^(?:Return-Path|Received|Delivered-To|MIME-Version|Message-ID|From|To|Subject|Date|Content-Type|X-[\w-]{1,60}):/gim

/**
 * Resolves to the text of a file in a text-based format: RTF, a notebook, mails, an OpenDocument in one file, or a page
 * under another name. Null for any other file, and for one that breaks its format, which is then read as plain text. A
 * problem for one that is too large or holds no text.
 */
export async function formattedText(
  name: string,
  bytes: Uint8Array<ArrayBuffer>,
  decoding: Decoding,
): Promise<DocumentText | FileProblem | null> {
  // the user chose to see the text itself
  if (decoding.encoding !== null) return null
  const ending = extname(name).toLowerCase()
  const isUnknown = ending === '' || !isReadableName(name)
  if (isRtf(bytes) && (isUnknown || ending === '.txt')) return readable(rtfText(bytes))
  if (ending === '.mbox' || (isUnknown && isMailbox(bytes))) return readable(await mailboxText(bytes))
  if (ending === '.emlx') return readable(await mailText(countedMail(bytes)))
  if (mails.has(ending) || (isUnknown && seemsMail(bytes))) return readable(await mailText(bytes))
  if (flat.has(ending) || (isUnknown && ending !== '.ipynb')) {
    const document = flatOpenDocumentText(bytes)
    if (document !== null) return readable(document)
  }
  if (ending === '.ipynb') {
    const text = decodeText(bytes)?.text
    return text === undefined ? null : notebookText(text)
  }
  // programs save tables and letters as pages under the names of office files; the tags of a template are its text
  if (!(ending === '' || isDocumentName(name)) || !seemsPage(bytes)) return null
  const page = declaredText(bytes)
  return page === null ? null : { text: htmlText(page), pages: null }
}

function readable(read: DocumentText | FileProblem): DocumentText | FileProblem | null {
  return read === 'damaged' ? null : read
}

/** Returns the mail in a file of Apple Mail, which begins with the length of the mail. */
function countedMail(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const head = /^(\d{1,10})\s{0,9}\n/.exec(Buffer.from(bytes.subarray(0, 24)).toString('latin1'))
  return head === null ? bytes : bytes.slice(head[0].length, head[0].length + Number(head[1]))
}

/** Returns true if bytes begin with mail headers. Notes and responses of servers begin with a few of them as well. */
function seemsMail(bytes: Uint8Array): boolean {
  const begin = Buffer.from(bytes.subarray(0, 4_096)).toString('latin1').trimStart()
  const head = begin.split(/\r?\n\r?\n/, 1)[0] ?? ''
  if (!/^[A-Za-z][\w-]{0,60}:/.test(head)) return false
  const found = new Set([...head.matchAll(mailHeader)].map(([header]) => header.toLowerCase()))
  return found.size >= 3 && ['mime-version:', 'message-id:', 'received:'].some((header) => found.has(header))
}

/** Returns true if bytes begin like a page. */
function seemsPage(bytes: Uint8Array): boolean {
  const begin = Buffer.from(bytes.subarray(0, 1_024)).toString('latin1')
  return /^(?:\u00ef\u00bb\u00bf)?\s{0,99}(?:<\?xml[^<>]{0,200}\?>\s{0,99})?<(?:!doctype html|html|head|body|meta|table)[\s>]/i.test(
    begin,
  )
}
