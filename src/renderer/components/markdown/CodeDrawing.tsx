import { useComputedColorScheme } from '@mantine/core'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from '../../platform/i18n/use-translation.ts'
import { Button } from '../Button.tsx'
import type { Drawing, DrawingRequest } from '../preview/drawing-frames.ts'
import { draw, keptDrawing, mayDraw } from '../preview/drawings.ts'
import classes from './Markdown.module.css'

/** How far outside the window a drawing begins, in px. */
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

/** The drawing of a code block: nothing before it is in view, a line if it cannot be drawn. */
export function CodeDrawing({ kind, source, onDrawn, onOpen }: CodeDrawingProps) {
  const { t } = useTranslation()
  const isDark = useComputedColorScheme('light') === 'dark'
  const place = useRef<HTMLDivElement>(null)
  const [drawing, setDrawing] = useState<Drawing | null>(null)
  const heightBefore = useRef<number | null>(null)
  // a drawing above the window must not move the text that is being read
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a drawing changes the height
  useLayoutEffect(() => {
    const figure = place.current?.closest('figure')
    const scroller = figure?.closest('[data-scroller]')
    const before = heightBefore.current
    heightBefore.current = null
    if (!figure || !scroller || before === null) return
    if (figure.getBoundingClientRect().top >= scroller.getBoundingClientRect().top) return
    scroller.scrollTop += figure.offsetHeight - before
  }, [drawing])
  const told = useRef(onDrawn)
  told.current = onDrawn
  useEffect(() => {
    const target = place.current
    if (target === null || !mayDraw) return undefined
    let isCurrent = true
    const take = (made: Drawing) => {
      if (!isCurrent) return
      heightBefore.current = target.closest('figure')?.offsetHeight ?? null
      setDrawing(made)
      if (made.ok) told.current()
    }
    const request = (): DrawingRequest => ({
      ...{ kind, text: source(), isDark },
      ...{ width: Math.min(widthMax, Math.max(200, target.clientWidth)), height: heightMax },
      scale: Math.min(2, window.devicePixelRatio),
    })
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.at(-1)?.isIntersecting !== true) return
        observer.disconnect()
        const wanted = request()
        const before = keptDrawing(wanted)
        if (before === null) void draw(wanted).then(take)
        else take(before)
      },
      // a margin has no effect across a scroll container that is not the root
      { root: target.closest('[data-scroller]'), rootMargin: `${marginPx}px 0px` },
    )
    observer.observe(target)
    return () => {
      isCurrent = false
      observer.disconnect()
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
