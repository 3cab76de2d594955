import type { ElementContent, Root, RootContent } from 'hast'
import { fencedText } from '../../../../src/renderer/components/markdown/fenced-code.ts'
import type { MessageDocument } from '../../../../src/renderer/components/markdown/message-document.ts'

/** Text of a tree in order, with addresses and descriptions. */
function shownText(node: Root | RootContent | ElementContent): string {
  if (node.type === 'text') return node.value
  if (node.type !== 'root' && node.type !== 'element') return ''
  const inside = node.children.map(shownText).join('')
  if (node.type === 'root') return inside
  const { alt, className, href, src, title } = node.properties
  const attributes = [alt, href, src, title].map((value) => address(String(value ?? '')))
  const note = node.data?.meta ?? ''
  return [Array.isArray(className) ? className.join(' ') : '', note, inside, ...attributes].join(' ')
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
export function withoutMarks(source: string): string {
  return source
    .replace(/&#?\w+;/g, '')
    .replace(/<\/?(?:br|sub|sup|kbd|mark|u)(?:\s[^<>]*)?\/?>/gi, '')
    .replace(/<\/?(?:details|summary)(?:\s[^<>]*)?>/gi, '\n')
    .replace(/^[ \t>]*(?:(?:\d+[.)]|[-*+](?: \[[ xX]\])?)(?:[ \t]+|$))+/gm, '')
    .replace(/~{2,}/g, '')
}

/** Text of a tree in order, as far as the page shows it without a pointer. */
export function plainText(node: Root | RootContent | ElementContent): string {
  if (node.type === 'text') return node.value
  if (node.type !== 'root' && node.type !== 'element') return ''
  const note = node.type === 'element' ? (node.data?.meta ?? '') : ''
  return note + node.children.map(plainText).join('')
}

/** Texts of all blocks of an answer, each with its code's language or as `textIn` reads it. */
export function textsOf(document: MessageDocument, source: string, textIn = shownText): string {
  return document
    .update(source)
    .blocks.map((block) => {
      if (block.kind === 'code') {
        const { language, note, text } = fencedText(block.source)
        return `${language} ${note} ${text.first(text.length)}`
      }
      const tree = document.elementsOf(block)
      return typeof tree === 'string' ? block.source : textIn(tree)
    })
    .join('\n')
}

/** The rest of a text from its first letter, digit or single tilde that another one does not have in order. */
export function missingFrom(shown: string, written: string): string {
  let at = 0
  for (const { 0: mark, index } of written.matchAll(/[\p{L}\p{N}~]/gu)) {
    const found = shown.indexOf(mark, at)
    if (found < 0) return written.slice(index)
    at = found + mark.length
  }
  return ''
}

/**
 * The rest of a source from its first letter, digit or single tilde that the page does not show; empty where it shows
 * all of them in order.
 */
export function lostText(document: MessageDocument, source: string): string {
  return missingFrom(textsOf(document, source), withoutMarks(source))
}
