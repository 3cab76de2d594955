import type { Element, ElementContent } from 'hast'
import type { Components } from 'hast-util-to-jsx-runtime'
import { AlertQuote } from './AlertQuote.tsx'
import { isAlertKind } from './alerts.ts'
import { CodeBlock } from './CodeBlock.tsx'
import { ExternalLink } from './ExternalLink.tsx'
import { FootnoteCall } from './FootnoteCall.tsx'
import { plainCode } from './fenced-code.ts'
import classes from './Markdown.module.css'
import { MathFormula } from './MathFormula.tsx'
import { RemotePicture } from './RemotePicture.tsx'

/** What the elements of a parsed block become. */
export const markdownComponents: Partial<Components> = {
  a: ({ href, children }) => <ExternalLink url={href ?? ''}>{children}</ExternalLink>,
  img: ({ src, alt }) => <RemotePicture url={typeof src === 'string' ? src : ''} description={alt ?? ''} />,
  table: ({ children }) => (
    // a wide table scrolls by itself, not the conversation; a scroller must be reachable by keyboard
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
    <div className={classes.tableScroller} tabIndex={0}>
      <table>{children}</table>
    </div>
  ),
  pre: ({ node, children }) => {
    const code = node?.children[0]
    if (code?.type !== 'element') return <pre>{children}</pre>
    const names = classNames(code)
    if (names.includes('math-display')) return <MathFormula formula={textOf(code)} display />
    const language = names.find((name) => name.startsWith('language-'))?.slice('language-'.length) ?? ''
    return <CodeBlock language={language} code={plainCode(textOf(code).replace(/\n$/, ''))} open={false} />
  },
  code: ({ node, children }) =>
    node && classNames(node).includes('language-math') ? (
      <MathFormula formula={textOf(node)} display={classNames(node).includes('math-display')} />
    ) : (
      <code>{children}</code>
    ),
  blockquote: ({ node, children }) => {
    const kind = node?.properties.dataAlert
    return isAlertKind(kind) ? <AlertQuote kind={kind}>{children}</AlertQuote> : <blockquote>{children}</blockquote>
  },
  // raw HTML is text, so that only our own calls of footnotes are superscripts
  sup: ({ node }) => (
    <FootnoteCall number={Number(node?.properties.dataFootnote)} time={Number(node?.properties.dataTime)} />
  ),
  input: ({ checked }) => <input type="checkbox" checked={checked === true} disabled readOnly />,
}

function classNames(element: Element): readonly string[] {
  const value = element.properties.className
  return Array.isArray(value) ? value.map(String) : []
}

function textOf(node: ElementContent): string {
  if (node.type === 'text') return node.value
  return node.type === 'element' ? node.children.map(textOf).join('') : ''
}
