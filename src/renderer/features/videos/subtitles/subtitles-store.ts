import { create } from 'zustand'
import type { Storyboard } from '../../../../shared/storyboard.ts'
import type { VideoJob } from '../../../../shared/video.ts'
import { clipsOf } from '../storyboard/clips.ts'
import type { Clip } from '../storyboard/film-time.ts'

/** The film that gets subtitles: one video, or a storyboard. */
export interface SubtitledFilm {
  readonly owner:
    | { readonly kind: 'video'; readonly jobId: string }
    | { readonly kind: 'storyboard'; readonly storyboardId: string }
  readonly clips: readonly Clip[]
  /** Files of its videos in the library. */
  readonly mediaIds: readonly string[]
  /** Size of the first video in pixels, which is that of the film. A usual size if the library does not know it. */
  readonly size: { readonly width: number; readonly height: number }
}

/** The film of the open dialog; null while it is closed. */
export const useSubtitles = create<{ readonly film: SubtitledFilm | null }>(() => ({ film: null }))

/** Opens the dialog for a finished video. */
export function openVideoSubtitles(job: VideoJob): void {
  const owner = { kind: 'video', jobId: job.id } as const
  useSubtitles.setState({ film: filmOf(owner, [{ id: job.id, job }]) })
}

/** Opens the dialog for a storyboard. */
export function openStoryboardSubtitles({ entries, id }: Storyboard): void {
  useSubtitles.setState({ film: filmOf({ kind: 'storyboard', storyboardId: id }, entries) })
}

export function closeSubtitles(): void {
  useSubtitles.setState({ film: null })
}

function filmOf(owner: SubtitledFilm['owner'], entries: Storyboard['entries']): SubtitledFilm {
  const files = entries.flatMap(({ job }) => (job.file === null ? [] : [job.file.media]))
  const [first] = files
  const size = { width: first?.width ?? 1280, height: first?.height ?? 720 }
  return { owner, clips: clipsOf(entries), mediaIds: files.map(({ id }) => id), size }
}
