import { ImageOff } from 'lucide-react'
import { useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from '../../platform/i18n/use-translation.ts'
import { coverOf } from './cover.ts'
import { needOf, type PictureShown, pictureAtHand, readPicture } from './pictures.ts'
import classes from './Thumbnail.module.css'

interface ThumbnailProps extends PictureShown {
  /** Alternative text. */
  readonly label: string
}

/**
 * A picture, whole or cropped to a square, on a canvas. Chromium keeps the decoded pixels of `<img>` elements: half a
 * gigabyte after a fast scroll through thousands. A removed canvas frees its pixels. A missing or unreadable file is
 * shown as such.
 */
export function Thumbnail({ url, width, height, label, side, whole = false }: ThumbnailProps) {
  const { t } = useTranslation()
  const canvas = useRef<HTMLCanvasElement>(null)
  const [lost, setLost] = useState(false)
  // before the browser paints, so that cached pictures appear with their frame
  useLayoutEffect(() => {
    const element = canvas.current
    if (element === null || side === 0) return undefined
    const shown = { url, width, height, side, whole }
    setLost(false)
    const atHand = pictureAtHand(shown)
    if (atHand !== null) {
      draw(element, atHand, shown)
      return undefined
    }
    const gone = new AbortController()
    readPicture(
      shown,
      gone.signal,
      (picture) => draw(element, picture, shown),
      // main did not answer: the tile stays blank above its caption
      (cause) => setLost(!(cause instanceof TypeError)),
    )
    return () => gone.abort()
  }, [url, side, width, height, whole])
  useLayoutEffect(() => {
    const element = canvas.current
    return () => {
      // frees the pixels now instead of at garbage collection
      if (element !== null) element.width = 0
    }
  }, [])
  return (
    <>
      <canvas ref={canvas} role="img" aria-label={label} style={lost ? { display: 'none' } : undefined} />
      {lost ? (
        <span
          className={classes.lost}
          role="img"
          aria-label={label === '' ? t('app.fileLost') : `${label} (${t('app.fileLost')})`}
          title={t('app.fileLost')}
        >
          <ImageOff size={20} strokeWidth={1.5} aria-hidden="true" />
        </span>
      ) : null}
    </>
  )
}

function draw(canvas: HTMLCanvasElement, picture: ImageBitmap, shown: PictureShown): void {
  const { pixels, whole } = needOf(shown)
  const scale = pixels / Math.max(picture.width, picture.height)
  canvas.width = whole ? Math.round(picture.width * scale) : pixels
  canvas.height = whole ? Math.round(picture.height * scale) : pixels
  const context = canvas.getContext('2d')
  if (context === null) return
  // the cached picture was decoded for a larger tile
  context.imageSmoothingQuality = 'medium'
  if (whole) context.drawImage(picture, 0, 0, canvas.width, canvas.height)
  else {
    const { x, y, length } = coverOf(picture)
    context.drawImage(picture, x, y, length, length, 0, 0, pixels, pixels)
  }
  canvas.dataset.drawn = ''
}
