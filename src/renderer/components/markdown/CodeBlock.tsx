import { memo, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import buttons from '../buttons.module.css'
import { CopyButton } from '../words/CopyButton.tsx'
import { Pieces } from '../words/LongText.tsx'
import { CodeColouring, isColourable } from './code-highlighter.ts'
import type { CodeLine } from './colouring-messages.ts'
import type { CodeText } from './fenced-code.ts'
import classes from './Markdown.module.css'

/** Lines per rendered group, so that a new line updates only the last group. */
const linesInGroup = 24

/** Lines and characters shown at first, and added by every "show more". */
const linesShown = 1_000
const lengthShown = 100_000

/**
 * A code block with language, copy button, and colours added when the page has time. `open`: the code is still growing.
 */
export const CodeBlock = memo(function CodeBlock({
  language,
  code,
  open,
}: {
  language: string
  code: CodeText
  open: boolean
}) {
  const { t } = useTranslation()
  const [pages, setPages] = useState(1)
  // of growing code only the visible part is read
  const part = useMemo(() => {
    const max = lengthShown * pages
    return code.length > max ? code.first(max).toWellFormed() : code.first(max)
  }, [code, pages])
  const all = useMemo(() => part.split('\n'), [part])
  const lines = useMemo(() => (all.length > linesShown * pages ? all.slice(0, linesShown * pages) : all), [all, pages])
  const rest =
    code.length - (lines.length < all.length ? lines.reduce((sum, line) => sum + line.length + 1, 0) : part.length)
  const coloured = useColours(language, lines, open, code.length)
  const groups: (readonly [number, string, readonly CodeLine[]])[] = []
  for (let at = 0; at < lines.length; at += linesInGroup) {
    groups.push([at, lines.slice(at, at + linesInGroup).join('\n'), coloured.slice(at, at + linesInGroup)])
  }
  return (
    <figure className={classes.code}>
      <figcaption>
        <span>{language || t('markdown.code')}</span>
        <CopyButton text={() => code.first(code.length)} label={t('markdown.copyCode')} />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: code wider than the column scrolls, and must do so by keyboard too */}
      <pre tabIndex={0}>
        <code>
          {groups.map(([at, text, colours]) => (
            <CodeLines key={at} text={text} colours={colours} />
          ))}
        </code>
      </pre>
      {rest > 0 ? (
        <button type="button" className={`${buttons.link} ${classes.more}`} onClick={() => setPages(pages * 3)}>
          {t('markdown.showMore', { count: rest })}
        </button>
      ) : null}
    </figure>
  )
})

const CodeLines = memo(
  function CodeLines({ text, colours }: { text: string; colours: readonly CodeLine[] }) {
    return (
      <span className={classes.codeLines}>
        {text.split('\n').map((line, index) => (
          // a line's place is its identity: code only grows at its end
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <span key={index}>
            {colours[index]?.map((token, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: tokens of a line never move
              <span key={at} style={token.color === '' ? undefined : { color: token.color }}>
                <Pieces text={token.text} inline />
              </span>
            )) ?? <Pieces text={line} inline />}
            {'\n'}
          </span>
        ))}
      </span>
    )
  },
  (before, after) =>
    before.text === after.text &&
    before.colours.length === after.colours.length &&
    before.colours.every((line, index) => line === after.colours[index]),
)

function useColours(language: string, lines: readonly string[], open: boolean, length: number): readonly CodeLine[] {
  const [coloured, setColoured] = useState<readonly CodeLine[]>([])
  const colouring = useRef<CodeColouring | null>(null)
  const wanted = isColourable(language, length)
  useEffect(() => {
    if (!wanted) return undefined
    const mine = new CodeColouring(language, setColoured)
    colouring.current = mine
    return () => {
      colouring.current = null
      mine.close()
    }
  }, [language, wanted])
  useEffect(() => {
    // the last line of growing code may continue
    if (wanted) colouring.current?.update(open ? lines.slice(0, -1) : lines)
  }, [lines, open, wanted])
  return coloured
}
