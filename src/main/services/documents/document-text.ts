import { type FileProblem, fileBytesMax } from '../../../shared/attached-file-limits.ts'
import type { DocumentText } from './document.ts'
import { docxText } from './docx-text.ts'
import { fileText } from './file-text.ts'
import { pdfText } from './pdf-text.ts'
import { xlsxText } from './xlsx-text.ts'
import { zipNames } from './zip-parts.ts'

/** Longest text of a document, in UTF-16 units. */
const textMax = 4_000_000

/** The text of a file by what its bytes are, or why there is none. Give it only to a thread that can be ended. */
export async function documentText(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<DocumentText | FileProblem> {
  if (bytes.length === 0) return 'empty'
  if (bytes.length > fileBytesMax) return 'too_large'
  const read = await textOf(name, bytes)
  if (typeof read === 'string') return read
  const text = read.text.toWellFormed()
  if (text.trim() === '') return 'empty'
  return text.length > textMax ? 'too_large' : { ...read, text }
}

async function textOf(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<DocumentText | FileProblem> {
  const begin = Buffer.from(bytes.subarray(0, 1024)).toString('latin1')
  // some writers put a line before the header
  if (begin.includes('%PDF-')) return await pdfText(bytes)
  if (begin.startsWith('PK\x03\x04')) return await packedText(bytes)
  // an office file with a password is in the container of the older office files
  if (begin.startsWith('\xd0\xcf\x11\xe0')) return /\.(docx|xlsx|pptx)$/i.test(name) ? 'encrypted' : 'not_supported'
  if (/\.(pdf|docx|xlsx)$/i.test(name)) return 'damaged'
  const read = fileText(name, bytes)
  return typeof read === 'string' ? 'not_supported' : { text: read.text, pages: null }
}

async function packedText(bytes: Uint8Array): Promise<DocumentText | FileProblem> {
  const names = zipNames(bytes)
  if (typeof names === 'string') return names
  if (names.includes('word/document.xml')) return docxText(bytes)
  if (names.includes('xl/workbook.xml')) return await xlsxText(bytes)
  return 'not_supported'
}
