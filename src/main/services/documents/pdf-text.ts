import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FileProblem } from '../../../shared/attached-file-limits.ts'
import type { DocumentText } from './document.ts'
import { withoutRadicals } from './radicals.ts'

/** Most pages that are read. */
const pagesMax = 5_000

/**
 * The text of a PDF, each page under a line with its number. Runs no script and draws nothing. `bytes` are used up.
 */
export async function pdfText(
  bytes: Uint8Array<ArrayBuffer>,
  password: string | null,
): Promise<DocumentText | FileProblem> {
  const { getDocument, VerbosityLevel } = await loaded()
  const task = getDocument({
    data: bytes,
    ...(password === null ? {} : { password }),
    cMapUrl: cMapsFolder(),
    cMapPacked: true,
    disableFontFace: true,
    useSystemFonts: false,
    useWasm: false,
    stopAtErrors: false,
    verbosity: VerbosityLevel.ERRORS,
  })
  try {
    const document = await task.promise
    if (document.numPages > pagesMax) return 'too_large'
    const pages: string[] = []
    let hasText = false
    for (let number = 1; number <= document.numPages; number += 1) {
      const page = await document.getPage(number)
      const { items } = await page.getTextContent()
      const text = pageText(items)
      hasText ||= text !== ''
      pages.push(`[Page ${number}]\n${text}`)
      page.cleanup()
    }
    return hasText ? { text: withoutRadicals(pages.join('\n\n')), pages: document.numPages } : 'no_text'
  } catch (cause) {
    return cause instanceof Error && cause.name === 'PasswordException' ? 'encrypted' : 'damaged'
  } finally {
    await task.destroy().catch(() => undefined)
  }
}

/** The library needs 300 ms to load, so that other kinds do not wait for it. */
async function loaded(): Promise<typeof import('pdfjs-dist/legacy/build/pdf.mjs')> {
  // in a thread of its own it works without another: the parser is found under this name
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

/** The tables that fonts of Chinese, Japanese and Korean refer to: beside the bundle, or in the package. */
function cMapsFolder(): string {
  const built = fileURLToPath(new URL('./cmaps/', import.meta.url))
  if (existsSync(built)) return built
  return join(dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json')), 'cmaps', '/')
}
