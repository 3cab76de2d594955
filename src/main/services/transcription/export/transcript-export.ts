import { assertNever, fail } from '../../../../shared/errors.ts'
import type { SavedFile } from '../../../../shared/image.ts'
import type { CallInput, CallOutput } from '../../../../shared/ipc/contract.ts'
import type { SubtitleRules, Transcript } from '../../../../shared/transcript.ts'
import { type ExportFormat, isSubtitle } from '../../../../shared/transcript-formats.ts'
import { safeFileName } from '../../../security/file-name.ts'
import type { MediaExport } from '../../media/media-export.ts'
import type { TranscriptsService } from '../transcripts-service.ts'
import { cueRules, speakerPrefix, subtitleFile } from './subtitle-formats.ts'
import { subtitleCues } from './subtitle-lines.ts'
import { toCsv, toJson, toMarkdown, toText } from './text-formats.ts'

/** Returns a transcript in a format for other programs. */
export function exported(
  transcript: Pick<Transcript, 'summary' | 'segments'>,
  format: ExportFormat,
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

  constructor(parts: { readonly transcripts: TranscriptsService; readonly mediaExport: MediaExport }) {
    this.transcripts = parts.transcripts
    this.mediaExport = parts.mediaExport
  }

  exportText({ transcriptId, format, rules }: CallInput<'transcripts.text'>): CallOutput<'transcripts.text'> {
    const transcript = this.transcripts.get({ transcriptId })
    const name = safeFileName(transcript.summary.title, `.${format}`)
    return { name, text: exported(transcript, format, rules) }
  }

  async startDrag(input: CallInput<'transcripts.startDrag'>): Promise<void> {
    const { name, text } = this.exportText(input)
    await this.mediaExport.dragText(name, text)
  }

  async saveTranscripts({ transcriptIds, formats, rules }: CallInput<'transcripts.export'>): Promise<SavedFile> {
    const titles = [...new Set(transcriptIds)].map((transcriptId) => ({
      transcriptId,
      title: this.transcripts.summaryOf(transcriptId).title,
    }))
    const [first] = titles
    if (!first) return fail('invalid_input', 'nothing to export')
    const files = titles.flatMap(({ transcriptId, title }) =>
      [...new Set(formats)].map((format) => ({
        name: safeFileName(title, `.${format}`),
        text: () => this.exportText({ transcriptId, format, rules }).text,
      })),
    )
    return await this.mediaExport.saveTexts(files, titles.length === 1 ? first.title : 'Transcripts')
  }
}
