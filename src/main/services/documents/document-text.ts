import { extname } from 'node:path'
import { type FileProblem, fileBytesMax } from '../../../shared/attached-file-limits.ts'
import type { DocumentText } from './document.ts'
import { docxText } from './docx-text.ts'
import { epubText } from './epub-text.ts'
import { fileText, isDocumentName, isReadableName, plainText } from './file-text.ts'
import { formattedText } from './formatted-text.ts'
import { mainPart } from './office-parts.ts'
import { isOpenDocument, openDocumentText } from './opendocument-text.ts'
import { pdfText } from './pdf-text.ts'
import { pptxText } from './pptx-text.ts'
import { type Decoding, undecided } from './text-decoding.ts'
import { xlsxText } from './xlsx-text.ts'
import { zipNames } from './zip-parts.ts'

const pdfSign = '%PDF-'
/** Name of an encrypted office file within the container of the older formats (MS-OFFCRYPTO, 2.3.4.4). */
const lockedSign = Buffer.from('EncryptedPackage', 'utf16le')
/** Longest text of a document, in UTF-16 units. */
const textMax = 4_000_000

/**
 * Resolves to the text of a file, read as the format of its bytes, or to the problem with it. The password is for PDFs,
 * the decoding for texts. Call it only in a thread that can be ended.
 */
export async function documentText(
  name: string,
  bytes: Uint8Array<ArrayBuffer>,
  password: string | null = null,
  decoding: Decoding = undecided,
): Promise<DocumentText | FileProblem> {
  if (bytes.length === 0) return 'empty'
  if (bytes.length > fileBytesMax) return 'too_large'
  const read = await anyText(name, bytes, password, decoding)
  if (typeof read === 'string') return read === 'not_text' ? 'not_supported' : read
  const text = read.text.toWellFormed()
  // a letter that consists of pictures only is not empty
  if (text.trim() === '') return read.unread === undefined ? 'empty' : 'no_text'
  return text.length > textMax ? 'too_large' : { ...read, text }
}

/**
 * Resolves to the text of a file as `documentText` does, but without limits on the bytes and the text. Resolves to
 * `not_text` for bytes that are neither a known format nor a text.
 */
export async function anyText(
  name: string,
  bytes: Uint8Array<ArrayBuffer>,
  password: string | null = null,
  decoding: Decoding = undecided,
): Promise<DocumentText | FileProblem | 'not_text'> {
  if (seemsPdf(name, bytes)) {
    // the PDF reader uses up the bytes that it gets
    const read = await pdfText(isDocumentName(name) ? bytes : bytes.slice(), password)
    // a text can begin with the signature of a PDF, or mention it
    if (read !== 'damaged' || isDocumentName(name)) return read
    const text = (await formattedText(name, bytes, decoding)) ?? plainText(name, bytes, decoding)
    return typeof text === 'string' ? read : { pages: null, ...text }
  }
  const begin = Buffer.from(bytes.subarray(0, 8)).toString('latin1')
  if (begin.startsWith('PK\x03\x04')) return await packedText(bytes)
  if (begin.startsWith('\xd0\xcf\x11\xe0')) return isLockedOffice(name, bytes) ? 'encrypted' : 'old_format'
  const formatted = await formattedText(name, bytes, decoding)
  if (formatted !== null) return formatted
  const read = fileText(name, bytes, decoding)
  if (typeof read !== 'string') return { ...read, pages: null }
  return isDocumentName(name) ? 'damaged' : read
}

/**
 * Returns true if bytes are tried as a PDF first. A text may mention the PDF signature, so with a text's name the
 * signature has to come first.
 */
function seemsPdf(name: string, bytes: Uint8Array): boolean {
  if (extname(name) === '' || !isReadableName(name)) return isPdf(bytes)
  return Buffer.from(bytes.subarray(0, 1024)).toString('utf8').trimStart().startsWith(pdfSign)
}

/** Returns true if bytes are a PDF. Some writers put a line before the header. */
export function isPdf(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(0, 1024)).toString('latin1').includes(pdfSign)
}

function isLockedOffice(name: string, bytes: Uint8Array): boolean {
  return (
    /\.(?:docx|xlsx|pptx)$/i.test(name) ||
    Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes(lockedSign)
  )
}

async function packedText(bytes: Uint8Array): Promise<DocumentText | FileProblem> {
  const names = zipNames(bytes)
  if (typeof names === 'string') return names
  const linked = mainPart(bytes)
  const main = (folder: string, usual: string): string | undefined =>
    [linked, usual].find((part) => part.startsWith(folder) && names.includes(part))
  const document = main('word/', 'word/document.xml')
  if (document !== undefined) return await docxText(bytes, document)
  const workbook = main('xl/', 'xl/workbook.xml')
  if (workbook?.endsWith('.xml') === true) return xlsxText(bytes, workbook)
  const presentation = main('ppt/', 'ppt/presentation.xml')
  if (presentation !== undefined) return pptxText(bytes, presentation)
  if (names.includes('META-INF/container.xml')) return epubText(bytes)
  return isOpenDocument(names) ? openDocumentText(bytes, names) : 'not_supported'
}
