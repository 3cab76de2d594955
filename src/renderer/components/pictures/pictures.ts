import { readMedia } from '../../platform/bridge/media.ts'
import { newestFirst } from '../lists/newest-first.ts'
import { KeptPictures, type PictureNeed } from './kept-pictures.ts'

/** Decoded pixels cached for an ordinary screen, in bytes: some hundred gallery tiles. */
const keptBytes = 24 * 1024 * 1024

// a high-resolution screen needs more bytes for the same view
const kept = new KeptPictures<ImageBitmap>(() => keptBytes * Math.max(1, devicePixelRatio))
const reading = newestFirst(6)
let waitedFor = 0

/** How a library picture is shown. */
export interface PictureShown {
  readonly url: string
  /** Size of the picture; null when unknown. */
  readonly width: number | null
  readonly height: number | null
  /** Side of the square to fill, in CSS px; for a whole picture, its longer side. */
  readonly side: number
  /** True if the whole picture is shown instead of its central square. */
  readonly whole?: boolean
}

/** Returns the size and crop to decode for a picture on this screen. */
export function needOf({ url, side, whole = false }: PictureShown): PictureNeed {
  return { url, pixels: Math.round(side * devicePixelRatio), whole }
}

/** Returns a decoded picture from the cache; null if it must be read. It may only be drawn immediately. */
export function pictureAtHand(shown: PictureShown): ImageBitmap | null {
  return kept.get(needOf(shown))
}

/**
 * Reads a library picture and passes it to `use`, which must draw it immediately. Calls `failed` if the file is
 * unreadable or not a picture. Calls neither after an abort. The newest requests run first.
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

// prefetching runs one picture at a time
let prepared: Promise<void> = Promise.resolve()

/** Performance mark that `preparePictures` sets when its pictures are ready, once per call. */
const picturesPrepared = 'pictures-prepared'

/**
 * Prefetches pictures that will probably be viewed soon. Runs one at a time, in idle time, and only while no requested
 * picture waits. Ignores unreadable ones, and finally sets the mark `picturesPrepared`.
 */
export function preparePictures(pictures: readonly PictureShown[]): void {
  for (const shown of pictures) prepared = prepared.then(() => prepare(shown))
  prepared = prepared.then(() => void performance.mark(picturesPrepared))
}

async function prepare(shown: PictureShown): Promise<void> {
  do await new Promise((resolve) => requestIdleCallback(resolve))
  while (waitedFor > 0)
  if (pictureAtHand(shown) !== null) return
  try {
    kept.keep(shown.url, await unpack(shown, new AbortController().signal))
  } catch {
    // the error is shown when the picture is viewed
  }
}

async function unpack(shown: PictureShown, signal: AbortSignal): Promise<ImageBitmap> {
  const { width, height } = shown
  const { url, pixels, whole } = needOf(shown)
  const blob = await readMedia(url, signal)
  const wide = width !== null && height !== null && width > height
  // resized while decoding, off the main thread
  return await createImageBitmap(blob, {
    ...(wide === whole ? { resizeWidth: pixels } : { resizeHeight: pixels }),
    resizeQuality: 'medium',
  })
}
