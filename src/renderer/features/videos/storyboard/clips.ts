import type { StoryboardEntry } from '../../../../shared/storyboard.ts'
import type { VideoJob } from '../../../../shared/video.ts'
import { mediaUrl } from '../../../components/pictures/hand-out.ts'
import type { Clip } from './film-time.ts'

/** Returns the length of a video in seconds: of its file, or as it was requested. */
export function secondsOf({ file, request }: Pick<VideoJob, 'file' | 'request'>): number {
  return file?.duration == null ? request.duration : file.duration / 1000
}

/** Returns the clips of a storyboard. */
export function clipsOf(entries: readonly StoryboardEntry[]): readonly Clip[] {
  return entries.flatMap(({ id, job }) =>
    job.file === null ? [] : [{ id, url: mediaUrl(job.file.media.id), seconds: secondsOf(job) }],
  )
}
