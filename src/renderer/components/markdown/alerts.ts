import type { Root } from 'mdast'
import { visit } from 'unist-util-visit'

export const alertKinds = ['note', 'tip', 'important', 'warning', 'caution'] as const
export type AlertKind = (typeof alertKinds)[number]

export function isAlertKind(value: unknown): value is AlertKind {
  return alertKinds.some((kind) => kind === value)
}

/** Marks quotes that begin with a line such as `[!NOTE]`, and removes that line. */
export function markAlerts(tree: Root): void {
  visit(tree, 'blockquote', (quote) => {
    const [first] = quote.children
    if (first?.type !== 'paragraph') return
    const [words] = first.children
    if (words?.type !== 'text') return
    const found = /^\[!([a-z]{3,9})\][ \t]*(?:\n|$)/i.exec(words.value.slice(0, 40))
    const kind = found?.[1]?.toLowerCase()
    if (found === null || !isAlertKind(kind)) return
    // the mark must be alone on its line
    if (!found[0].endsWith('\n') && (words.value.length > found[0].length || first.children.length > 1)) return
    words.value = words.value.slice(found[0].length)
    if (words.value === '' && first.children.length === 1) quote.children.shift()
    quote.data = { ...quote.data, hProperties: { dataAlert: kind } }
  })
}
