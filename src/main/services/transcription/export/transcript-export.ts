import { assertNever, fail } from '../../../../shared/errors.ts'
import type { SavedFile } from '../../../../shared/image.ts'
import type { CallInput, CallOutput } from '../../../../shared/ipc/contract.ts'
import type { SubtitleRules, Transcript } from '../../../../shared/transcript.ts'
import { isSubtitle, type TextFormat } from '../../../../shared/transcript-formats.ts'
import { safeFileName } from '../../../security/file-name.ts'
import type { MediaExport, NamedContent } from '../../media/media-export.ts'
import type { TranscriptsService } from '../transcripts-service.ts'
import { cueRules, speakerPrefix, subtitleFile } from './subtitle-formats.ts'
import { subtitleCues } from './subtitle-lines.ts'
import { toCsv, toJson, toMarkdown, toText } from './text-formats.ts'
import { wordBlocks, wordText } from './word-blocks.ts'
import type { WordFiles } from './word-files.ts'

/** Returns a transcript as text in a format for other programs. */
export function exported(
  transcript: Pick<Transcript, 'summary' | 'segments'>,
  format: TextFormat,
  rules: SubtitleRules,
): string {
  if (isSubtitle(format)) {
    const { segments, summary } = transcript
    const cues = subtitleCues(segments, cueRules(format, rules), summary.duration, speakerPrefix(format))
    return subtitleFile(format, cues, rules)
  }
  switch (format) {
    case 'txt':
      return toText(transcript)
    case 'md':
      return toMarkdown(transcript)
    case 'json':
      return toJson(transcript)
    case 'csv':
      return toCsv(transcript)
    default:
      return assertNever(format, 'format')
  }
}

/** Exports transcripts: as text, as a file, or several as one ZIP. */
export class TranscriptExport {
  private readonly transcripts: TranscriptsService
  private readonly mediaExport: MediaExport
  private readonly words: Pick<WordFiles, 'wordFile'>

  constructor(parts: {
    readonly transcripts: TranscriptsService
    readonly mediaExport: MediaExport
    readonly words: Pick<WordFiles, 'wordFile'>
  }) {
    this.transcripts = parts.transcripts
    this.mediaExport = parts.mediaExport
    this.words = parts.words
  }

  exportText({ transcriptId, format, rules }: CallInput<'transcripts.text'>): CallOutput<'transcripts.text'> {
    const transcript = this.transcripts.get({ transcriptId })
    const name = safeFileName(transcript.summary.title, `.${format}`)
    const text = format === 'docx' ? wordText(wordBlocks(transcript, rules)) : exported(transcript, format, rules)
    return { name, text }
  }

  async startDrag(input: CallInput<'transcripts.startDrag'>): Promise<void> {
    const { title } = this.transcripts.summaryOf(input.transcriptId)
    await this.mediaExport.dragContent(this.fileOf(input, title))
  }

  async saveTranscripts({ transcriptIds, formats, rules }: CallInput<'transcripts.export'>): Promise<SavedFile> {
    const titles = [...new Set(transcriptIds)].map((transcriptId) => ({
      transcriptId,
      title: this.transcripts.summaryOf(transcriptId).title,
    }))
    const [first] = titles
    if (!first) return fail('invalid_input', 'nothing to export')
    const files = titles.flatMap(({ transcriptId, title }) =>
      [...new Set(formats)].map((format) => this.fileOf({ transcriptId, format, rules }, title)),
    )
    return await this.mediaExport.saveContents(files, titles.length === 1 ? first.title : 'Transcripts')
  }

  private fileOf(input: CallInput<'transcripts.text'>, title: string): NamedContent {
    const { format, rules, transcriptId } = input
    return {
      name: safeFileName(title, `.${format}`),
      content: () => {
        if (format !== 'docx') return this.exportText(input).text
        return this.words.wordFile(title, wordBlocks(this.transcripts.get({ transcriptId }), rules))
      },
    }
  }
}
