import { posterSize, posterTime } from './poster-decisions.ts'

/** Longest wait for a video's frame, in ms. */
const patienceMs = 20_000

/** Captures the current frame of a video as a picture. Rejects when there is none. */
export async function frameOf(
  video: HTMLVideoElement,
  size: { readonly width: number; readonly height: number },
  type: 'image/png' | 'image/webp',
): Promise<Blob> {
  const canvas = document.createElement('canvas')
  canvas.width = size.width
  canvas.height = size.height
  const context = canvas.getContext('2d')
  if (context === null || video.videoWidth === 0) throw new Error('no frame')
  context.drawImage(video, 0, 0, size.width, size.height)
  try {
    return await new Promise((resolve, reject) =>
      canvas.toBlob((blob) => (blob === null ? reject(new Error('no bytes')) : resolve(blob)), type, 0.86),
    )
  } finally {
    // frees the pixels now instead of at garbage collection
    canvas.width = 0
  }
}

function happened(video: HTMLVideoElement, name: 'loadeddata' | 'seeked'): Promise<void> {
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(patienceMs)
    const done = new AbortController()
    const end = (then: () => void) => () => {
      done.abort()
      then()
    }
    video.addEventListener(name, end(resolve), { signal: done.signal })
    video.addEventListener(
      'error',
      end(() => reject(new Error('cannot be played'))),
      { signal: done.signal },
    )
    signal.addEventListener(
      'abort',
      end(() => reject(new Error('no frame came'))),
      { signal: done.signal },
    )
  })
}

interface StillOptions {
  /** Returns the time of the frame for a video's length, both in seconds. */
  readonly at: (duration: number) => number
  /** Returns the size of the picture for the video's, in pixels. */
  readonly size: (video: { readonly width: number; readonly height: number }) => {
    readonly width: number
    readonly height: number
  }
  readonly type: 'image/png' | 'image/webp'
}

/** Captures a frame of a library video, hidden and silent. Rejects when it cannot be played. */
export async function stillOf(url: string, { at, size, type }: StillOptions): Promise<Blob> {
  const video = document.createElement('video')
  try {
    video.muted = true
    video.preload = 'auto'
    video.crossOrigin = 'anonymous'
    const loaded = happened(video, 'loadeddata')
    video.src = url
    await loaded
    const sought = happened(video, 'seeked')
    video.currentTime = at(video.duration)
    await sought
    return await frameOf(video, size({ width: video.videoWidth, height: video.videoHeight }), type)
  } finally {
    // releases the decoder and its data
    video.removeAttribute('src')
    video.load()
  }
}

/** Captures a poster frame of a library video. Rejects when it cannot be played. */
export async function posterOf(url: string): Promise<Blob> {
  return await stillOf(url, { at: posterTime, size: posterSize, type: 'image/webp' })
}
