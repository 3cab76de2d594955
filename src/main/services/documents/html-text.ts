import { htmlEntities } from './html-entities.ts'
import { HtmlRows, isHeadedTable } from './html-rows.ts'

/** Elements whose content is not text of the page. */
const hidden = new Set(['script', 'style', 'noscript', 'template', 'svg', 'head', 'iframe', 'object'])
/** Elements that begin and end a line. */
const blocks = new Set(
  'address article aside blockquote br dd div dl dt figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section table tr ul'.split(
    ' ',
  ),
)
/** Longest tag in which quotes are respected. */
const tagMax = 64 * 1024

/**
 * Returns the text of an HTML page as Markdown headings and paragraphs. Reads from left to right once, runs nothing and
 * loads nothing. In XML every element can end itself, as in `<script src="a.js"/>`; a page that declares itself as XML
 * is read as XML.
 */
export function htmlText(html: string, isXml = /^\s*<\?xml\s/.test(html)): string {
  const lines: string[] = []
  let line = new Line()
  const endless = new Set<string>()
  const tags = new TagEnds(html)
  let isCode = false
  let rows: HtmlRows | null = null
  const endTable = (): void => {
    const text = rows?.rowsSoFar() ?? ''
    if (text !== '') lines.push(text)
    rows = null
  }
  const end = (): void => {
    const text = isCode ? line.code() : line.prose()
    if (text !== '') lines.push(text)
    line = new Line()
  }
  for (let at = 0; at < html.length; ) {
    const open = html.indexOf('<', at)
    if (open < 0) {
      line.addText(decoded(html.slice(at)))
      break
    }
    line.addText(decoded(html.slice(at, open)))
    if (html.startsWith('<!--', open)) {
      const close = html.indexOf('-->', open)
      at = close < 0 ? html.length : close + 3
      continue
    }
    const tag = /^<(\/?)([a-z][a-z0-9-]{0,30})/i.exec(html.slice(open, open + 40))
    if (tag === null && !/^<[!?]/.test(html.slice(open, open + 2))) {
      line.addText('<')
      at = open + 1
      continue
    }
    const close = tags.endOfTag(open)
    at = close < 0 ? html.length : close + 1
    const name = (tag?.[2] ?? '').toLowerCase()
    const isClosing = tag?.[1] === '/'
    const isEmpty = (isXml || name === 'svg') && html[at - 2] === '/'
    if (hidden.has(name) && !isClosing && !isEmpty) at = afterHidden(html, at, name, endless)
    if (rows !== null) {
      const found = rows.tag(name, isClosing, line)
      if (found === 'word') {
        if (blocks.has(name) || name === 'td' || name === 'th') line.addText(' ')
        continue
      }
      line = new Line()
      if (found === 'ended') endTable()
      continue
    }
    if (isCode && name === 'br') line.addText('\n')
    if (isCode && name !== 'pre') continue
    // cells of a row are on its line
    if ((name === 'td' || name === 'th') && !isClosing && line.hasText) line.addText(' | ')
    // a block in a cell does not end its row
    if (!blocks.has(name)) continue
    end()
    if (name === 'table' && !isClosing && isHeadedTable(html, at)) {
      rows = new HtmlRows()
      continue
    }
    if (name === 'pre') isCode = !isClosing && !isEmpty
    const level = /^h([1-6])$/.exec(name)?.[1]
    if (level !== undefined && !isClosing && !isEmpty) line.addText(`${'#'.repeat(Number(level))} `)
  }
  if (rows !== null) {
    rows.endElement(line)
    line = new Line()
    endTable()
  }
  end()
  return lines.join('\n\n')
}

/** A growing line. No part of it is read twice, because a row of a table can contain a whole file. */
class Line {
  private readonly pieces: string[] = []
  /** True if the line has more than spaces. */
  hasText = false

  addText(piece: string): void {
    this.pieces.push(piece)
    this.hasText ||= /\S/.test(piece)
  }

  /** Returns its words; empty for a line of marks only. */
  prose(): string {
    const text = this.pieces.join('').replace(/\s+/g, ' ').trim()
    return /^(?:[ |]*|#+)$/.test(text) ? '' : text
  }

  /** Returns its text as one of several cells. */
  cell(): string {
    return this.pieces.join('')
  }

  /** Returns its text as a code block; empty for a blank one. */
  code(): string {
    const text = this.pieces.join('').trimEnd().replace(/^\n/, '')
    return text.trim() === '' || /^#+$/.test(text) ? '' : fenced(text)
  }
}

/** Finds the ends of tags; call it from left to right. */
class TagEnds {
  private readonly html: string
  /** Offset up to which no quote is closed, so that it is not searched again. */
  private plainUntil = 0

  constructor(html: string) {
    this.html = html
  }

  /**
   * Returns the offset of the `>` that ends the tag at `open`: outside quoted values if one is near, or else the first.
   * -1 for none.
   */
  endOfTag(open: number): number {
    const { html } = this
    if (open < this.plainUntil) return html.indexOf('>', open)
    const last = Math.min(html.length, open + tagMax)
    let quote = ''
    let before = ''
    let at = open + 1
    for (; at < last; at += 1) {
      const sign = html.charAt(at)
      if (quote !== '') {
        if (sign === quote) quote = ''
        continue
      }
      if (sign === '>') return at
      if (sign === '<') break
      // only behind the sign of equality a quote begins a value
      if (before === '=' && (sign === '"' || sign === "'")) quote = sign
      if (sign.trim() !== '') before = sign
    }
    this.plainUntil = at
    return html.indexOf('>', open)
  }
}

/** Returns text as a fenced block of code. */
function fenced(text: string): string {
  let longest = 2
  for (const [marks] of text.matchAll(/`+/g)) longest = Math.max(longest, marks.length)
  const fence = '`'.repeat(longest + 1)
  return `${fence}\n${text}\n${fence}`
}

/**
 * Returns the offset after the end of an element whose content is left out. A head reaches to the body at most. An
 * unclosed script or style hides the rest; other unclosed elements hide nothing. `endless` has the elements that no end
 * tag follows.
 */
function afterHidden(html: string, from: number, name: string, endless: Set<string>): number {
  const rest = name === 'script' || name === 'style' ? html.length : from
  if (endless.has(name)) return rest
  const ending = new RegExp(name === 'head' ? '</head[\\s/>]|<body[\\s/>]' : `</${name}[\\s/>]`, 'gi')
  ending.lastIndex = from
  const found = ending.exec(html)
  if (found === null) {
    endless.add(name)
    return rest
  }
  if (found[0].startsWith('<b') || found[0].startsWith('<B')) return found.index
  const close = html.indexOf('>', found.index)
  return close < 0 ? html.length : close + 1
}

function decoded(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z][a-z0-9]{1,30}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return htmlEntities.get(String(name)) ?? whole
    const code = decimal === undefined ? Number.parseInt(String(hex), 16) : Number(decimal)
    return code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : whole
  })
}
