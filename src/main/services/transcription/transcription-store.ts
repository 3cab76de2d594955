import type { CallInput, CallOutput } from '../../../shared/ipc/contract.ts'
import type { TranscriptionJob } from '../../../shared/transcript.ts'
import { failureOf } from '../../failure.ts'
import type { MediaLibrary } from '../../media/library.ts'
import type { EventSink, Log } from '../../platform.ts'
import type { Database } from '../../storage/database.ts'
import type { StoredTranscription, TranscriptionJobs } from '../../storage/transcription-jobs.ts'
import type { Transcripts } from '../../storage/transcripts.ts'
import type { AnswerKeeper } from '../app/answer-keeper.ts'
import { hasEnded, nextProgress, type TranscriptionEvent } from './transcription-machine.ts'

export interface TranscriptionStoreParts {
  readonly database: Database
  readonly jobs: TranscriptionJobs
  readonly transcripts: Transcripts
  readonly keeper: Pick<AnswerKeeper, 'has'>
  readonly library: MediaLibrary
  readonly events: EventSink
  readonly log: Log
}

/** How far something is that nobody needs to know after a restart. */
interface Passing {
  /** Bytes of the recording that are in the library. */
  readonly received: number | null
  /** 0 to 1. */
  readonly progress: number | null
}

const nothingPassing: Passing = { received: null, progress: null }

/**
 * The state of every job: each change is made by the machine, on the disk before anything follows from it, and told to
 * the pages. What has happened all the same although the disk did not take it is kept here until it does.
 */
export class TranscriptionStore {
  private readonly parts: TranscriptionStoreParts
  private readonly unkept = new Map<string, StoredTranscription>()
  private readonly passing = new Map<string, Passing>()
  private closed = false

  constructor(parts: TranscriptionStoreParts) {
    this.parts = parts
  }

  find(id: string): StoredTranscription | null {
    return this.unkept.get(id) ?? this.parts.jobs.find(id)
  }

  /** A window on the list. It may hold fewer than `limit` where the disk did not take that some went off the list. */
  listed({ limit, offset }: CallInput<'transcription.jobs'>): CallOutput<'transcription.jobs'> {
    const { ids, total } = this.parts.jobs.listed(offset, limit)
    const jobs = ids.flatMap((id) => {
      const job = this.find(id)
      return job && job.status !== 'done' && job.dismissedAt === null ? [this.shape(job)] : []
    })
    return { jobs, total }
  }

  /** The ids of those in one of these states, in the order of the queue. */
  idsIn(statuses: readonly StoredTranscription['status'][]): readonly string[] {
    if (this.closed) return []
    return this.parts.jobs.idsIn(statuses).filter((id) => {
      const unkept = this.unkept.get(id)
      return unkept === undefined || statuses.includes(unkept.status)
    })
  }

  /** A job as pages see it. */
  shape(job: StoredTranscription): TranscriptionJob {
    const { received, progress } = this.passing.get(job.id) ?? nothingPassing
    return {
      id: job.id,
      name: job.name,
      bytes: job.bytes,
      received: job.sourceId === null ? (received ?? 0) : job.bytes,
      source: job.sourceId === null ? null : this.parts.library.find(job.sourceId),
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
        ? { kept: true, canReadAgain: hasEnded(job.status) && job.status !== 'done' }
        : {}),
    }
  }

  /** Takes a new job in. Throws an AppFailure where the disk refuses. */
  add(job: StoredTranscription): void {
    this.parts.database.durably(() => this.parts.jobs.insert(job))
    this.tell(job)
  }

  /**
   * Lets an event happen to a job, with what belongs into the same transaction; null where it means nothing to it.
   * Throws an AppFailure where the disk refuses: then nothing has happened.
   */
  apply(
    id: string,
    event: TranscriptionEvent,
    also: (job: StoredTranscription) => void = () => {},
  ): StoredTranscription | null {
    const { before, next } = this.after(id, event)
    if (!before || !next) return null
    this.parts.database.durably(() => {
      // what the disk has not taken yet is not what it holds: all is written
      this.parts.jobs.update(next, this.unkept.has(id) ? null : before)
      also(next)
    })
    this.unkept.delete(id)
    this.changed(before, next)
    return next
  }

  /** The same for what has happened whether the disk takes it or not. Never throws for the disk. */
  record(id: string, event: TranscriptionEvent): StoredTranscription | null {
    const { before, next } = this.after(id, event)
    if (!before || !next) return null
    try {
      return this.apply(id, event)
    } catch (cause) {
      this.parts.log('error', 'transcription could not be kept', { code: failureOf(cause).code })
      this.unkept.set(id, next)
      this.changed(before, next)
      return next
    }
  }

  /** Tells how far something is; `null` where nobody can say any more. */
  pass(id: string, passing: Partial<Passing>): void {
    if (this.closed) return
    this.passing.set(id, { ...(this.passing.get(id) ?? nothingPassing), ...passing })
    const job = this.find(id)
    if (job) this.tell(job)
  }

  /** Tells the pages that a job is gone. */
  gone(id: string): void {
    this.unkept.delete(id)
    this.passing.delete(id)
    this.parts.events.emit('transcription.jobRemoved', { jobId: id })
  }

  tell(job: StoredTranscription): void {
    this.parts.events.emit('transcription.job', this.shape(job))
  }

  /** Writes what could not be written, as far as the disk takes it now. */
  keepUnkept(): void {
    for (const [id, job] of this.unkept) {
      try {
        this.parts.database.durably(() => this.parts.jobs.update(job, null))
        this.unkept.delete(id)
      } catch (cause) {
        this.parts.log('error', 'transcription could not be kept', { code: failureOf(cause).code })
      }
    }
  }

  /** From now on nothing changes: what runs is left as it is, for the next start to judge. */
  close(): void {
    this.keepUnkept()
    this.closed = true
  }

  private after(
    id: string,
    event: TranscriptionEvent,
  ): { readonly before: StoredTranscription | null; readonly next: StoredTranscription | null } {
    const before = this.closed ? null : this.find(id)
    const progress = before && nextProgress(before, event)
    if (!before || !progress) return { before, next: null }
    const target = event.type === 'retry' ? event.target : null
    return { before, next: { ...before, ...progress, request: { ...before.request, ...target } } }
  }

  private changed(before: StoredTranscription, job: StoredTranscription): void {
    if (job.status !== before.status) this.passing.delete(job.id)
    if (hasEnded(job.status) && !hasEnded(before.status))
      this.parts.log('info', 'transcription ended', {
        status: job.status,
        error: job.error?.code ?? null,
        requestId: job.error?.requestId ?? null,
        pieces: job.pieces.length,
      })
    if (job.dismissedAt === null) this.tell(job)
    else if (before.dismissedAt === null) this.gone(job.id)
  }
}
