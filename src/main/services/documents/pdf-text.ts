import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { PDFDocumentLoadingTask, PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { FileProblem } from '../../../shared/attached-file-limits.ts'
import { unreadOf } from '../../../shared/unread-parts.ts'
import type { DocumentText } from './document.ts'
import { looseFields, pageNotes } from './pdf-annotations.ts'
import { pictureCount } from './pdf-pictures.ts'
import { xfaPageText } from './pdf-xfa.ts'
import { withoutRadicals } from './radicals.ts'

/** Maximum number of pages that are read; the others are left out. */
const pagesMax = 5_000

/**
 * Resolves to the text of a PDF, each page after a line with its number, with its form values and notes. Runs no script
 * and draws nothing. Uses up `bytes`.
 */
export async function pdfText(
  bytes: Uint8Array<ArrayBuffer>,
  password: string | null,
): Promise<DocumentText | FileProblem> {
  const pictures = pictureCount(bytes)
  const task = await opened(bytes, password, false)
  try {
    const document = await task.promise
    if (document.numPages > pagesMax) return 'too_large'
    const form = await formOf(document)
    if (form === 'xfa') {
      const xfa = await xfaText(await document.getData(), password)
      if (xfa !== null) return xfa
    }
    return await pagesOf(document, pictures, form === 'xfa' ? 1 : 0)
  } catch (cause) {
    return cause instanceof Error && cause.name === 'PasswordException' ? 'encrypted' : 'damaged'
  } finally {
    await task.destroy().catch(() => undefined)
  }
}

async function opened(
  data: Uint8Array<ArrayBufferLike>,
  password: string | null,
  enableXfa: boolean,
): Promise<PDFDocumentLoadingTask> {
  const { getDocument, VerbosityLevel } = await loaded()
  return getDocument({
    data,
    ...(password === null ? {} : { password }),
    cMapUrl: cMapsFolder(),
    cMapPacked: true,
    disableFontFace: true,
    useSystemFonts: false,
    useWasm: false,
    stopAtErrors: false,
    enableXfa,
    verbosity: VerbosityLevel.ERRORS,
  })
}

async function pagesOf(
  document: PDFDocumentProxy,
  pictures: number,
  forms: number,
): Promise<DocumentText | FileProblem> {
  const pages: string[] = []
  const fields = new Set<string>()
  let [hasText, recordings, blank, parts] = [false, 0, 0, 0]
  let attachments = (await document.getAttachments().catch(() => null))?.size ?? 0
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number)
    const { items } = await page.getTextContent()
    // A page is read even if its notes are broken.
    const annotations = await page.getAnnotations({ intent: 'any' }).catch(() => null)
    if (annotations === null) parts += 1
    const found = pageNotes(annotations ?? [])
    const own = pageText(items)
    const text = [own, found.text].filter((one) => one !== '').join('\n\n')
    hasText ||= text !== ''
    if (own === '') blank += 1
    for (const field of found.fields) fields.add(field)
    recordings += found.recordings
    attachments += found.attachments
    pages.push(`[Page ${number}]\n${text}`)
    page.cleanup()
  }
  const loose = looseFields(await document.getFieldObjects().catch(() => null), fields)
  if (!hasText && loose === '') return 'no_text'
  if (loose !== '') pages.push(loose)
  // a scanned page is one picture
  const unread = unreadOf({ pictures: pictures - blank, attachments, recordings, pages: blank, forms, parts })
  return { text: withoutRadicals(pages.join('\n\n')), pages: document.numPages, ...unread }
}

/** Resolves to how the form of a PDF is stored: an XFA form may hold its pages and values only as XML. */
async function formOf(document: PDFDocumentProxy): Promise<'xfa' | 'usual'> {
  const { info } = await document.getMetadata()
  const isXfa = 'IsXFAPresent' in info && info.IsXFAPresent === true
  const hasFields = 'IsAcroFormPresent' in info && info.IsAcroFormPresent === true
  return isXfa && !hasFields ? 'xfa' : 'usual'
}

/** Resolves to the text of a form whose pages are made from XML; null if they cannot be made. */
async function xfaText(bytes: Uint8Array, password: string | null): Promise<DocumentText | null> {
  const task = await opened(bytes, password, true)
  try {
    const document = await task.promise
    if (!document.isPureXfa || document.numPages > pagesMax) return null
    const pages: string[] = []
    for (let number = 1; number <= document.numPages; number += 1) {
      const page = await document.getPage(number)
      pages.push(`[Page ${number}]\n${xfaPageText(await page.getXfa())}`)
    }
    return { text: pages.join('\n\n'), pages: pages.length }
  } catch {
    return null
  } finally {
    await task.destroy().catch(() => undefined)
  }
}

/** Loads the library on first use: it needs 300 ms, and other formats do not wait for it. */
async function loaded(): Promise<typeof import('pdfjs-dist/legacy/build/pdf.mjs')> {
  // inside a thread the library needs no second one: it finds the parser under this name
  const worker: unknown = await import('pdfjs-dist/legacy/build/pdf.worker.mjs')
  Object.assign(globalThis, { pdfjsWorker: worker })
  return await import('pdfjs-dist/legacy/build/pdf.mjs')
}

function pageText(items: readonly object[]): string {
  let text = ''
  for (const item of items) {
    if (!('str' in item)) continue
    text += String(item.str)
    if ('hasEOL' in item && item.hasEOL === true) text += '\n'
  }
  return text
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .trim()
}

/**
 * Returns the folder of the tables that fonts of Chinese, Japanese and Korean refer to: next to the bundle, or in the
 * package.
 */
function cMapsFolder(): string {
  const built = fileURLToPath(new URL('./cmaps/', import.meta.url))
  if (existsSync(built)) return built
  return join(dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json')), 'cmaps', '/')
}
