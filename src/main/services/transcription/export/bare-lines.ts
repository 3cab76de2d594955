import type { Cue } from './subtitle-lines.ts'

/**
 * Commas, full stops, colons and semicolons of Chinese. Questions, exclamations and ellipses stay, because they carry
 * meaning.
 */
const endMarks = '，。、；：'
/** Marks that may follow them. */
const closingMarks = '”’」』》）'

/** Returns cues without Chinese marks at the ends of their lines, as Chinese subtitles are usually set. */
export function bareLines(cues: readonly Cue[]): readonly Cue[] {
  return cues.map((cue) => ({ ...cue, lines: cue.lines.map(bare) }))
}

function bare(line: string): string {
  let closing = line.length
  while (closing > 0 && closingMarks.includes(line.charAt(closing - 1))) closing -= 1
  let end = closing
  while (end > 0 && endMarks.includes(line.charAt(end - 1))) end -= 1
  // an empty line would end a cue of SubRip
  return end === 0 ? line : line.slice(0, end) + line.slice(closing)
}
