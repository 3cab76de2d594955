import type { CallInput, CallOutput } from '../../../shared/ipc/contract.ts'
import { hasEnded } from '../../../shared/job-phase.ts'
import type { TranscriptionJob } from '../../../shared/transcript.ts'
import { JobStore } from '../../jobs/job-store.ts'
import type { MediaLibrary } from '../../media/library.ts'
import type { Ports } from '../../platform.ts'
import type { Database } from '../../storage/database.ts'
import type { StoredTranscription, TranscriptionJobs } from '../../storage/transcription-jobs.ts'
import type { Transcripts } from '../../storage/transcripts.ts'
import type { AnswerKeeper } from '../app/answer-keeper.ts'
import type { TranscriptionEvent } from './transcription-event.ts'
import { nextProgress } from './transcription-machine.ts'

export interface TranscriptionStoreParts extends Pick<Ports, 'events' | 'log'> {
  readonly database: Database
  readonly jobs: TranscriptionJobs
  readonly transcripts: Transcripts
  readonly keeper: Pick<AnswerKeeper, 'has' | 'answersOf'>
  readonly library: MediaLibrary
}

/** Progress of a job, which is not stored. */
interface Passing {
  /** Bytes of the recording copied so far. */
  readonly received: number | null
  /** Progress from 0 to 1. */
  readonly progress: number | null
}

const nothingPassing: Passing = { received: null, progress: null }

/** The state of every transcription. */
export class TranscriptionStore extends JobStore<StoredTranscription, TranscriptionEvent> {
  protected readonly kind = 'transcription'
  private readonly parts: TranscriptionStoreParts
  private readonly passing = new Map<string, Passing>()

  constructor(parts: TranscriptionStoreParts) {
    super(parts, parts.jobs)
    this.parts = parts
  }

  /** Returns a window of the list. It can have fewer than `limit` jobs if some dismissals are not written yet. */
  listJobs({ limit, offset }: CallInput<'transcription.jobs'>): CallOutput<'transcription.jobs'> {
    const { ids, total } = this.parts.jobs.listedIds(offset, limit)
    const jobs = ids.flatMap((id) => {
      const job = this.findJob(id)
      return job && job.status !== 'done' && job.dismissedAt === null ? [this.viewOf(job)] : []
    })
    return { jobs, total }
  }

  /** Returns the ids of jobs in one of these states, in queue order. */
  idsIn(statuses: readonly StoredTranscription['status'][]): readonly string[] {
    if (this.isClosed) return []
    return this.parts.jobs.idsIn(statuses).filter((id) => {
      const pending = this.pendingOf(id)
      return pending === null || statuses.includes(pending.status)
    })
  }

  /** Returns the ids of jobs that were sent before their analysis had finished, and that still need it. */
  idsAhead(): readonly string[] {
    if (this.isClosed) return []
    return this.parts.jobs.idsAhead().filter((id) => {
      const job = this.findJob(id)
      if (job?.ahead !== true) return false
      // without a text there is nothing that the length would help
      return !hasEnded(job.status) || job.pieces.some(({ state }) => state === 'done')
    })
  }

  /** Returns a job in the form that pages receive. */
  viewOf(job: StoredTranscription): TranscriptionJob {
    const { received, progress } = this.passing.get(job.id) ?? nothingPassing
    return {
      id: job.id,
      name: job.name,
      bytes: job.bytes,
      received: job.sourceId === null ? (received ?? 0) : job.bytes,
      source: job.sourceId === null ? null : this.parts.library.findMedia(job.sourceId),
      request: job.request,
      status: job.status,
      error: job.error,
      duration: job.duration,
      progress,
      pieces: job.pieces.map(({ from, to, state }, index) => ({ index, from, to, state })),
      attempts: job.attempts,
      createdAt: job.createdAt,
      sentAt: job.sentAt,
      retryAt: job.retryAt,
      endedAt: job.endedAt,
      transcriptId: this.parts.transcripts.ofJob(job.id)?.id ?? null,
      ...(job.sentAt !== null && this.parts.keeper.has('transcription', job.id)
        ? { kept: true, canReadAgain: this.canReadAgain(job) }
        : {}),
      ...(job.sound === undefined ? {} : { sound: job.sound }),
      ...(isSentAsIs(job) ? { asIs: true } : {}),
    }
  }

  /** Adds a new job. Throws an AppFailure when the disk refuses. */
  addJob(job: StoredTranscription): void {
    this.parts.database.durably(() => this.parts.jobs.insertJob(job))
    this.emitJob(job)
  }

  /** Reports progress; `null` means that it is unknown now. */
  pass(id: string, passing: Partial<Passing>): void {
    if (this.isClosed) return
    this.passing.set(id, { ...(this.passing.get(id) ?? nothingPassing), ...passing })
    const job = this.findJob(id)
    if (job) this.emitJob(job)
  }

  /** Notifies the pages that a job was removed. */
  gone(id: string): void {
    this.drop(id)
    this.passing.delete(id)
    this.parts.events.emit('transcription.jobRemoved', { jobId: id })
  }

  emitJob(job: StoredTranscription): void {
    this.parts.events.emit('transcription.job', this.viewOf(job))
  }

  /**
   * Returns true if a job's kept answers can be read again. For a finished job these are only answers kept as text,
   * which stay unread.
   */
  private canReadAgain({ id, status }: StoredTranscription): boolean {
    if (status !== 'done') return hasEnded(status)
    return this.parts.keeper.answersOf('transcription', id).some(({ state }) => state === 'unread')
  }

  protected next(job: StoredTranscription, event: TranscriptionEvent): StoredTranscription | null {
    const progress = nextProgress(job, event)
    const target = event.type === 'retry' ? event.target : null
    return progress && { ...job, ...progress, request: { ...job.request, ...target } }
  }

  protected writeJob(job: StoredTranscription, before: StoredTranscription | null): void {
    this.parts.jobs.updateJob(job, before)
  }

  protected changed(before: StoredTranscription, job: StoredTranscription): void {
    if (job.status !== before.status) this.passing.delete(job.id)
    if (hasEnded(job.status) && !hasEnded(before.status))
      this.parts.log('info', 'transcription ended', {
        status: job.status,
        error: job.error?.code ?? null,
        requestId: job.error?.requestId ?? null,
        pieces: job.pieces.length,
      })
    if (job.dismissedAt === null) this.emitJob(job)
    else if (before.dismissedAt === null) this.gone(job.id)
  }
}

/** Returns true if a recording is sent whole because no page could open it. */
function isSentAsIs({ duration, listened, pieces, unopened }: StoredTranscription): boolean {
  return unopened === true && listened && duration === null && pieces.some(({ whole }) => whole)
}
