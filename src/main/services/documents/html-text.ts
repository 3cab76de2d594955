/** Elements whose content is no text of the page. */
const hidden = new Set(['script', 'style', 'noscript', 'template', 'svg', 'head', 'iframe', 'object'])
/** Elements that begin and end a line. */
const blocks = new Set(
  'address article aside blockquote br dd div dl dt figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section table td th tr ul'.split(
    ' ',
  ),
)
const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  hellip: '…',
  mdash: '—',
  ndash: '–',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
}

/**
 * The text of an HTML page as Markdown headings and paragraphs. Reads from left to right once, runs nothing and loads
 * nothing.
 */
export function htmlText(html: string): string {
  const lines: string[] = []
  let line = ''
  const end = (): void => {
    const text = line.replace(/\s+/g, ' ').trim()
    if (text !== '' && !/^#+$/.test(text)) lines.push(text)
    line = ''
  }
  for (let at = 0; at < html.length; ) {
    const open = html.indexOf('<', at)
    if (open < 0) {
      line += decoded(html.slice(at))
      break
    }
    line += decoded(html.slice(at, open))
    if (html.startsWith('<!--', open)) {
      const close = html.indexOf('-->', open)
      at = close < 0 ? html.length : close + 3
      continue
    }
    const tag = /^<(\/?)([a-z][a-z0-9-]{0,30})/i.exec(html.slice(open, open + 40))
    if (tag === null && !/^<[!?]/.test(html.slice(open, open + 2))) {
      line += '<'
      at = open + 1
      continue
    }
    const close = html.indexOf('>', open)
    at = close < 0 ? html.length : close + 1
    const name = (tag?.[2] ?? '').toLowerCase()
    const isClosing = tag?.[1] === '/'
    if (hidden.has(name) && !isClosing) at = afterHidden(html, at, name)
    if (!blocks.has(name)) continue
    end()
    const level = /^h([1-6])$/.exec(name)?.[1]
    if (level !== undefined && !isClosing) line = `${'#'.repeat(Number(level))} `
  }
  end()
  return lines.join('\n\n')
}

/** Place after the end of an element whose content is left out. */
function afterHidden(html: string, from: number, name: string): number {
  for (let at = html.indexOf('</', from); at >= 0; at = html.indexOf('</', at + 2)) {
    if (html.slice(at + 2, at + 2 + name.length).toLowerCase() !== name) continue
    const close = html.indexOf('>', at)
    return close < 0 ? html.length : close + 1
  }
  return html.length
}

function decoded(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,8}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return entities[String(name).toLowerCase()] ?? whole
    const code = decimal === undefined ? Number.parseInt(String(hex), 16) : Number(decimal)
    return code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : whole
  })
}
