import { ImageOff } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { readMedia } from '../bridge/media.ts'
import { coverOf } from './cover.ts'
import { newestFirst } from './newest-first.ts'
import classes from './Thumbnail.module.css'

const drawing = newestFirst(6)

interface ThumbnailProps {
  readonly url: string
  /** The proportions of the picture; nulls where they are not known. */
  readonly width: number | null
  readonly height: number | null
  /** What it shows, for those who cannot see it. */
  readonly label: string
  /** The side of the square that it fills, in CSS px; of a whole picture, the longer side. */
  readonly side: number
  /** Whether all of the picture is shown, instead of a square out of its middle. */
  readonly whole?: boolean
}

/**
 * A square cut of a picture, or all of it, drawn once. Not an `<img>`: Chromium keeps what it has unpacked of those, half a gigabyte
 * of it after a fast look through thousands, while a canvas holds its own pixels and is gone with them. A file that is
 * gone from the library, or no picture any more, is told as such.
 */
export function Thumbnail({ url, width, height, label, side, whole = false }: ThumbnailProps) {
  const { t } = useTranslation()
  const canvas = useRef<HTMLCanvasElement>(null)
  const [lost, setLost] = useState(false)
  useEffect(() => {
    const element = canvas.current
    if (element === null || side === 0) return undefined
    const gone = new AbortController()
    const pixels = Math.round(side * devicePixelRatio)
    setLost(false)
    const wide = width !== null && height !== null && width > height
    drawing({
      signal: gone.signal,
      run: async () => {
        const drawn = await draw(element, url, { pixels, wide, whole }, gone.signal)
        if (!gone.signal.aborted) setLost(drawn === 'lost')
      },
    })
    return () => gone.abort()
  }, [url, side, width, height, whole])
  useEffect(() => {
    const element = canvas.current
    return () => {
      // its pixels go now, and not when the garbage is collected
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

async function draw(
  canvas: HTMLCanvasElement,
  url: string,
  { pixels, wide, whole }: { readonly pixels: number; readonly wide: boolean; readonly whole: boolean },
  gone: AbortSignal,
): Promise<'drawn' | 'lost' | 'not yet'> {
  try {
    const blob = await readMedia(url, gone)
    if (gone.aborted) return 'not yet'
    // made small where it is unpacked, off the page's thread: of a cut the shorter side fills the square
    const picture = await createImageBitmap(blob, {
      ...(wide === whole ? { resizeWidth: pixels } : { resizeHeight: pixels }),
      resizeQuality: 'medium',
    })
    try {
      if (gone.aborted) return 'not yet'
      canvas.width = whole ? picture.width : pixels
      canvas.height = whole ? picture.height : pixels
      const context = canvas.getContext('2d')
      if (context === null) return 'not yet'
      if (whole) context.drawImage(picture, 0, 0)
      else {
        const { x, y, length } = coverOf(picture)
        context.drawImage(picture, x, y, length, length, 0, 0, pixels, pixels)
      }
      canvas.dataset.drawn = ''
      return 'drawn'
    } finally {
      picture.close()
    }
  } catch (cause) {
    // scrolled away, or main could not be asked just now: then the tile stays blank under its caption
    return gone.aborted || cause instanceof TypeError ? 'not yet' : 'lost'
  }
}
