/** What can be previewed: a page, a picture, a Mermaid diagram. */
export type PreviewKind = 'html' | 'svg' | 'diagram'

const kinds: Readonly<Record<string, PreviewKind>> = {
  html: 'html',
  htm: 'html',
  xhtml: 'html',
  svg: 'svg',
  mermaid: 'diagram',
  mmd: 'diagram',
}

/** Units of the beginning that decide whether XML is a picture. */
export const kindReadMax = 500

/** What a code block shows in a preview; null when it is plain code. `beginning` is needed of its first units only. */
export function previewKind(language: string, beginning: string): PreviewKind | null {
  const name = language.toLowerCase()
  if (name === 'xml')
    return /^\s*(<\?xml[^>]*>\s*)?(<!--[^>]*-->\s*)?(<!DOCTYPE\s+svg[^>[]*>\s*)?<svg[\s>]/i.test(beginning)
      ? 'svg'
      : null
  return Object.hasOwn(kinds, name) ? (kinds[name] ?? null) : null
}
