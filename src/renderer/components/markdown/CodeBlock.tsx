import { lazy, memo, Suspense, use, useCallback, useEffect, useId, useMemo, useRef, useState } from 'react'
import { messageLengthMax } from '../../../shared/chat-limits.ts'
import { appState, useApp } from '../../platform/app-store.ts'
import { call } from '../../platform/bridge/client.ts'
import { useTranslation } from '../../platform/i18n/use-translation.ts'
import { Button } from '../Button.tsx'
import { kindReadMax, previewKind } from '../preview/preview-kind.ts'
import { openPreview, reloadPreview } from '../preview/preview-store.ts'
import { Pieces } from '../words/LongText.tsx'
import { CodeTools } from './CodeTools.tsx'
import { CodeColouring, isColourable, tokensOf } from './code-highlighter.ts'
import type { CodeLine } from './colouring-messages.ts'
import type { CodeText } from './fenced-code.ts'
import { MayFold } from './folded-code.ts'
import classes from './Markdown.module.css'

/** Lines per rendered group, so that a new line updates only the last group. */
const linesInGroup = 24

/** Lines and characters shown at first, and added by every "show more". */
const linesShown = 1_000
const lengthShown = 100_000

/** Number of lines from which a block is folded, and number of lines shown when folded. */
const linesToFold = 40
const linesOfFold = 16
/** Number of lines from which code below its drawing is folded, and number of lines shown when folded. */
const drawnLinesToFold = 4
const drawnLinesOfFold = 3

const CodeDrawing = lazy(async () => ({ default: (await import('./CodeDrawing.tsx')).CodeDrawing }))

/**
 * A code block with language, buttons, and colours added when the page has time. `open`: the code is still growing.
 * Long code is folded, unless the reader watched it grow. Whole diagrams and SVG pictures are drawn above their code. `isSource`: the source in a preview, which is never folded
 * and has no preview of its own.
 */
export const CodeBlock = memo(function CodeBlock({
  language,
  note = '',
  code,
  open,
  isSource = false,
}: {
  language: string
  /** Text after the language, shown unchanged. */
  note?: string
  code: CodeText
  open: boolean
  isSource?: boolean
}) {
  const { t } = useTranslation()
  const id = useId()
  const isWrapped = useApp((state) => state.settings.codeWrap)
  const isNumbered = useApp((state) => state.settings.codeNumbers)
  const [isFolded, setFolded] = useState(!open && !isSource)
  const [pages, setPages] = useState(1)
  // while the code grows, only the visible part is read
  const part = useMemo(() => {
    const max = lengthShown * pages
    return code.length > max ? code.first(max).toWellFormed() : code.first(max)
  }, [code, pages])
  const all = useMemo(() => part.split('\n'), [part])
  const lines = useMemo(() => (all.length > linesShown * pages ? all.slice(0, linesShown * pages) : all), [all, pages])
  const rest =
    code.length - (lines.length < all.length ? lines.reduce((sum, line) => sum + line.length + 1, 0) : part.length)
  const mayFold = use(MayFold)
  const draws = useApp((state) => state.settings.drawsCode)
  const [isDrawn, setDrawn] = useState(false)
  const isLong = !open && !isSource && (isDrawn ? all.length > drawnLinesToFold : mayFold && all.length > linesToFold)
  const fold = isDrawn ? drawnLinesOfFold : linesOfFold
  const shown = useMemo(() => (isFolded && isLong ? lines.slice(0, fold) : lines), [fold, isFolded, isLong, lines])
  const coloured = useColours(language, shown, open, code.length)
  const newest = useRef(code)
  newest.current = code
  const source = useCallback(() => newest.current.first(newest.current.length), [])
  const kind = isSource ? null : previewKind(language, language.toLowerCase() === 'xml' ? code.first(kindReadMax) : '')
  const wasOpen = useRef(open)
  useEffect(() => {
    // a preview opened while the code grew is reloaded with all of the code
    if (wasOpen.current && !open) reloadPreview(id)
    wasOpen.current = open
  }, [id, open])
  const groups: (readonly [number, string, readonly CodeLine[]])[] = []
  for (let at = 0; at < shown.length; at += linesInGroup) {
    groups.push([at, shown.slice(at, at + linesInGroup).join('\n'), coloured.slice(at, at + linesInGroup)])
  }
  return (
    <figure
      className={classes.code}
      data-wrapped={isWrapped || undefined}
      data-numbered={isNumbered || undefined}
      onContextMenu={(event) => tellClickedCode(event.nativeEvent, source)}
    >
      <figcaption data-aside>
        <span className={classes.codeLanguage}>
          {language || t('markdown.code')}
          {note === '' ? null : <bdi className={classes.codeNote}>{note}</bdi>}
        </span>
        <CodeTools id={id} kind={kind} language={language} source={source} />
      </figcaption>
      {kind === null || kind === 'html' || open || !draws ? null : (
        <Suspense>
          <CodeDrawing
            kind={kind}
            source={source}
            onDrawn={() => {
              setDrawn(true)
              setFolded(true)
            }}
            onOpen={() => openPreview({ id, kind, language, source })}
          />
        </Suspense>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: wide code must be scrollable by keyboard too */}
      <pre tabIndex={0}>
        <code>
          {groups.map(([at, text, colours]) => (
            <CodeLines key={at} text={text} colours={colours} />
          ))}
        </code>
      </pre>
      {isLong ? (
        <Button kind="link" className={classes.more} aria-expanded={!isFolded} onClick={() => setFolded(!isFolded)}>
          {isFolded ? t('blocks.code.unfold', { count: all.length }) : t('blocks.code.fold')}
        </Button>
      ) : null}
      {rest > 0 && !(isFolded && isLong) ? (
        <Button kind="link" className={classes.more} onClick={() => setPages(pages * 3)}>
          {t('markdown.showMore', { count: rest })}
        </Button>
      ) : null}
    </figure>
  )
})

const CodeLines = memo(
  function CodeLines({ text, colours }: { text: string; colours: readonly CodeLine[] }) {
    return (
      <span className={classes.codeLines}>
        {text.split('\n').map((line, index) => (
          // a line's index is its identity: code only grows at its end
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <span key={index}>
            {tokensOf(line, colours[index])?.map((token, at) => (
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

/** Tells the shell which code block was right-clicked, if the shell builds the context menu itself. */
function tellClickedCode(event: Event, source: () => string): void {
  if (appState().info.shell !== 'electron') return
  // runs after every listener, and before Chromium requests the menu
  queueMicrotask(() => {
    if (event.defaultPrevented) return
    const code = source()
    if (code !== '' && code.length <= messageLengthMax) void call('app.clickedCode', { code })
  })
}
