import type { BurntCue } from '../../../../shared/burnt-cue.ts'
import type { SubtitleRules, Transcript } from '../../../../shared/transcript.ts'
import type { TranscriptNote } from '../../../../shared/transcript-note.ts'
import { bareLines } from './bare-lines.ts'
import { type Cue, subtitleCues } from './subtitle-lines.ts'
import { graphemes, graphemeWidth } from './text-width.ts'
import { bilingualCues, translatedTranscript } from './translated-transcript.ts'

/** Longest lines, in half-width characters: 18 Chinese characters, or 42 letters of other scripts. */
const [chineseWidth, otherWidth] = [36, 42]

/** The text of burnt-in subtitles. */
export interface BurntText {
  readonly transcript: Transcript
  /** The translation to show; null shows the original. */
  readonly translation: Pick<TranscriptNote, 'lines'> | null
  /** True to add the original below the translation. */
  readonly bilingual: boolean
}

/**
 * Returns cues for drawing, by the rules of exported subtitles, without speakers. `room` is the number of half-width
 * characters that fit into a line of the picture.
 */
export function burntCues({ bilingual, transcript, translation }: BurntText, room: number): readonly BurntCue[] {
  const shown = translation === null ? transcript : translatedTranscript(transcript, translation, bilingual)
  const { segments, summary } = shown
  const isChinese = segments.some(({ text }) => hasWide(text))
  const rules: SubtitleRules = { lineWidth: Math.min(room, isChinese ? chineseWidth : otherWidth), lines: 2, gap: 0 }
  const cues =
    translation !== null && bilingual
      ? bilingualCues(transcript, translation, rules)
      : subtitleCues(segments, rules, summary.duration)
  return bareLines(cues).map(inSeconds)
}

function hasWide(text: string): boolean {
  return graphemes(text).some((grapheme) => graphemeWidth(grapheme) > 1)
}

function inSeconds({ from, lines, to }: Cue): BurntCue {
  return { from: from / 1000, to: to / 1000, lines }
}
