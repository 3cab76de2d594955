/** An HTML tag used by a model, without its attributes. */
export interface HtmlTag {
  readonly name: string
  readonly kind: 'open' | 'close' | 'break'
}

const inline = /^<(\/?)(br|sub|sup|kbd|mark|u)(?:\s[^<>]*|\s*\/)?>$/i
const fold = /<(\/?)(details|summary)(?:\s[^<>]*)?>/gi

/** Reads an inline tag such as `<sub>`. Null for any other tag, which stays text. */
export function inlineTag(html: string): HtmlTag | null {
  const [, slash, name] = inline.exec(html) ?? []
  if (name === undefined) return null
  const kind = name.toLowerCase() === 'br' ? 'break' : slash === '/' ? 'close' : 'open'
  return { name: name.toLowerCase(), kind }
}

/** Returns true if an HTML block begins with an inline tag. */
export function beginsInline(html: string): boolean {
  return /^[ \t]*<\/?(?:br|sub|sup|kbd|mark|u)[\s/>]/i.test(html)
}

/** A fold tag, or the text between two of them. */
export type FoldPart = { readonly tag: HtmlTag; readonly source: string } | { readonly text: string }

/** Splits HTML at the fold tags `<details>` and `<summary>`. Null if it does not begin with one. */
export function foldParts(html: string): readonly FoldPart[] | null {
  if (!/^[ \t]*<\/?(?:details|summary)[\s>]/i.test(html)) return null
  const parts: FoldPart[] = []
  let from = 0
  for (const { 0: source, 1: slash, 2: name = '', index } of html.matchAll(fold)) {
    if (html.slice(from, index).trim() !== '') parts.push({ text: html.slice(from, index) })
    parts.push({ tag: { name: name.toLowerCase(), kind: slash === '/' ? 'close' : 'open' }, source })
    from = index + source.length
  }
  if (from === 0) return null
  if (html.slice(from).trim() !== '') parts.push({ text: html.slice(from) })
  return parts
}

/** Returns how a line changes the number of open folds. */
export function foldBalance(line: string): number {
  let balance = 0
  for (const [, slash, name] of line.matchAll(fold)) {
    if (name?.toLowerCase() === 'details') balance += slash === '/' ? -1 : 1
  }
  return balance
}

/** Returns true if a fold begins in this line. */
export function opensFold(line: string): boolean {
  return /^ {0,3}<details(?:[\s>]|$)/i.test(line)
}
