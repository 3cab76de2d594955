import type { ElementContent, Root, RootContent } from 'hast'
import { fencedCode } from '../../../../src/renderer/components/markdown/fenced-code.ts'
import type { MessageDocument } from '../../../../src/renderer/components/markdown/message-document.ts'

/** Text of a tree in order, with addresses and descriptions, which the page shows too. */
function shownText(node: Root | RootContent | ElementContent): string {
  if (node.type === 'text') return node.value
  if (node.type !== 'root' && node.type !== 'element') return ''
  const inside = node.children.map(shownText).join('')
  if (node.type === 'root') return inside
  const { alt, className, href, src, title } = node.properties
  const attributes = [alt, href, src, title].map((value) => address(String(value ?? '')))
  return [Array.isArray(className) ? className.join(' ') : '', inside, ...attributes].join(' ')
}

/** An address as it was written. */
function address(url: string): string {
  try {
    return decodeURI(url)
  } catch {
    return url
  }
}

/** A source without those marks of Markdown that are letters, digits or tildes. */
function withoutMarks(source: string): string {
  return source
    .replace(/&#?\w+;/g, '')
    .replace(/<\/?(?:br|sub|sup|kbd|mark|u)(?:\s[^<>]*)?\/?>/gi, '')
    .replace(/<\/?(?:details|summary)(?:\s[^<>]*)?>/gi, '\n')
    .replace(/^[ \t>]*(?:(?:\d+[.)]|[-*+](?: \[[ xX]\])?)(?:[ \t]+|$))+/gm, '')
    .replace(/~{2,}/g, '')
}

/**
 * The rest of a source from its first letter, digit or single tilde that the page does not show; empty where it shows
 * all of them in order.
 */
export function lostText(document: MessageDocument, source: string): string {
  const shown = document
    .update(source)
    .blocks.map((block) => {
      if (block.kind === 'code') {
        const { code, language } = fencedCode(block.source)
        return `${language} ${code}`
      }
      const tree = document.elementsOf(block)
      return typeof tree === 'string' ? block.source : shownText(tree)
    })
    .join('\n')
  const written = withoutMarks(source)
  let at = 0
  for (const { 0: mark, index } of written.matchAll(/[\p{L}\p{N}~]/gu)) {
    const found = shown.indexOf(mark, at)
    if (found < 0) return written.slice(index)
    at = found + mark.length
  }
  return ''
}
