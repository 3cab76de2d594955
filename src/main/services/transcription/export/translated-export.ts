import { fail } from '../../../../shared/errors.ts'
import type { SavedFile } from '../../../../shared/image.ts'
import type { CallInput, CallOutput } from '../../../../shared/ipc/contract.ts'
import type { SubtitleRules, Transcript } from '../../../../shared/transcript.ts'
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
import { wordBlocks, wordText } from './word-blocks.ts'
import type { WordFiles } from './word-files.ts'

export interface TranslatedExportParts {
  readonly transcripts: Pick<TranscriptsService, 'get'>
  readonly notes: Pick<NotesService, 'get'>
  readonly mediaExport: Pick<MediaExport, 'saveContents'>
  readonly words: Pick<WordFiles, 'wordFile'>
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
  translatedText(input: CallInput<'transcripts.translated'>): CallOutput<'transcripts.translated'> {
    const { bilingual, format, rules } = input
    const { name, note, transcript } = this.translationOf(input)
    if (format === 'docx') return { name, text: wordText(wordBlocks(shown(transcript, note, bilingual), rules)) }
    return {
      name,
      text:
        bilingual && isSubtitle(format)
          ? subtitleFile(format, bilingualCues(transcript, textsOf(note.lines), cueRules(format, rules)), rules)
          : exported(shown(transcript, note, bilingual), format, rules),
    }
  }

  async saveTranslated(input: CallInput<'transcripts.saveTranslated'>): Promise<SavedFile> {
    const { bilingual, format, rules } = input
    const { name, note, transcript } = this.translationOf(input)
    const content = (): string | Promise<Uint8Array> => {
      if (format !== 'docx') return this.translatedText(input).text
      return this.parts.words.wordFile(transcript.summary.title, wordBlocks(shown(transcript, note, bilingual), rules))
    }
    return await this.parts.mediaExport.saveContents([{ name, content }], name)
  }

  private translationOf({ format, noteId }: CallInput<'transcripts.translated'>): {
    readonly name: string
    readonly note: TranscriptNote
    readonly transcript: Transcript
  } {
    const note = this.parts.notes.get(noteId)
    if (note.request.kind !== 'translation') fail('invalid_input', 'no translation')
    const transcript = this.parts.transcripts.get({ transcriptId: note.transcriptId })
    const language = note.request.language ?? 'translation'
    return { name: safeFileName(`${transcript.summary.title}.${language}`, `.${format}`), note, transcript }
  }
}

/**
 * Returns a transcript with its translation. `bilingual` adds the original below each line. A segment without a
 * translation keeps its text, so that every time has a subtitle.
 */
function shown(transcript: Transcript, { lines }: TranscriptNote, bilingual: boolean): Transcript {
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
