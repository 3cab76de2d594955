import { Readability } from '@mozilla/readability'
import { parseHTML } from 'linkedom/worker'
import type { FileProblem } from '../../../shared/attached-file-limits.ts'
import { documentText } from './document-text.ts'
import { htmlText } from './html-text.ts'
import { declaredText } from './text-decoding.ts'

/** The readable text of a page of the web. */
export interface Article {
  /** Title of the page; empty if it has none. */
  readonly title: string
  /** Text of the page; Markdown if it is in HTML. */
  readonly text: string
}

/** Maximum number of elements; a larger page is read whole, because the DOM would take too long. */
const elementsMax = 50_000
const depthMax = 400
const domLengthMax = 3_000_000
/** A shorter article is not the page's content. */
const articleMin = 200
const titleMax = 300

/**
 * Resolves to the article of a page, without menus and the like; the text of the whole page if there is none. Any other
 * document is read as a file. Runs nothing and loads nothing. Call it only in a thread that can be ended.
 */
export async function articleText(
  bytes: Uint8Array<ArrayBuffer>,
  type: string,
  name: string,
): Promise<Article | FileProblem> {
  const html = isPage(bytes, type) ? declaredText(bytes) : null
  if (html === null) {
    const read = await documentText(name, bytes)
    return typeof read === 'string' ? read : { title: '', text: read.text }
  }
  const article = articleIn(html)
  const title = titleIn(html)
  const text = article?.text ?? htmlText(html.slice(0, title.start) + html.slice(title.end))
  if (text.trim() === '') return 'no_text'
  const called = article?.title || oneLine(htmlText(html.slice(title.start, title.end)))
  return { title: called.slice(0, titleMax), text: text.toWellFormed() }
}

/** Returns the article of a page; null if there is none, or finding it takes too much. */
function articleIn(html: string): Article | null {
  if (html.length > domLengthMax || isLarge(html)) return null
  try {
    const { document } = parseHTML(completePage(html))
    const found = new Readability(document, { maxElemsToParse: elementsMax, disableJSONLD: true }).parse()
    const text = htmlText(found?.content ?? '')
    return text.length < articleMin ? null : { title: oneLine(found?.title ?? ''), text }
  } catch {
    // both give up at pages that no author wrote
    return null
  }
}

/** Returns true if a page has too many elements, or nests them too deep. */
function isLarge(html: string): boolean {
  let [depth, count] = [0, 0]
  for (const [, slash, name = ''] of html.matchAll(/<(\/?)([a-z][a-z0-9]{0,20})/gi)) {
    count += 1
    if (slash === '/') depth = Math.max(0, depth - 1)
    // elements that need no end tag
    else if (
      !/^(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr|p|li|dt|dd|td|th|tr|option)$/i.test(name)
    )
      depth += 1
    if (depth > depthMax || count > elementsMax * 2) return true
  }
  return false
}

/** Adds elements that a page may omit and that the DOM does not add. */
function completePage(html: string): string {
  if (/<html[\s>]/i.test(html) && /<body[\s>]/i.test(html)) return html
  const inner = html.replace(/<\/?(?:!doctype|html|head|body)(?=[\s>])[^<>]*>/gi, '')
  return `<!doctype html><html><head></head><body>${inner}</body></html>`
}

/** Returns the range of the words of the title; an empty one without a title. */
function titleIn(html: string): { readonly start: number; readonly end: number } {
  const open = html.search(/<title[\s>]/i)
  const start = open < 0 ? 0 : html.indexOf('>', open) + 1
  const end = start === 0 ? 0 : html.indexOf('<', start)
  return end < start ? { start: 0, end: 0 } : { start, end }
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

function isPage(bytes: Uint8Array, type: string): boolean {
  if (type === 'text/html' || type === 'application/xhtml+xml') return true
  const begin = Buffer.from(bytes.subarray(0, 1_024)).toString('latin1')
  return (type === '' || type === 'application/octet-stream') && /<(?:!doctype html|html|head|body)[\s>]/i.test(begin)
}
