import type { MediaItem } from '../../../../shared/media.ts'
import { newestFirst } from '../../../components/lists/newest-first.ts'
import { mediaUrl } from '../../../components/pictures/hand-out.ts'
import { stillOf } from '../posters/frame.ts'
import { storedFrame } from '../view/taken-frame.ts'
import { lastFrameTime, stillSize } from './film-time.ts'

/** Number of last frames kept as pictures, of some 20 kB each. */
const keptMax = 400

// by media id; null for a video that cannot be played here
const kept = new Map<string, string | null>()
const reading = newestFirst(1)

/**
 * Passes a video's last frame as a `data:` URL to `use`; null if there is none. Frames are captured one at a time, the
 * newest request first. An abort drops the request.
 */
export function readLastFrame(mediaId: string, signal: AbortSignal, use: (url: string | null) => void): void {
  const known = kept.get(mediaId)
  if (known !== undefined) {
    use(known)
    return
  }
  reading({
    signal,
    run: async () => {
      const url = kept.get(mediaId) ?? (await captured(mediaId))
      kept.set(mediaId, url)
      const [oldest] = kept.keys()
      if (kept.size > keptMax && oldest !== undefined) kept.delete(oldest)
      if (!signal.aborted) use(url)
    },
  })
}

async function captured(mediaId: string): Promise<string | null> {
  try {
    const frame = await stillOf(mediaUrl(mediaId), { at: lastFrameTime, size: stillSize, type: 'image/webp' })
    return await dataUrlOf(frame)
  } catch {
    return null
  }
}

async function dataUrlOf(picture: Blob): Promise<string | null> {
  return await new Promise((resolve) => {
    const reader = new FileReader()
    reader.onload = () => resolve(typeof reader.result === 'string' ? reader.result : null)
    reader.onerror = () => resolve(null)
    reader.readAsDataURL(picture)
  })
}

/** Stores a video's last frame in its full size in the library; null when it cannot be captured. */
export async function storedLastFrame(mediaId: string): Promise<MediaItem | null> {
  try {
    return await storedFrame(
      await stillOf(mediaUrl(mediaId), { at: lastFrameTime, size: (size) => size, type: 'image/png' }),
    )
  } catch {
    return null
  }
}
