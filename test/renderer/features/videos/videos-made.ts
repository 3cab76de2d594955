import type { MediaItem } from '../../../../src/shared/media.ts'
import type { VideoFile, VideoJob, VideoRequest } from '../../../../src/shared/video.ts'

export const plainRequest: VideoRequest = {
  connectionId: 'c',
  model: 'demo-video',
  prompt: 'City at dusk',
  duration: 5,
}

export const media: MediaItem = { id: 'a'.repeat(64), mime: 'video/mp4', bytes: 18_000, width: 360, height: 640 }

export const file: VideoFile = { media, poster: null, duration: 5000 }

export function job(id: string, change: Partial<VideoJob> = {}): VideoJob {
  return {
    id,
    request: plainRequest,
    status: 'queued',
    error: null,
    taskId: null,
    word: null,
    wordUnknown: false,
    attempts: 0,
    polls: 0,
    failedPolls: 0,
    received: 0,
    total: null,
    createdAt: 1000,
    sentAt: null,
    retryAt: null,
    nextPollAt: null,
    endedAt: null,
    canRefetch: false,
    link: null,
    file: null,
    favourite: false,
    seen: false,
    ...change,
  }
}
