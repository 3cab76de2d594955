import { fail } from '../../../../shared/errors.ts'
import type { SavedFile } from '../../../../shared/image.ts'
import type { CallInput, CallOutput } from '../../../../shared/ipc/contract.ts'
import type { SubtitleRules, Transcript, TranscriptSegment } from '../../../../shared/transcript.ts'
import { isSubtitle } from '../../../../shared/transcript-formats.ts'
import type { TranscriptNote } from '../../../../shared/transcript-note.ts'
import { safeFileName } from '../../../security/file-name.ts'
import type { MediaExport } from '../../media/media-export.ts'
import type { NotesService } from '../notes/notes-service.ts'
import type { TranscriptsService } from '../transcripts-service.ts'
import { cueLines } from './cue-lines.ts'
import { cueRules, subtitleFile } from './subtitle-formats.ts'
import { apart, type Cue, withTimes } from './subtitle-lines.ts'
import { exported } from './transcript-export.ts'

export interface TranslatedExportParts {
  readonly transcripts: Pick<TranscriptsService, 'get'>
  readonly notes: Pick<NotesService, 'get'>
  readonly mediaExport: Pick<MediaExport, 'saveTexts'>
}

/** Exports translations of transcripts, alone or with the original below each line. */
export class TranslatedExport {
  private readonly parts: TranslatedExportParts

  constructor(parts: TranslatedExportParts) {
    this.parts = parts
  }

  /**
   * Returns a translation as text with its file name. Throws an AppFailure `invalid_input` for a note of another kind.
   */
  translatedText({
    bilingual,
    format,
    noteId,
    rules,
  }: CallInput<'transcripts.translated'>): CallOutput<'transcripts.translated'> {
    const note = this.parts.notes.get(noteId)
    if (note.request.kind !== 'translation') fail('invalid_input', 'no translation')
    const transcript = this.parts.transcripts.get({ transcriptId: note.transcriptId })
    const language = note.request.language ?? 'translation'
    return {
      name: safeFileName(`${transcript.summary.title}.${language}`, `.${format}`),
      text: bilingual
        ? bilingualText(transcript, note, format, rules)
        : exported({ ...transcript, segments: translated(transcript, note) }, format, rules),
    }
  }

  async saveTranslated(input: CallInput<'transcripts.saveTranslated'>): Promise<SavedFile> {
    const { name, text } = this.translatedText(input)
    return await this.parts.mediaExport.saveTexts([{ name, text: () => text }], name)
  }
}

/**
 * Returns the segments with their translations. A segment without one keeps its text, so that every time has a
 * subtitle.
 */
function translated({ segments }: Transcript, { lines }: TranscriptNote): readonly TranscriptSegment[] {
  const texts = textsOf(lines)
  return segments.map((segment) => ({ ...segment, text: texts.get(segment.id) ?? segment.text, words: [] }))
}

function textsOf(lines: TranscriptNote['lines']): ReadonlyMap<string, string> {
  return new Map(lines.map(({ segmentId, text }) => [segmentId, text]))
}

function bilingualText(
  transcript: Transcript,
  note: TranscriptNote,
  format: CallInput<'transcripts.translated'>['format'],
  rules: SubtitleRules,
): string {
  const texts = textsOf(note.lines)
  if (isSubtitle(format)) return subtitleFile(format, bilingualCues(transcript, texts, cueRules(format, rules)), rules)
  const segments = transcript.segments.map((segment) => {
    const text = texts.get(segment.id)
    return text === undefined ? segment : { ...segment, text: `${text}\n${segment.text}` }
  })
  return exported({ ...transcript, segments }, format, rules)
}

/**
 * Returns cues with the translation above the original. A segment too long for one cue is divided evenly in time, so
 * that both halves of a pair stay together.
 */
function bilingualCues(
  { segments, summary }: Transcript,
  texts: ReadonlyMap<string, string>,
  rules: SubtitleRules,
): readonly Cue[] {
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
