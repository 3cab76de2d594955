import type { VideoJob } from '../../../../shared/video.ts'

/** The longest side of a poster, in px. */
const sideMax = 640

/** Whether a page should make a poster of a job: it is done, has none, and it was not tried in vain before. */
export function wantsPoster(job: VideoJob, failed: ReadonlySet<string>): boolean {
  return job.status === 'done' && job.file !== null && job.file.poster === null && !failed.has(job.file.media.id)
}

/** Where in a video the poster is taken, in seconds: a little after the beginning, which is often black. */
export function posterTime(duration: number): number {
  return Number.isFinite(duration) && duration > 0 ? duration / 10 : 0
}

/** The size of a poster: that of the video, made smaller where it is larger than a poster needs to be. */
export function posterSize(video: { readonly width: number; readonly height: number }): {
  readonly width: number
  readonly height: number
} {
  const scale = Math.min(1, sideMax / Math.max(video.width, video.height, 1))
  return { width: Math.max(1, Math.round(video.width * scale)), height: Math.max(1, Math.round(video.height * scale)) }
}
