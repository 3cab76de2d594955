import { readMedia } from '../../platform/bridge/media.ts'
import { newestFirst } from '../lists/newest-first.ts'
import { KeptPictures, type PictureNeed } from './kept-pictures.ts'

/** Decoded pixels kept on a plain screen, in bytes: some hundred gallery tiles. */
const keptBytes = 24 * 1024 * 1024

// a finer screen takes more for what a panel shows first
const kept = new KeptPictures<ImageBitmap>(() => keptBytes * Math.max(1, devicePixelRatio))
const reading = newestFirst(6)
let waitedFor = 0

/** How a picture of the library is shown. */
export interface PictureShown {
  readonly url: string
  /** The proportions of the picture; nulls where they are not known. */
  readonly width: number | null
  readonly height: number | null
  /** The side of the square that it fills, in CSS px; of a whole picture, the longer side. */
  readonly side: number
  /** Whether all of the picture is shown, instead of a square out of its middle. */
  readonly whole?: boolean
}

/** Bytes of a decoded picture on this screen. */
export function needOf({ url, side, whole = false }: PictureShown): PictureNeed {
  return { url, pixels: Math.round(side * devicePixelRatio), whole }
}

/** A picture that was unpacked before; null where it must be read. Good for drawing it now, and not later. */
export function pictureAtHand(shown: PictureShown): ImageBitmap | null {
  return kept.get(needOf(shown))
}

/**
 * Reads a picture of the library and hands it to `use`, for drawing it then and there. `failed` is called where it
 * cannot be read or is no picture; neither is once the signal is aborted. Of many that are asked for, the newest come
 * first.
 */
export function readPicture(
  shown: PictureShown,
  signal: AbortSignal,
  use: (picture: ImageBitmap) => void,
  failed: (cause: unknown) => void,
): void {
  reading({
    signal,
    run: async () => {
      waitedFor += 1
      try {
        const picture = await unpack(shown, signal)
        if (signal.aborted) return picture.close()
        use(picture)
        kept.keep(shown.url, picture)
      } catch (cause) {
        if (!signal.aborted) failed(cause)
      } finally {
        waitedFor -= 1
      }
    },
  })
}

// what is prepared goes one by one
let prepared: Promise<void> = Promise.resolve()

/**
 * Reads pictures that are likely to be looked at soon: one after the other, when there is nothing better to do, and not
 * while others are waited for. What cannot be read is left alone.
 */
export function preparePictures(pictures: readonly PictureShown[]): void {
  for (const shown of pictures) prepared = prepared.then(() => prepare(shown))
}

async function prepare(shown: PictureShown): Promise<void> {
  do await new Promise((resolve) => requestIdleCallback(resolve))
  while (waitedFor > 0)
  if (pictureAtHand(shown) !== null) return
  try {
    kept.keep(shown.url, await unpack(shown, new AbortController().signal))
  } catch {
    // whoever looks at it is told
  }
}

async function unpack(shown: PictureShown, signal: AbortSignal): Promise<ImageBitmap> {
  const { width, height } = shown
  const { url, pixels, whole } = needOf(shown)
  const blob = await readMedia(url, signal)
  const wide = width !== null && height !== null && width > height
  // made small where it is unpacked, off the page's thread
  return await createImageBitmap(blob, {
    ...(wide === whole ? { resizeWidth: pixels } : { resizeHeight: pixels }),
    resizeQuality: 'medium',
  })
}
