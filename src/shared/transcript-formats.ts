/** Formats of a transcript for other programs, in the order offered. */
export const exportFormats = ['txt', 'md', 'srt', 'vtt', 'json', 'csv'] as const
export type ExportFormat = (typeof exportFormats)[number]

/** Returns true for subtitles, which need times and follow the rules of subtitles. */
export function isSubtitle(format: ExportFormat): boolean {
  return format === 'srt' || format === 'vtt'
}
