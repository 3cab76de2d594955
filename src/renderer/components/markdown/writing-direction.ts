import type { Element, ElementContent, Root, RootContent } from 'hast'
import { visit } from 'unist-util-visit'

const blocks = new Set('p h1 h2 h3 h4 h5 h6 ul ol blockquote table details'.split(' '))
const cjk = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u
const rightToLeft =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u

/**
 * Gives each outermost block the direction of its first letter, and marks emphasis in scripts without slanted letters.
 * Code does not count for the direction, because it is always written from left to right.
 */
export function markScripts(tree: Root): void {
  markDirections(tree.children)
  visit(tree, 'element', (node) => {
    if (node.tagName === 'code') node.properties.dir = 'ltr'
    else if (node.tagName === 'em' && cjk.test(textOf(node))) node.properties.dataCjk = true
  })
}

function markDirections(nodes: readonly RootContent[]): void {
  for (const node of nodes) {
    if (node.type !== 'element' || !blocks.has(node.tagName)) continue
    // the title of an alert is in the language of the interface
    if (node.properties.dataAlert === undefined) node.properties.dir = 'auto'
    else markDirections(node.children)
  }
}

/** Returns true if a block has letters that are written from right to left. */
export function isRightToLeft(node: Element): boolean {
  return rightToLeft.test(textOf(node))
}

function textOf(node: ElementContent): string {
  if (node.type === 'text') return node.value
  return node.type === 'element' ? node.children.map(textOf).join('') : ''
}
