import { posterSize, posterTime } from './poster-decisions.ts'

/** How long a video may take to show a frame before it is given up, in ms. */
const patienceMs = 20_000

/** The frame that a video shows now, as a picture. Rejects where there is none. */
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
    // its pixels go now, and not when the garbage is collected
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

/** A frame of a video of the library that stands for it, without anything being seen or heard. Rejects where it cannot be played. */
export async function posterOf(url: string): Promise<Blob> {
  const video = document.createElement('video')
  try {
    video.muted = true
    video.preload = 'auto'
    video.crossOrigin = 'anonymous'
    const loaded = happened(video, 'loadeddata')
    video.src = url
    await loaded
    const sought = happened(video, 'seeked')
    video.currentTime = posterTime(video.duration)
    await sought
    return await frameOf(video, posterSize({ width: video.videoWidth, height: video.videoHeight }), 'image/webp')
  } finally {
    // lets go of the decoder and of what was read
    video.removeAttribute('src')
    video.load()
  }
}
