import type { SubtitleRules, Transcript } from '../../../../shared/transcript.ts'
import type { TranscriptNote } from '../../../../shared/transcript-note.ts'
import { cueLines } from './cue-lines.ts'
import { apart, type Cue, withTimes } from './subtitle-lines.ts'

/**
 * Returns a transcript with its translation. `bilingual` adds the original below each line. A segment without a
 * translation keeps its text, so that every time has a subtitle.
 */
export function translatedTranscript(
  transcript: Transcript,
  { lines }: Pick<TranscriptNote, 'lines'>,
  bilingual: boolean,
): Transcript {
  const texts = textsOf(lines)
  const segments = transcript.segments.map((segment) => {
    const text = texts.get(segment.id) ?? segment.text
    if (!bilingual) return { ...segment, text, words: [] }
    return texts.has(segment.id) ? { ...segment, text: `${text}\n${segment.text}` } : segment
  })
  return { ...transcript, segments }
}

function textsOf(lines: TranscriptNote['lines']): ReadonlyMap<string, string> {
  return new Map(lines.map(({ segmentId, text }) => [segmentId, text]))
}

/**
 * Returns cues with the translation above the original. A segment too long for one cue is divided evenly in time, so
 * that both halves of a pair stay together.
 */
export function bilingualCues(
  { segments, summary }: Transcript,
  { lines }: Pick<TranscriptNote, 'lines'>,
  rules: SubtitleRules,
): readonly Cue[] {
  const texts = textsOf(lines)
  const pairs = withTimes(segments, summary.duration).flatMap((segment): Cue[] => {
    const original = linesOf(segment.text, rules)
    const translation = linesOf(texts.get(segment.id) ?? '', rules)
    const count = Math.max(original.length, translation.length)
    const step = (segment.to - segment.from) / Math.max(1, count)
    return Array.from({ length: count }, (_, index) => ({
      from: segment.from + step * index,
      to: segment.from + step * (index + 1),
      lines: [...(translation[index] ?? []), ...(original[index] ?? [])],
      speaker: segment.speaker,
    }))
  })
  return apart(pairs, rules.gap)
}

function linesOf(text: string, rules: SubtitleRules): readonly (readonly string[])[] {
  const said = text.replace(/\s+/g, ' ').trim()
  return said === '' ? [] : cueLines(said, rules).map((lines) => lines.map((line) => line.text))
}
