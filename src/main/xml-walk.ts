/** Callbacks of a walk. Names keep their prefix, as in `w:p`. */
export interface XmlVisitor {
  readonly open: (name: string, attributes: () => ReadonlyMap<string, string>) => void
  readonly close: (name: string) => void
  readonly text: (text: string) => void
}

/** Returns a name without its prefix, which each writer chooses. */
export function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/**
 * Walks through XML once, from left to right. Supports only XML's five entities and numeric ones, so that nothing
 * expands. Returns false if the XML is truncated, within a tag or before the last element ends.
 */
export function walkXml(xml: string, visitor: XmlVisitor): boolean {
  let depth = 0
  for (let at = 0; at < xml.length; ) {
    const open = xml.indexOf('<', at)
    if (open !== at) visitor.text(decoded(xml.slice(at, open < 0 ? xml.length : open)))
    if (open < 0) break
    const special = specialAt(xml, open)
    if (special !== null) {
      if (special.end < 0) return false
      if (special.text !== null) visitor.text(special.text)
      at = special.end
      continue
    }
    const close = endOfTag(xml, open)
    if (close < 0) return false
    depth += tag(xml.slice(open + 1, close), visitor)
    at = close + 1
  }
  return depth <= 0
}

/**
 * Returns the end of the tag at `open`, after its quoted values, which may contain `>`. No value contains `<`: if one
 * appears, a quote is missing, and the first `>` counts.
 */
function endOfTag(xml: string, open: number): number {
  let quote = ''
  for (let at = open + 1; at < xml.length; at += 1) {
    const sign = xml.charAt(at)
    if (sign === '<') break
    if (quote !== '') quote = sign === quote ? '' : quote
    else if (sign === '>') return at
    else if (sign === '"' || sign === "'") quote = sign
  }
  return xml.indexOf('>', open)
}

/** Visits a tag. Returns by how much it changes the depth. */
function tag(inner: string, visitor: XmlVisitor): number {
  if (inner.startsWith('/')) {
    visitor.close(inner.slice(1).trim())
    return -1
  }
  const isWhole = inner.endsWith('/')
  const body = isWhole ? inner.slice(0, -1) : inner
  const name = body.slice(
    0,
    firstOf(body, 0, (code) => code <= 32),
  )
  visitor.open(name, () => attributesOf(body.slice(name.length)))
  if (isWhole) visitor.close(name)
  return isWhole ? 0 : 1
}

/**
 * Returns the end and text of a comment, a processing instruction, a declaration or a CDATA section; null for a tag.
 */
function specialAt(xml: string, at: number): { readonly end: number; readonly text: string | null } | null {
  const until = (mark: string, from: number): number => {
    const end = xml.indexOf(mark, from)
    return end < 0 ? -1 : end + mark.length
  }
  if (xml.startsWith('<!--', at)) return { end: until('-->', at + 4), text: null }
  if (xml.startsWith('<![CDATA[', at)) {
    const end = until(']]>', at + 9)
    return { end, text: end < 0 ? null : xml.slice(at + 9, end - 3) }
  }
  if (xml.startsWith('<?', at)) return { end: until('?>', at + 2), text: null }
  return xml.startsWith('<!', at) ? { end: until('>', at + 2), text: null } : null
}

/** Returns the index of the first character from `at` on that matches; the text's length if none does. */
function firstOf(text: string, at: number, holds: (code: number) => boolean): number {
  for (let place = at; place < text.length; place += 1) if (holds(text.charCodeAt(place))) return place
  return text.length
}

/** Reads attributes from quote to quote, because a malicious tag can hold megabytes. */
function attributesOf(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (let at = 0; ; ) {
    const equals = text.indexOf('=', at)
    if (equals < 0) return found
    const opening = firstOf(text, equals + 1, (code) => code > 32)
    const quote = text[opening]
    if (quote !== '"' && quote !== "'") {
      at = equals + 1
      continue
    }
    const closing = text.indexOf(quote, opening + 1)
    if (closing < 0) return found
    found.set(text.slice(at, equals).trim(), decoded(text.slice(opening + 1, closing)))
    at = closing + 1
  }
}

function decoded(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,4}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return named[String(name)] ?? whole
    const code = decimal === undefined ? Number.parseInt(String(hex), 16) : Number(decimal)
    return code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : whole
  })
}
