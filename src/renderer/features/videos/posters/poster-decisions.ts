import type { VideoJob } from '../../../../shared/video.ts'

/** Longest side of a poster, in px. */
const sideMax = 640

/** Returns true if a job needs a poster: it is done, has none, and no attempt has failed. */
export function wantsPoster(job: VideoJob, failed: ReadonlySet<string>): boolean {
  return job.status === 'done' && job.file !== null && job.file.poster === null && !failed.has(job.file.media.id)
}

/** Returns the time of the poster frame, in seconds; shortly after the beginning, which is often black. */
export function posterTime(duration: number): number {
  return Number.isFinite(duration) && duration > 0 ? duration / 10 : 0
}

/** Returns the size of a poster: the video's, scaled down to the bound. */
export function posterSize(video: { readonly width: number; readonly height: number }): {
  readonly width: number
  readonly height: number
} {
  const scale = Math.min(1, sideMax / Math.max(video.width, video.height, 1))
  return { width: Math.max(1, Math.round(video.width * scale)), height: Math.max(1, Math.round(video.height * scale)) }
}
