/** Formats of a transcript for other programs, in the order offered. */
export const exportFormats = ['txt', 'md', 'srt', 'vtt', 'ass', 'lrc', 'json', 'csv'] as const
export type ExportFormat = (typeof exportFormats)[number]

/** Returns true for subtitles, which need times and follow the rules of subtitles. */
export function isSubtitle(format: ExportFormat): format is SubtitleFormat {
  return format === 'srt' || format === 'vtt' || format === 'ass' || format === 'lrc'
}

/** Formats of cues with times. */
export type SubtitleFormat = 'srt' | 'vtt' | 'ass' | 'lrc'
