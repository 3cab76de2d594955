import type { XmlVisitor } from '../../xml-walk.ts'

/** Word's namespace: the usual one, and that of the strict form. */
const namespaces = new Set([
  'http://schemas.openxmlformats.org/wordprocessingml/2006/main',
  'http://purl.oclc.org/ooxml/wordprocessingml/main',
])

/** Gives names in Word's namespace the prefix `w`. Other programs may use another prefix, or none. */
export function withUsualPrefix(visitor: XmlVisitor): XmlVisitor {
  let prefixes: ReadonlySet<string> | null = null
  const usual = (name: string): string => {
    const colon = name.indexOf(':')
    return prefixes?.has(name.slice(0, Math.max(0, colon))) === true ? `w:${name.slice(colon + 1)}` : name
  }
  return {
    open: (name, attributes) => {
      // the root declares the prefixes that the part uses
      prefixes ??= prefixesIn(attributes())
      if (prefixes.size === 0) return visitor.open(name, attributes)
      const values = () =>
        new Map([...attributes()].map(([key, value]) => [key.includes(':') ? usual(key) : key, value]))
      visitor.open(usual(name), values)
    },
    close: (name) => visitor.close(usual(name)),
    text: (text) => visitor.text(text),
  }
}

/** Prefixes of Word's namespace other than the usual one. */
function prefixesIn(root: ReadonlyMap<string, string>): ReadonlySet<string> {
  const names = [...root].filter(([key, value]) => /^xmlns(?::|$)/.test(key) && namespaces.has(value))
  return new Set(names.map(([key]) => key.slice('xmlns:'.length)).filter((prefix) => prefix !== 'w'))
}
