import type { Element, ElementContent } from 'hast'
import type { Components } from 'hast-util-to-jsx-runtime'
import { CircleAlert, Info, Lightbulb, type LucideIcon, OctagonAlert, TriangleAlert } from 'lucide-react'
import { type MouseEvent, type ReactNode, use } from 'react'
import { useTranslation } from '../../platform/i18n/use-translation.ts'
import { openLink } from '../../platform/open-link.ts'
import { showToast } from '../../platform/toasts.ts'
import { Button } from '../Button.tsx'
import { type AlertKind, isAlertKind } from './alerts.ts'
import { BlockOpen } from './block-open.ts'
import { CitationMark } from './CitationMark.tsx'
import { CodeBlock } from './CodeBlock.tsx'
import { plainCode } from './fenced-code.ts'
import { FootnoteContext } from './footnote-ids.ts'
import classes from './Markdown.module.css'
import { MathFormula } from './MathFormula.tsx'
import { RemotePicture } from './RemotePicture.tsx'
import { HeaderCell, SortableTable, TableRows } from './SortableTable.tsx'

/** Components for the elements of a block. */
export const markdownComponents: Partial<Components> = {
  a: ({ href, children }) => <ExternalLink url={href ?? ''}>{children}</ExternalLink>,
  img: ({ src, alt }) => <RemotePicture url={typeof src === 'string' ? src : ''} description={alt ?? ''} />,
  table: ({ node, children }) => <SortableTable table={node}>{children}</SortableTable>,
  th: ({ node, style, children }) => (
    <HeaderCell node={node} style={style}>
      {children}
    </HeaderCell>
  ),
  tbody: ({ children }) => <TableRows>{children}</TableRows>,
  pre: ({ node, children }) => <Preformatted node={node}>{children}</Preformatted>,
  code: ({ node, children }) =>
    node && classNames(node).includes('language-math') ? (
      <MathFormula formula={textOf(node)} display={classNames(node).includes('math-display')} />
    ) : (
      <code dir="ltr">{children}</code>
    ),
  blockquote: ({ node, children }) => {
    const kind = node?.properties.dataAlert
    return isAlertKind(kind) ? (
      <AlertQuote kind={kind}>{children}</AlertQuote>
    ) : (
      <blockquote dir="auto">{children}</blockquote>
    )
  },
  sup: ({ node, children }) =>
    node?.properties.dataFootnote === undefined ? (
      <sup>{children}</sup>
    ) : (
      <FootnoteCall number={Number(node.properties.dataFootnote)} time={Number(node.properties.dataTime)} />
    ),
  // no tag of a model becomes this element, so these are only Atelier's own citation marks
  cite: ({ node }) => <CitationMark mark={node === undefined ? '' : textOf(node)} />,
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

/** Code or a formula within another block, such as a list. */
function Preformatted({ node, children }: { node: Element | undefined; children?: ReactNode }) {
  const isOpen = use(BlockOpen)
  const code = node?.children[0]
  if (code?.type !== 'element') return <pre>{children}</pre>
  const names = classNames(code)
  if (names.includes('math-display')) return <MathFormula formula={textOf(code)} display />
  const language = names.find((name) => name.startsWith('language-'))?.slice('language-'.length) ?? ''
  const note = code.data?.meta?.trim() ?? ''
  return <CodeBlock language={language} note={note} code={plainCode(textOf(code).replace(/\n$/, ''))} open={isOpen} />
}

const signs: Readonly<Record<AlertKind, LucideIcon>> = {
  note: Info,
  tip: Lightbulb,
  important: CircleAlert,
  warning: TriangleAlert,
  caution: OctagonAlert,
}

/** A quote that begins with a mark such as `[!NOTE]`; an icon and a word show its kind. */
function AlertQuote({ kind, children }: { kind: AlertKind; children: ReactNode }) {
  const { t } = useTranslation()
  const Sign = signs[kind]
  return (
    <blockquote className={classes.alert} data-alert={kind}>
      <p className={classes.alertTitle}>
        <Sign size={15} aria-hidden="true" />
        {t(`markdown.alert.${kind}`)}
      </p>
      {children}
    </blockquote>
  )
}

/** A link in a model's text: shows its target, and opens only through main. */
function ExternalLink({ url, children }: { url: string; children?: ReactNode }) {
  const { t } = useTranslation()
  const open = (event: MouseEvent): void => {
    event.preventDefault()
    void openLink(url).then((opened) => {
      if (!opened) showToast(t('errors.link_refused.title'))
    })
  }
  // anything except a web address stays plain text
  if (!/^https?:\/\//i.test(url)) return <span>{children}</span>
  return (
    <a href={url} title={url} rel="noopener noreferrer" onClick={open} onAuxClick={open}>
      {children}
    </a>
  )
}

/** A footnote number in the text, which links to the footnote. */
function FootnoteCall({ number, time }: { number: number; time: number }) {
  const { t } = useTranslation()
  const ids = use(FootnoteContext)
  return (
    <sup className={classes.call}>
      <Button
        kind="plain"
        id={ids.call(number, time)}
        aria-label={t('markdown.footnote', { number })}
        onClick={() => ids.show(ids.note(number))}
      >
        {number}
      </Button>
    </sup>
  )
}
