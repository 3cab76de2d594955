import type { ElementContent, Root, RootContent } from 'hast'
import { fencedCode } from '../../../../src/renderer/components/markdown/fenced-code.ts'
import { MessageDocument } from '../../../../src/renderer/components/markdown/message-document.ts'
import { convertBlock, parseSource } from '../../../../src/renderer/components/markdown/syntax-tree.ts'

/** What of an element's properties changes what it means. */
const meaningful = ['href', 'title', 'src', 'alt', 'start', 'checked', 'className', 'align', 'dataAlert']

/** A tree in short: elements with what they mean, in angle brackets. */
export function outline(node: Root | RootContent | ElementContent): string {
  // the parser leaves line endings as they were written, which are all the same to what is shown
  if (node.type === 'text') return node.value.replace(/\r\n?/g, '\n')
  if (node.type === 'root') return outlines(node.children)
  if (node.type !== 'element') return `?${node.type}?`
  const properties = meaningful
    .filter((name) => node.properties[name] !== undefined && node.properties[name] !== null)
    .map((name) => ` ${name}=${String(node.properties[name])}`)
    .join('')
  // numbers of footnotes are the message's, which has a test of its own
  if (node.properties.dataFootnote !== undefined) return '<footnote>'
  const inside = endingOnce(node.children.map(outline).join(''))
  return `<${node.tagName}${properties}>${node.tagName === 'code' && inside === '\n' ? '' : inside}</${node.tagName}>`
}

/** Blank lines at the end of code without a closing fence belong to the code or to what follows, and show nothing. */
function endingOnce(text: string): string {
  return text.replace(/\n+$/, '\n')
}

/** Root level: blocks stand on lines of their own, and the space between them means nothing. */
function outlines(children: readonly RootContent[]): string {
  return children
    .map((child) => outline(child).replace(/^\s+|\s+$/g, ''))
    .filter((text) => text !== '')
    .join('\n')
}

/** What a text means when it is parsed whole. */
export function wholeOutline(text: string): string {
  const parsed = parseSource(text)
  if (typeof parsed === 'string') return parsed
  const tree = convertBlock(parsed)
  return typeof tree === 'string' ? tree : outline(tree)
}

/** What a message shows of a text, block by block. */
export function shownOutline(document: MessageDocument, text: string): string {
  return document
    .update(text)
    .blocks.map((block) => {
      if (block.kind === 'code') {
        const { language, code } = fencedCode(block.source)
        const name = language === '' ? '' : ` className=language-${language}`
        return `<pre><code${name}>${/^\n*$/.test(code) ? '' : endingOnce(`${code}\n`)}</code></pre>`
      }
      const tree = document.elementsOf(block)
      return typeof tree === 'string' ? tree : outline(tree)
    })
    .filter((shown) => shown !== '')
    .join('\n')
}

export function shownAtOnce(text: string): string {
  return shownOutline(new MessageDocument(), text)
}
