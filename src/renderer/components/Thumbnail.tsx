import { useEffect, useRef } from 'react'
import { readMedia } from '../bridge/media.ts'
import { coverOf } from './cover.ts'
import { newestFirst } from './newest-first.ts'

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
 * of it after a fast look through thousands, while a canvas holds its own pixels and is gone with them.
 */
export function Thumbnail({ url, width, height, label, side, whole = false }: ThumbnailProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const element = canvas.current
    if (element === null || side === 0) return undefined
    const gone = new AbortController()
    const pixels = Math.round(side * devicePixelRatio)
    const wide = width !== null && height !== null && width > height
    drawing({ signal: gone.signal, run: () => draw(element, url, { pixels, wide, whole }, gone.signal) })
    return () => gone.abort()
  }, [url, side, width, height, whole])
  useEffect(() => {
    const element = canvas.current
    return () => {
      // its pixels go now, and not when the garbage is collected
      if (element !== null) element.width = 0
    }
  }, [])
  return <canvas ref={canvas} role="img" aria-label={label} />
}

async function draw(
  canvas: HTMLCanvasElement,
  url: string,
  { pixels, wide, whole }: { readonly pixels: number; readonly wide: boolean; readonly whole: boolean },
  gone: AbortSignal,
): Promise<void> {
  try {
    const blob = await readMedia(url, gone)
    if (gone.aborted) return
    // made small where it is unpacked, off the page's thread: of a cut the shorter side fills the square
    const picture = await createImageBitmap(blob, {
      ...(wide === whole ? { resizeWidth: pixels } : { resizeHeight: pixels }),
      resizeQuality: 'medium',
    })
    try {
      if (gone.aborted) return
      canvas.width = whole ? picture.width : pixels
      canvas.height = whole ? picture.height : pixels
      const context = canvas.getContext('2d')
      if (context === null) return
      if (whole) context.drawImage(picture, 0, 0)
      else {
        const { x, y, length } = coverOf(picture)
        context.drawImage(picture, x, y, length, length, 0, 0, pixels, pixels)
      }
      canvas.dataset.drawn = ''
    } finally {
      picture.close()
    }
  } catch {
    // scrolled away, or a file that is gone: the tile stays blank under its caption
  }
}
