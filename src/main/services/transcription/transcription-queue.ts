import { fail } from '../../../shared/errors.ts'
import type { CallInput, CallOutput } from '../../../shared/ipc/contract.ts'
import { hasEnded } from '../../../shared/job-phase.ts'
import type { TranscriptionJob } from '../../../shared/transcript.ts'
import { dueAt } from '../../jobs/due-time.ts'
import { JobQueue } from '../../jobs/job-queue.ts'
import type { MediaLibrary } from '../../media/library.ts'
import type { Ports } from '../../platform.ts'
import type { Database } from '../../storage/database.ts'
import type { StoredTranscription, TranscriptionJobs } from '../../storage/transcription-jobs.ts'
import type { Transcripts } from '../../storage/transcripts.ts'
import type { SettingsService } from '../app/settings-service.ts'
import type { ConnectionsService } from '../connections/connections-service.ts'
import type { Listening } from './listening.ts'
import type { PieceAnswers } from './piece-answers.ts'
import type { PieceSender } from './piece-sender.ts'
import type { Receiver } from './receiver.ts'
import type { TranscriptionStore } from './transcription-store.ts'

export interface TranscriptionQueueParts extends Pick<Ports, 'clock' | 'log'> {
  readonly database: Database
  readonly jobs: TranscriptionJobs
  readonly store: TranscriptionStore
  readonly receiver: Receiver
  readonly listening: Listening
  readonly sender: PieceSender
  readonly answers: PieceAnswers
  readonly connections: ConnectionsService
  readonly settings: SettingsService
  readonly library: MediaLibrary
  readonly transcripts: Transcripts
}

/**
 * Queue of recordings: as many at once as the user allows, in their order, each one's pieces one after the other. It
 * survives restarts; only a piece that was out then waits for the user.
 */
export class TranscriptionQueue {
  private readonly parts: TranscriptionQueueParts
  private readonly queue: JobQueue

  constructor(parts: TranscriptionQueueParts) {
    this.parts = parts
    this.queue = new JobQueue({
      ...parts,
      kind: 'transcription',
      isPaused: () => parts.settings.get().queuesPaused,
      line: {
        atOnce: () => parts.settings.get().transcriptionsAtOnce,
        ready: () => parts.store.idsIn(['queued']),
        attempt: (id, signal) => this.sendAll(id, signal),
      },
      onEnd: () => this.continueJobs(),
    })
  }

  /** Recovers jobs of an ended process, and continues those with no request under way. */
  start(): void {
    const { store, clock, listening } = this.parts
    for (const id of store.idsIn(['receiving', 'sending', 'paused']))
      store.record(id, { type: 'app-began', at: clock.now() })
    for (const id of store.idsIn(['waiting'])) this.wakeJob(id)
    listening.callForPages()
    this.pump()
  }

  /** Number of recordings that closing would interrupt: those being copied and those with a piece being sent. */
  get runningTranscriptions(): number {
    return this.parts.store.idsIn(['receiving', 'sending']).length
  }

  listJobs(input: CallInput<'transcription.jobs'>): CallOutput<'transcription.jobs'> {
    return this.parts.store.listJobs(input)
  }

  /** Pauses a job before its next piece; the answer of a sent piece is still stored. */
  pause({ jobId }: CallInput<'transcription.pause'>): TranscriptionJob {
    const before = this.job(jobId)
    const paused = this.parts.store.applyEvent(jobId, { type: 'pause' })
    if (!paused && before.status !== 'paused') fail('invalid_input', 'the job has ended')
    this.parts.listening.forgetJob(jobId)
    this.queue.unwake(jobId)
    this.pump()
    return this.jobView(jobId)
  }

  resume({ jobId }: CallInput<'transcription.resume'>): TranscriptionJob {
    this.job(jobId)
    this.parts.store.applyEvent(jobId, { type: 'resume' })
    this.continueJobs()
    return this.jobView(jobId)
  }

  cancelJob({ jobId }: CallInput<'transcription.cancel'>): TranscriptionJob {
    const { store, clock, listening, receiver } = this.parts
    this.job(jobId)
    store.record(jobId, { type: 'cancel', at: clock.now() })
    listening.forgetJob(jobId)
    receiver.forgetFile(jobId)
    this.queue.release(jobId)
    this.pump()
    return this.jobView(jobId)
  }

  retryTranscription({ jobId, target }: CallInput<'transcription.retry'>): TranscriptionJob {
    const { answers, store, connections } = this.parts
    const before = this.job(jobId)
    if (!hasEnded(before.status)) return store.viewOf(before)
    if (target !== undefined && !connections.has(target.connectionId)) fail('no_connection')
    store.flush()
    // answers held in memory are stored now; only missing pieces are sent
    answers.keepHeld(jobId)
    if (this.job(jobId).status !== 'done')
      store.applyEvent(jobId, { type: 'retry', target: target ?? null }) ??
        fail('invalid_input', 'there is nothing to go on with')
    this.continueJobs()
    return this.jobView(jobId)
  }

  /** Reads the kept answers of a job again; the job is done if nothing is missing then. */
  async rereadPieces(jobId: string): Promise<void> {
    if (!hasEnded(this.job(jobId).status)) fail('busy', 'the job still runs')
    await this.parts.answers.rereadPieces(jobId)
  }

  chooseTrack({ jobId, track }: CallInput<'transcription.chooseTrack'>): TranscriptionJob {
    const { listening, store } = this.parts
    const before = this.job(jobId)
    store.applyEvent(jobId, { type: 'choose-track', track }) ??
      fail('invalid_input', 'no such track, or it was sent already')
    listening.forgetJob(jobId)
    listening.dropPieces(before)
    this.continueJobs()
    return this.jobView(jobId)
  }

  /** Queues the recording of a transcript once more. */
  async again({
    jobId,
    language,
    target,
    track,
    transcriptId,
  }: CallInput<'transcription.again'>): Promise<TranscriptionJob> {
    const { library, receiver, transcripts } = this.parts
    const transcript = transcripts.findTranscript(transcriptId) ?? fail('not_found', 'no such transcript')
    const { name, request, sound, sourceId } = this.job(transcript.jobId)
    const source =
      library.findMedia(sourceId ?? '') ?? fail('not_found', 'the recording is not in the library any more')
    const again = { ...request, ...target, language: language === undefined ? request.language : language }
    const chosen = sound && { ...sound, ...(track === undefined ? {} : { taken: track, chosen: true }) }
    await receiver.addFromLibrary({ jobId, name, request: again }, source, chosen)
    return this.jobView(jobId)
  }

  /** Keeps the unread answers of an ended job as its text. */
  async keepAsText({ jobId }: CallInput<'transcription.keepAsText'>): Promise<TranscriptionJob> {
    if (!hasEnded(this.job(jobId).status)) fail('busy', 'the job still runs')
    await this.parts.answers.keepAsText(jobId)
    return this.jobView(jobId)
  }

  moveJob({ jobId, beforeId }: CallInput<'transcription.move'>): null {
    const { store, database, jobs } = this.parts
    this.job(jobId)
    if (beforeId !== null) this.job(beforeId)
    if (beforeId !== jobId) database.transaction(() => jobs.moveJob(jobId, beforeId))
    store.emitJob(this.job(jobId))
    return null
  }

  dismiss({ jobId }: CallInput<'transcription.dismiss'>): null {
    const { answers, store, clock } = this.parts
    this.job(jobId)
    store.applyEvent(jobId, { type: 'dismiss', at: clock.now() }) ?? fail('busy', 'the job still runs')
    answers.releasePieces(jobId)
    return null
  }

  /** Sends as many pieces as the limit allows. Call it when the user changes the limit. */
  pump(): void {
    this.queue.pump()
  }

  /** Continues jobs that became ready to be analysed or sent. */
  continueJobs(): void {
    if (this.queue.isStopped) return
    this.parts.listening.callForPages()
    this.pump()
  }

  /** Stops everything; running jobs keep their state for the next start. */
  async close(): Promise<void> {
    const ended = this.queue.close()
    this.parts.listening.close()
    await Promise.all([ended, this.parts.receiver.close()])
    this.parts.store.close()
  }

  private job(id: string): StoredTranscription {
    return this.parts.store.findJob(id) ?? fail('not_found', 'no such job')
  }

  private jobView(id: string): TranscriptionJob {
    return this.parts.store.viewOf(this.job(id))
  }

  /** Sends piece after piece until the job or all queues are paused, the job is done or refused, or it has to wait. */
  private async sendAll(id: string, signal: AbortSignal): Promise<void> {
    while (!signal.aborted && !this.queue.isPaused && this.parts.store.findJob(id)?.status === 'queued') {
      const job = await this.parts.sender.sendPiece(id, signal)
      if (job?.status === 'waiting') this.wakeJob(id)
    }
  }

  private wakeJob(id: string): void {
    const { retryAt, sentAt } = this.job(id)
    const at = dueAt(retryAt, sentAt, this.parts.clock.now())
    this.queue.wake(id, at, () => {
      if (this.parts.store.record(id, { type: 'wait-over' })) this.pump()
    })
  }
}
