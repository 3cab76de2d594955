import type { Element, ElementContent, Root, RootContent } from 'hast'
import i18next from 'i18next'
import katex from 'katex'
import { escaped, xmlText } from '../../../shared/escaped-markup.ts'
import { isAlertKind } from './alerts.ts'
import { fencedCode } from './fenced-code.ts'
import { isSettable } from './formula-limits.ts'
import { withLineBreaks } from './line-breaks.ts'
import { MessageDocument } from './message-document.ts'
import { isRightToLeft } from './writing-direction.ts'

/** Longest work before the page can draw and respond, in ms. */
const sliceMs = 8

/**
 * Resolves to a model's Markdown as HTML for a file: parsed by the rules of the page, and written with only these
 * elements. The result is also well-formed XML, loads nothing and runs nothing. All its ids begin with `prefix`.
 * `keepsLines` shows single line ends.
 */
export async function writtenHtml(text: string, prefix: string, keepsLines = false): Promise<string> {
  const document = new MessageDocument()
  const written = (tree: Root | string, source: string): string =>
    treeHtml(keepsLines && typeof tree !== 'string' ? withLineBreaks(tree) : tree, source, prefix)
  const { blocks, footnotes } = document.update(text)
  const parts: string[] = []
  let since = performance.now()
  for (const block of blocks) {
    if (block.kind === 'code') {
      const { code, language } = fencedCode(block.source)
      parts.push(codeHtml(language, code))
    } else parts.push(written(document.elementsOf(block), block.source))
    if (performance.now() - since < sliceMs) continue
    await nextTask()
    since = performance.now()
  }
  if (footnotes.length > 0) {
    const notes = footnotes.map(
      (note) =>
        `<li id="${prefix}-n${note.number}" value="${note.number}">${written(document.elementsOfFootnote(note), '')}</li>`,
    )
    parts.push(`<ol class="notes">${notes.join('')}</ol>`)
  }
  return `${parts.join('\n')}\n`
}

/** Yields to the page; a timer would be throttled in a hidden page. */
async function nextTask(): Promise<void> {
  const { port1, port2 } = new MessageChannel()
  await new Promise((resolve) => {
    port1.onmessage = resolve
    port2.postMessage(null)
  })
  port1.close()
}

/** Returns the HTML of a block; as on the page, a block beyond the limits is shown as its source. */
function treeHtml(tree: Root | string, source: string, prefix: string): string {
  if (typeof tree === 'string') return `<pre>${escaped(source)}</pre>`
  return childrenHtml(tree.children, prefix)
}

/** Elements that are written unchanged, without attributes. */
const plain = new Set('p ul table thead tbody tr em strong del h1 h2 h3 h4 h5 h6 li sub kbd mark u summary'.split(' '))

function childrenHtml(nodes: readonly (RootContent | ElementContent)[], prefix: string): string {
  return nodes.map((node) => nodeHtml(node, prefix)).join('')
}

function nodeHtml(node: RootContent | ElementContent, prefix: string): string {
  if (node.type === 'text') return escaped(node.value)
  return node.type === 'element' ? elementHtml(node, prefix) : ''
}

function elementHtml(node: Element, prefix: string): string {
  const { children, properties, tagName } = node
  const inside = (): string => childrenHtml(children, prefix)
  const start = `${tagName}${properties.dir === 'auto' && isRightToLeft(node) ? ' dir="auto"' : ''}`
  if (tagName === 'em' && properties.dataCjk === true) return `<em class="cjk">${inside()}</em>`
  if (plain.has(tagName)) return `<${start}>${inside()}</${tagName}>`
  switch (tagName) {
    case 'br':
    case 'hr':
      return `<${tagName}/>`
    case 'blockquote': {
      const { dataAlert } = properties
      const word = isAlertKind(dataAlert)
        ? `<p><strong>${escaped(String(i18next.t(`markdown.alert.${dataAlert}`)))}</strong></p>`
        : ''
      return `<${start}>${word}${inside()}</blockquote>`
    }
    case 'ol':
      return `<${start} start="${wholeNumber(properties.start, 1)}">${inside()}</ol>`
    case 'th':
    case 'td': {
      const side = properties.align === 'center' || properties.align === 'right' ? ` class="${properties.align}"` : ''
      return `<${tagName}${side}>${inside()}</${tagName}>`
    }
    case 'a':
      return linkHtml(properties.href, inside())
    case 'img':
      // a remote picture is not loaded: its address becomes a link
      return linkHtml(properties.src, escaped(String(properties.alt || properties.src || '')))
    case 'code': {
      const formula = formulaOf(node)
      return formula ?? `<code>${inside()}</code>`
    }
    case 'pre': {
      const [code] = children
      if (code?.type !== 'element') return `<pre>${inside()}</pre>`
      const language = classesOf(code).find((name) => name.startsWith('language-')) ?? ''
      return formulaOf(code) ?? codeHtml(language.slice('language-'.length), textOf(code).replace(/\n$/, ''))
    }
    case 'details':
      // a file may be printed, so its folds are open
      return `<${start} open="open">${inside()}</details>`
    case 'sup': {
      if (properties.dataFootnote === undefined) return `<sup>${inside()}</sup>`
      const number = wholeNumber(properties.dataFootnote, 0)
      return `<sup><a href="#${prefix}-n${number}">${number}</a></sup>`
    }
    case 'input':
      return properties.checked === true ? '☑' : '☐'
    default:
      return inside()
  }
}

function wholeNumber(value: unknown, otherwise: number): number {
  const number = Number(value ?? otherwise)
  return Number.isSafeInteger(number) ? number : otherwise
}

/** Returns a link to the web or to an address; anything else stays text. */
function linkHtml(url: unknown, inside: string): string {
  if (typeof url !== 'string' || !/^(?:https?:\/\/|mailto:)/i.test(url)) return `<span>${inside}</span>`
  return `<a href="${escaped(url)}" rel="noopener noreferrer">${inside}</a>`
}

function codeHtml(language: string, code: string): string {
  const name = language === '' ? '' : `<p class="language">${escaped(language)}</p>`
  return `${name}<pre><code>${escaped(code)}</code></pre>`
}

/** Returns a formula as MathML, which needs no fonts; null for other code. */
function formulaOf(code: Element): string | null {
  const classes = classesOf(code)
  const display = classes.includes('math-display')
  if (!display && !classes.includes('language-math')) return null
  // a saved picture is XML
  const formula = xmlText(textOf(code))
  if (!isSettable(formula)) return `<code>${escaped(formula)}</code>`
  try {
    return katex.renderToString(formula, {
      displayMode: display,
      throwOnError: true,
      strict: 'ignore',
      trust: false,
      maxExpand: 300,
      maxSize: 20,
      output: 'mathml',
    })
  } catch {
    return `<code>${escaped(formula)}</code>`
  }
}

function classesOf({ properties }: Element): readonly string[] {
  return Array.isArray(properties.className) ? properties.className.map(String) : []
}

function textOf(node: ElementContent): string {
  if (node.type === 'text') return node.value
  return node.type === 'element' ? node.children.map(textOf).join('') : ''
}
