import { fail } from '../../../../shared/errors.ts'
import type { SavedFile } from '../../../../shared/image.ts'
import type { CallInput, CallOutput } from '../../../../shared/ipc/contract.ts'
import type { Transcript } from '../../../../shared/transcript.ts'
import { isSubtitle } from '../../../../shared/transcript-formats.ts'
import type { TranscriptNote } from '../../../../shared/transcript-note.ts'
import { safeFileName } from '../../../security/file-name.ts'
import type { MediaExport } from '../../media/media-export.ts'
import type { NotesService } from '../notes/notes-service.ts'
import type { TranscriptsService } from '../transcripts-service.ts'
import { burntCues } from './burnt-cues.ts'
import { cueRules, subtitleFile } from './subtitle-formats.ts'
import { exported } from './transcript-export.ts'
import { bilingualCues, translatedTranscript } from './translated-transcript.ts'
import { wordBlocks, wordText } from './word-blocks.ts'
import type { WordFiles } from './word-files.ts'

export interface TranslatedExportParts {
  readonly transcripts: Pick<TranscriptsService, 'get' | 'untimed'>
  readonly notes: Pick<NotesService, 'get'>
  readonly mediaExport: Pick<MediaExport, 'saveContents'>
  readonly words: Pick<WordFiles, 'wordFile'>
}

/** Exports translations of transcripts, alone or with the original below each line, and cues for drawing. */
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
    if (format === 'docx')
      return { name, text: wordText(wordBlocks(translatedTranscript(transcript, note, bilingual), rules)) }
    return {
      name,
      text:
        bilingual && isSubtitle(format)
          ? subtitleFile(format, bilingualCues(transcript, note, cueRules(format, rules)), rules)
          : exported(translatedTranscript(transcript, note, bilingual), format, rules),
    }
  }

  async saveTranslated(input: CallInput<'transcripts.saveTranslated'>): Promise<SavedFile> {
    const { bilingual, format, rules } = input
    const { name, note, transcript } = this.translationOf(input)
    const content = (): string | Promise<Uint8Array> => {
      if (format !== 'docx') return this.translatedText(input).text
      return this.parts.words.wordFile(
        transcript.summary.title,
        wordBlocks(translatedTranscript(transcript, note, bilingual), rules),
      )
    }
    return await this.parts.mediaExport.saveContents([{ name, content }], name)
  }

  /** Returns the cues of a transcript for drawing. Throws an AppFailure: `not_found`, or `invalid_input` for a foreign note. */
  burntCues({
    bilingual,
    noteId,
    room,
    transcriptId,
  }: CallInput<'transcripts.burntCues'>): CallOutput<'transcripts.burntCues'> {
    const { notes, transcripts } = this.parts
    const transcript = transcripts.get({ transcriptId })
    const translation = noteId === null ? null : notes.get(noteId)
    if (
      translation !== null &&
      (translation.transcriptId !== transcriptId || translation.request.kind !== 'translation')
    )
      fail('invalid_input', 'no translation of this transcript')
    return {
      cues: burntCues({ transcript, translation, bilingual }, room),
      estimated: transcripts.untimed({ transcriptIds: [transcriptId] }).transcriptIds.length > 0,
    }
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
