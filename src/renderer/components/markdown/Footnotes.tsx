import type { Root } from 'hast'
import { toJsxRuntime } from 'hast-util-to-jsx-runtime'
import { type ReactNode, use } from 'react'
import { Fragment, jsx, jsxs } from 'react/jsx-runtime'
import { useApp } from '../../platform/app-store.ts'
import { useTranslation } from '../../platform/i18n/use-translation.ts'
import { Button } from '../Button.tsx'
import { FootnoteContext } from './footnote-ids.ts'
import { withLineBreaks } from './line-breaks.ts'
import classes from './Markdown.module.css'
import { markdownComponents } from './markdown-components.tsx'
import type { Footnote, MessageDocument } from './message-document.ts'

/** Renders a parsed tree as React elements. */
export function elements(tree: Root): ReactNode {
  return toJsxRuntime(tree, {
    Fragment,
    jsx,
    jsxs,
    components: markdownComponents,
    ignoreInvalidStyle: true,
    passNode: true,
  })
}

/** The footnotes of a message, each with links back to its references. */
export function Footnotes({ document, footnotes }: { document: MessageDocument; footnotes: readonly Footnote[] }) {
  const { t } = useTranslation()
  const ids = use(FootnoteContext)
  const keepsLines = useApp(({ settings }) => settings.answerLines)
  return (
    <section className={classes.footnotes} aria-label={t('markdown.footnotes')}>
      <ol>
        {footnotes.map((footnote) => {
          const tree = document.elementsOfFootnote(footnote)
          return (
            <li key={footnote.number} id={ids.note(footnote.number)} tabIndex={-1} value={footnote.number}>
              {typeof tree === 'string'
                ? t(`markdown.unformatted.${tree}`)
                : elements(keepsLines ? withLineBreaks(tree) : tree)}
              {Array.from({ length: Math.min(footnote.times, backMax) }, (_, index) => (
                <Button
                  kind="plain"
                  // biome-ignore lint/suspicious/noArrayIndexKey: references are identified by their order
                  key={index}
                  className={classes.back}
                  aria-label={t('markdown.footnoteBack', { number: footnote.number })}
                  title={t('markdown.footnoteBack', { number: footnote.number })}
                  onClick={() => ids.show(ids.call(footnote.number, index + 1))}
                >
                  ↩
                </Button>
              ))}
            </li>
          )
        })}
      </ol>
    </section>
  )
}

/** Maximum number of links back from a footnote to its references. */
const backMax = 10
