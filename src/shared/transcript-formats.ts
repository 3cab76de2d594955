/** Formats of a transcript for other programs, in the order offered. */
export const exportFormats = ['txt', 'md', 'docx', 'srt', 'vtt', 'ass', 'lrc', 'json', 'csv'] as const
export type ExportFormat = (typeof exportFormats)[number]

/** Formats that are text; a Word document is written by a thread. */
export type TextFormat = Exclude<ExportFormat, 'docx'>

/** Formats of cues with times. */
const subtitleFormats = ['srt', 'vtt', 'ass', 'lrc'] as const satisfies readonly ExportFormat[]
export type SubtitleFormat = (typeof subtitleFormats)[number]

/** Returns true for subtitles, which need times and follow the rules of subtitles. */
export function isSubtitle(format: ExportFormat): format is SubtitleFormat {
  return subtitleFormats.some((each) => each === format)
}
