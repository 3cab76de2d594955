/** The kinds of previews: a page, a picture, a Mermaid diagram. */
export type PreviewKind = 'html' | 'svg' | 'diagram'

const kinds: Readonly<Record<string, PreviewKind>> = {
  html: 'html',
  htm: 'html',
  xhtml: 'html',
  svg: 'svg',
  mermaid: 'diagram',
  mmd: 'diagram',
}

/** Number of leading UTF-16 units that decide whether XML is a picture. */
export const kindReadMax = 500

/** Returns what a preview of a code block shows; null for plain code. Only the first units of `beginning` are read. */
export function previewKind(language: string, beginning: string): PreviewKind | null {
  const name = language.toLowerCase()
  if (name === 'xml')
    return /^\s*(<\?xml[^>]*>\s*)?(<!--[^>]*-->\s*)?(<!DOCTYPE\s+svg[^>[]*>\s*)?<svg[\s>]/i.test(beginning)
      ? 'svg'
      : null
  return Object.hasOwn(kinds, name) ? (kinds[name] ?? null) : null
}
