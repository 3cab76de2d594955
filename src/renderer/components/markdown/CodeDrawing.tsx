import { useComputedColorScheme } from '@mantine/core'
import { useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from '../../platform/i18n/use-translation.ts'
import { whenAnswered } from '../../platform/when-answered.ts'
import { Button } from '../Button.tsx'
import type { Drawing, DrawingRequest } from '../preview/drawing-frames.ts'
import { draw, keptDrawing, mayDraw } from '../preview/drawings.ts'
import classes from './Markdown.module.css'

/** Distance from the window at which a drawing begins, in px. */
const marginPx = 400
/** Most CSS px of a drawing. */
const widthMax = 900
const heightMax = 520

interface CodeDrawingProps {
  readonly kind: DrawingRequest['kind']
  readonly source: () => string
  /** Called when the code is drawn. */
  readonly onDrawn: () => void
  /** Opens the preview, which shows the drawing larger. */
  readonly onOpen: () => void
}

/** The drawing of a code block: nothing before it is visible, a line if it cannot be drawn. */
export function CodeDrawing({ kind, source, onDrawn, onOpen }: CodeDrawingProps) {
  const { t } = useTranslation()
  // a picture has its own colours
  const isDark = useComputedColorScheme('light') === 'dark' && kind === 'diagram'
  const place = useRef<HTMLDivElement>(null)
  const [drawing, setDrawing] = useState<Drawing | null>(null)
  const told = useRef(onDrawn)
  told.current = onDrawn
  useLayoutEffect(() => {
    const target = place.current
    if (target === null || !mayDraw) return undefined
    let stop = () => {}
    const show = (made: Drawing) => {
      setDrawing(made)
      if (made.ok) told.current()
    }
    const request = (): DrawingRequest => ({
      ...{ kind, text: source(), isDark },
      ...{ width: Math.min(widthMax, Math.max(200, target.clientWidth)), height: heightMax },
      scale: Math.min(2, window.devicePixelRatio),
    })
    // a message that is mounted again has its height at once
    const before = keptDrawing(request())
    if (before !== null) {
      show(before)
      return undefined
    }
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.at(-1)?.isIntersecting !== true) return
        observer.disconnect()
        stop = whenAnswered(draw(request()), (made) => {
          stop = holdPlace(target)
          show(made)
        })
      },
      // a margin has no effect across a scroll container that is not the root
      { root: target.closest('[data-scroller]'), rootMargin: `${marginPx}px 0px` },
    )
    observer.observe(target)
    return () => {
      observer.disconnect()
      stop()
    }
  }, [kind, source, isDark])
  return (
    <div ref={place} className={classes.drawing}>
      {drawing === null ? null : drawing.ok ? (
        <Button kind="plain" aria-label={t('blocks.drawing.open')} title={t('blocks.drawing.open')} onClick={onOpen}>
          <img src={drawing.url} width={drawing.width} height={drawing.height} alt={t(`blocks.drawing.alt.${kind}`)} />
        </Button>
      ) : (
        <p>{[t('blocks.preview.note.failed'), drawing.reason.split('\n', 1)[0]].filter(Boolean).join(' ')}</p>
      )}
    </div>
  )
}

/**
 * Keeps the text in view where it is when a drawing changes the height of a figure above it. Returns its undo. The list
 * must measure the message first: it unmounts everything while it is scrolled beyond the height it knows. Its observer is
 * older than this one, and is called first.
 */
function holdPlace(target: Element): () => void {
  const figure = target.closest('figure')
  const scroller = figure?.closest('[data-scroller]')
  if (!figure || !scroller) return () => {}
  const before = figure.offsetHeight
  const observer = new ResizeObserver(() => {
    const grown = figure.offsetHeight - before
    if (grown === 0) return
    observer.disconnect()
    if (figure.getBoundingClientRect().top < scroller.getBoundingClientRect().top) scroller.scrollTop += grown
  })
  observer.observe(figure)
  return () => observer.disconnect()
}
