import type { ImageJob, ImageOutcome, ImageRequest, ImageSummary } from '../../../../src/shared/image.ts'
import type { MediaItem } from '../../../../src/shared/media.ts'

/** A picture of the library. */
export function media(name: string): MediaItem {
  return { id: name.padEnd(64, '0'), mime: 'image/png', bytes: 10, width: 1024, height: 768 }
}

export function image(id: string, change: Partial<ImageSummary> = {}): ImageSummary {
  return {
    id,
    media: media(id),
    thumbnailId: null,
    promptStart: `prompt of ${id}`,
    model: 'demo-image-2',
    createdAt: 1000,
    favourite: false,
    edited: false,
    ...change,
  }
}

export const plainRequest: ImageRequest = {
  connectionId: 'c',
  model: 'demo-image-2',
  prompt: 'City at dusk',
  n: 1,
  size: '1024x1024',
  quality: null,
  responseFormat: null,
  edit: null,
}

export function job(id: string, change: Partial<ImageJob> = {}): ImageJob {
  return {
    id,
    request: plainRequest,
    status: 'sending',
    error: null,
    attempts: 1,
    createdAt: 1000,
    sentAt: 1000,
    retryAt: null,
    endedAt: null,
    outcomes: [],
    ...change,
  }
}

export function outcome(state: ImageOutcome['state'], imageId: string | null = null): ImageOutcome {
  return { state, imageId, error: null, canRefetch: false, link: null }
}
