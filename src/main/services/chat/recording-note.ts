import type { MediaItem } from '../../../shared/media.ts'

/** Returns the note that a model gets instead of a recording's words. In English, like the marks of other files. */
export function recordingNote({ bytes, mime }: Pick<MediaItem, 'bytes' | 'mime'>): string {
  const size = `${(bytes / 1_000_000).toFixed(1)} MB`
  return `[A recording: ${mime}, ${size}. Its sound and its words are not part of this message.]`
}
