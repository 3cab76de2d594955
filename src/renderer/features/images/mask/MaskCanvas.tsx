import { useEffect, useRef } from 'react'
import { useTranslation } from '../../../platform/i18n/use-translation.ts'
import { followPointer } from './canvas-pointer.ts'
import { reframe } from './editor-actions.ts'
import { useSession } from './editor-store.ts'
import classes from './MaskCanvas.module.css'
import { MaskPainter } from './mask-painter.ts'

/** Maximum number of pixels shown; the canvas of a larger screen is slightly blurred. */
const shownPixelsMax = 4_200_000

/**
 * Converts CSS pixels to screen pixels. `exact` is the browser's size in screen pixels; a wrong one, from an emulated
 * ratio, is ignored.
 */
function devicePixels(css: number, exact: number | undefined): number {
  const near = Math.round(css * devicePixelRatio)
  return Math.max(1, exact !== undefined && Math.abs(exact - near) <= 1 ? exact : near)
}

/** Returns the size of the frame in screen pixels. */
function framePixels(entry: ResizeObserverEntry): { readonly width: number; readonly height: number } {
  const [exact] = entry.devicePixelContentBoxSize
  const width = devicePixels(entry.contentRect.width, exact?.inlineSize)
  const height = devicePixels(entry.contentRect.height, exact?.blockSize)
  const less = Math.min(1, Math.sqrt(shownPixelsMax / (width * height)))
  return less === 1
    ? { width, height }
    : { width: Math.max(1, Math.floor(width * less)), height: Math.max(1, Math.floor(height * less)) }
}

/** The picture with its mask, and all pointer actions. */
export function MaskCanvas() {
  const { t } = useTranslation()
  const session = useSession()
  const canvasRef = useRef<HTMLCanvasElement>(null)
  const circleRef = useRef<HTMLDivElement>(null)
  const boxRef = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const canvas = canvasRef.current
    const circle = circleRef.current
    const box = boxRef.current
    if (canvas === null || circle === null || box === null) return undefined
    const { store, engine, hooks } = session
    const painter = new MaskPainter(canvas, session.picture, engine.raster)
    painter.setKind(store.getState().preview ? 'sent' : 'marked')
    hooks.pixels = (rect) => painter.markMaskArea(rect)
    hooks.focusCanvas = () => canvas.focus({ preventScroll: true })
    const stopWatching = store.subscribe((now, before) => {
      if (now.view !== null && now.view !== before.view) painter.show(now.view)
      if (now.preview !== before.preview) painter.setKind(now.preview ? 'sent' : 'marked')
    })
    const ground = () => painter.setGround(getComputedStyle(canvas).backgroundColor)
    ground()
    // the attribute switches the style sheet's colours; React renders the new scheme before it is set
    const themes = new MutationObserver(ground)
    themes.observe(document.documentElement, { attributeFilter: ['data-mantine-color-scheme'] })
    const stopPointer = followPointer({ session, painter, canvas, circle, box })
    const sizes = new ResizeObserver(([entry]) => {
      if (entry === undefined) return
      const size = framePixels(entry)
      painter.resize(size, Math.max(1, Math.round(size.width / Math.max(1, entry.contentRect.width))))
      reframe(session, size)
      const { view } = store.getState()
      if (view !== null) painter.show(view)
      painter.flush()
    })
    sizes.observe(canvas)
    canvas.focus({ preventScroll: true })
    return () => {
      sizes.disconnect()
      themes.disconnect()
      stopPointer()
      stopWatching()
      hooks.pixels = () => {}
      hooks.focusCanvas = () => {}
      painter.destroy()
    }
  }, [session])

  return (
    <div className={classes.frame}>
      <canvas
        ref={canvasRef}
        className={classes.canvas}
        tabIndex={0}
        aria-label={t('mask.canvas')}
        aria-describedby="mask-canvas-help"
      />
      <p id="mask-canvas-help" hidden>
        {t('mask.canvasHelp')}
      </p>
      <div ref={circleRef} className={classes.circle} hidden />
      <div ref={boxRef} className={classes.box} hidden />
    </div>
  )
}
