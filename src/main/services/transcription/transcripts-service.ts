import { fail } from '../../../shared/errors.ts'
import { excerptAround } from '../../../shared/excerpt.ts'
import { searchForms } from '../../../shared/folded-text.ts'
import type { CallInput, CallOutput } from '../../../shared/ipc/contract.ts'
import type {
  Transcript,
  TranscriptChange,
  TranscriptHit,
  TranscriptSegment,
  TranscriptSummary,
} from '../../../shared/transcript.ts'
import type { MediaLibrary } from '../../media/library.ts'
import type { Ports } from '../../platform.ts'
import type { Database } from '../../storage/database.ts'
import type { TranscriptEdits } from '../../storage/transcript-edits.ts'
import type { TranscriptSegments } from '../../storage/transcript-segments.ts'
import type { TranscriptionJobs } from '../../storage/transcription-jobs.ts'
import type { StoredTranscript, Transcripts } from '../../storage/transcripts.ts'
import type { AnswerKeeper } from '../app/answer-keeper.ts'
import type { TranscriptWriter } from './transcript-writer.ts'

export interface TranscriptsServiceParts extends Pick<Ports, 'events' | 'clock'> {
  readonly database: Database
  readonly jobs: TranscriptionJobs
  readonly transcripts: Transcripts
  readonly segments: TranscriptSegments
  readonly edits: TranscriptEdits
  readonly writer: TranscriptWriter
  readonly library: MediaLibrary
  readonly keeper: Pick<AnswerKeeper, 'has'>
}

/** Replacement for `remove` segments from the `at`-th on. */
interface Replacement {
  readonly at: number
  readonly remove: number
  readonly insert: readonly TranscriptSegment[]
}

/** Lists, searches, reads and edits transcripts. Every edit is on disk before it is answered, and can be undone. */
export class TranscriptsService {
  private readonly parts: TranscriptsServiceParts

  constructor(parts: TranscriptsServiceParts) {
    this.parts = parts
  }

  listTranscripts({ query, offset, limit }: CallInput<'transcripts.list'>): CallOutput<'transcripts.list'> {
    const { transcripts, total } = this.parts.transcripts.transcriptPage(query, offset, limit)
    const words = searchForms(query).flat()
    return {
      transcripts: transcripts.map((transcript) => ({
        ...this.summary(transcript),
        hit: this.firstHit(transcript.id, words),
      })),
      total,
    }
  }

  get({ transcriptId }: CallInput<'transcripts.get'>): Transcript {
    const { edits, jobs, segments } = this.parts
    const transcript = this.transcriptWithId(transcriptId)
    return {
      summary: this.summary(transcript),
      segments: segments.segmentsOf(transcriptId),
      waveform: jobs.waveformOf(transcript.jobId),
      revision: transcript.revision,
      canUndo: edits.has(transcriptId, transcript.edit),
      canRedo: edits.has(transcriptId, transcript.edit + 1),
    }
  }

  untimed({ transcriptIds }: CallInput<'transcripts.untimed'>): CallOutput<'transcripts.untimed'> {
    return { transcriptIds: transcriptIds.filter((id) => this.parts.segments.areUntimed(id)) }
  }

  summaryOf(transcriptId: string): TranscriptSummary {
    return this.summary(this.transcriptWithId(transcriptId))
  }

  rename({ transcriptId, title }: CallInput<'transcripts.rename'>): TranscriptSummary {
    const renamed = { ...this.transcriptWithId(transcriptId), title }
    this.parts.database.durably(() => this.parts.transcripts.updateTranscript(renamed))
    this.emitTranscriptChanged(transcriptId)
    return this.summary(renamed)
  }

  edit({ transcriptId, revision, at, remove, insert }: CallInput<'transcripts.edit'>): TranscriptChange {
    const { edits, segments } = this.parts
    const transcript = this.transcriptWithId(transcriptId)
    if (revision !== transcript.revision) fail('busy', 'the transcript has changed meanwhile')
    const count = segments.countSegments(transcriptId)
    if (at + remove > count) fail('invalid_input', `segments ${at} to ${at + remove} of ${count}`)
    if (new Set(insert.map(({ id }) => id)).size < insert.length) fail('invalid_input', 'an id that occurs twice')
    if (remove === 0 && insert.length === 0) return this.shape(transcript, { at, remove, insert })
    const number = transcript.edit + 1
    return this.replaced(transcript, number, { at, remove, insert }, (before) =>
      edits.addEdit(transcriptId, number, { at, before, after: insert }),
    )
  }

  undo({ transcriptId }: CallInput<'transcripts.undo'>): TranscriptChange {
    const transcript = this.transcriptWithId(transcriptId)
    const edit = this.parts.edits.findEdit(transcriptId, transcript.edit) ?? fail('invalid_input', 'nothing to undo')
    const change = { at: edit.at, remove: edit.after.length, insert: edit.before }
    return this.replaced(transcript, transcript.edit - 1, change)
  }

  redo({ transcriptId }: CallInput<'transcripts.redo'>): TranscriptChange {
    const transcript = this.transcriptWithId(transcriptId)
    const edit =
      this.parts.edits.findEdit(transcriptId, transcript.edit + 1) ?? fail('invalid_input', 'nothing to redo')
    const change = { at: edit.at, remove: edit.before.length, insert: edit.after }
    return this.replaced(transcript, transcript.edit + 1, change)
  }

  private replaced(
    transcript: StoredTranscript,
    edit: number,
    change: Replacement,
    also: (before: readonly TranscriptSegment[]) => void = () => {},
  ): TranscriptChange {
    const { clock, database, segments, transcripts, writer } = this.parts
    const { id } = transcript
    const { at, remove, insert } = change
    const next = database.durably(() => {
      also(segments.segmentsOf(id, at, remove))
      segments.replace(id, at, remove, insert)
      const revision = transcript.revision + 1
      const edited = { ...transcript, edit, revision, editedAt: clock.now(), start: writer.startOf(id) }
      transcripts.updateTranscript(edited)
      return edited
    })
    this.emitTranscriptChanged(id)
    return this.shape(next, change)
  }

  private shape(transcript: StoredTranscript, { at, remove, insert }: Replacement): TranscriptChange {
    const { edits } = this.parts
    return {
      summary: this.summary(transcript),
      revision: transcript.revision,
      canUndo: edits.has(transcript.id, transcript.edit),
      canRedo: edits.has(transcript.id, transcript.edit + 1),
      change: { at, removed: remove, inserted: insert },
    }
  }

  private firstHit(transcriptId: string, words: readonly string[]): TranscriptHit | null {
    const segment = this.parts.segments.firstWith(transcriptId, words)
    return segment && { segmentId: segment.id, text: excerptAround(segment.text, words) }
  }

  private transcriptWithId(id: string): StoredTranscript {
    return this.parts.transcripts.findTranscript(id) ?? fail('not_found', 'no such transcript')
  }

  private summary(transcript: StoredTranscript): TranscriptSummary {
    const job = this.parts.jobs.findJob(transcript.jobId)
    return {
      id: transcript.id,
      jobId: transcript.jobId,
      title: transcript.title,
      source: job?.sourceId ? this.parts.library.findMedia(job.sourceId) : null,
      duration: job?.duration ?? null,
      model: transcript.model,
      language: transcript.language,
      start: transcript.start,
      complete: transcript.complete,
      createdAt: transcript.createdAt,
      editedAt: transcript.editedAt,
      ...(job?.sound === undefined ? {} : { sound: job.sound }),
      ...(this.parts.keeper.has('transcription', transcript.jobId) ? { kept: true } : {}),
    }
  }

  private emitTranscriptChanged(transcriptId: string): void {
    this.parts.events.emit('transcripts.changed', { transcriptId })
  }
}
