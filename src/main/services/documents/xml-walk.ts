/** What a walk meets. Names keep their prefix, as in `w:p`. */
export interface XmlVisitor {
  readonly open: (name: string, attributes: () => ReadonlyMap<string, string>) => void
  readonly close: (name: string) => void
  readonly text: (text: string) => void
}

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/**
 * Walks through XML from left to right once. Knows no entities but the five of XML and those with numbers, so that
 * nothing grows. False where the XML breaks off within a tag.
 */
export function walkXml(xml: string, visitor: XmlVisitor): boolean {
  for (let at = 0; at < xml.length; ) {
    const open = xml.indexOf('<', at)
    if (open !== at) visitor.text(decoded(xml.slice(at, open < 0 ? xml.length : open)))
    if (open < 0) return true
    const special = specialAt(xml, open)
    if (special !== null) {
      if (special.end < 0) return false
      if (special.text !== null) visitor.text(special.text)
      at = special.end
      continue
    }
    const close = xml.indexOf('>', open)
    if (close < 0) return false
    tag(xml.slice(open + 1, close), visitor)
    at = close + 1
  }
  return true
}

function tag(inner: string, visitor: XmlVisitor): void {
  if (inner.startsWith('/')) {
    visitor.close(inner.slice(1).trim())
    return
  }
  const isWhole = inner.endsWith('/')
  const body = isWhole ? inner.slice(0, -1) : inner
  const name = body.slice(0, firstBlank(body))
  visitor.open(name, () => attributesOf(body.slice(name.length)))
  if (isWhole) visitor.close(name)
}

/** A comment, a processing instruction, a declaration or a CDATA section, with its end; null for a tag. */
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

function firstBlank(text: string): number {
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) <= 32) return at
  return text.length
}

function attributesOf(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const [, name = '', , double, single] of text.matchAll(/([\w:.-]{1,100})=("([^"]*)"|'([^']*)')/g))
    found.set(name, decoded(double ?? single ?? ''))
  return found
}

function decoded(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,4}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return named[String(name)] ?? whole
    const code = decimal === undefined ? Number.parseInt(String(hex), 16) : Number(decimal)
    return code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : whole
  })
}
