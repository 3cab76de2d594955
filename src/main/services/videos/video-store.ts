import type { VideoCounts, VideoJob } from '../../../shared/video.ts'
import { failureOf } from '../../failure.ts'
import type { MediaLibrary } from '../../media/library.ts'
import type { EventSink, Log } from '../../platform.ts'
import type { Database } from '../../storage/database.ts'
import type { StoredVideoJob, VideoJobs } from '../../storage/video-jobs.ts'
import type { AnswerKeeper } from '../app/answer-keeper.ts'
import { isWatched, nextProgress, type VideoJobEvent } from './video-job-machine.ts'
import { canAskAgain, canReadAgain, hasEnded } from './video-progress.ts'

export interface VideoStoreParts {
  readonly database: Database
  readonly jobs: VideoJobs
  readonly library: MediaLibrary
  readonly keeper: Pick<AnswerKeeper, 'has'>
  readonly events: EventSink
  readonly log: Log
}

/** How much of a download is on the disk, in bytes. */
interface Received {
  readonly received: number
  readonly total: number | null
}

/**
 * The state of every job: each change is made by the machine, on the disk before anything follows from it, and told to
 * the pages. What has happened all the same although the disk did not take it is kept here until it does.
 */
export class VideoStore {
  private readonly parts: VideoStoreParts
  private readonly unkept = new Map<string, StoredVideoJob>()
  /** Those that have not ended, in the order of their turns: looked at much more often than they change. */
  private live: Map<string, StoredVideoJob> | null = null
  private readonly receiving = new Map<string, Received>()
  private closed = false

  constructor(parts: VideoStoreParts) {
    this.parts = parts
  }

  find(id: string): StoredVideoJob | null {
    return this.unkept.get(id) ?? this.live?.get(id) ?? this.parts.jobs.find(id)
  }

  /** Those that have not ended, in the order of their turns. */
  running(): readonly StoredVideoJob[] {
    if (this.closed) return []
    this.live ??= new Map(
      this.parts.jobs.running().flatMap((stored) => {
        const job = this.unkept.get(stored.id) ?? stored
        return hasEnded(job.status) ? [] : [[job.id, job]]
      }),
    )
    return [...this.live.values()]
  }

  /** Reads anew what was changed in the database past the machine. */
  reload(): void {
    this.live = null
  }

  counts(): VideoCounts {
    return this.parts.jobs.counts()
  }

  /** A job as pages see it. */
  shape(job: StoredVideoJob): VideoJob {
    const { library } = this.parts
    const media = job.mediaId === null ? null : library.find(job.mediaId)
    const { received, total } = this.receiving.get(job.id) ?? job
    return {
      id: job.id,
      request: job.request,
      status: job.status,
      error: job.error,
      taskId: job.taskId,
      word: job.word,
      wordUnknown: job.wordUnknown,
      attempts: job.attempts,
      polls: job.polls,
      failedPolls: job.failedPolls,
      received,
      total,
      createdAt: job.createdAt,
      sentAt: job.sentAt,
      retryAt: job.retryAt,
      nextPollAt: job.nextPollAt,
      endedAt: job.endedAt,
      canAskAgain: canAskAgain(job),
      link: hasEnded(job.status) && job.mediaId === null ? job.link : null,
      file: media && {
        media,
        poster: job.posterId === null ? null : library.find(job.posterId),
        duration: job.videoDuration,
      },
      favourite: job.favourite,
      seen: job.seenAt !== null,
      ...(job.sentAt !== null && this.parts.keeper.has('video', job.id)
        ? { kept: true, canReadAgain: canReadAgain(job) }
        : {}),
    }
  }

  /** Takes new jobs in, all or none. Throws an AppFailure where the disk refuses. */
  add(jobs: readonly StoredVideoJob[]): void {
    this.parts.database.durably(() => {
      for (const job of jobs) this.parts.jobs.insert(job)
    })
    for (const job of jobs) this.live?.set(job.id, job)
    for (const job of jobs) this.tell(job)
    this.tellCounts()
  }

  /**
   * Lets an event happen to a job, with what belongs into the same transaction; null where it means nothing to it.
   * Throws an AppFailure where the disk refuses: then nothing has happened.
   */
  apply(id: string, event: VideoJobEvent, also: () => void = () => {}): StoredVideoJob | null {
    const { before, next } = this.after(id, event)
    if (!before || !next) return null
    const write = (): void => {
      also()
      this.parts.jobs.update(next)
    }
    // what a poll said is said again by the next one; everything else is worth the wait for the disk
    if (isWatched(before) && isWatched(next)) this.parts.database.transaction(write)
    else this.parts.database.durably(write)
    this.unkept.delete(id)
    this.changed(before, next)
    return next
  }

  /** The same for what has happened whether the disk takes it or not. Never throws for the disk. */
  record(id: string, event: VideoJobEvent): StoredVideoJob | null {
    const { before, next } = this.after(id, event)
    if (!before || !next) return null
    try {
      return this.apply(id, event)
    } catch (cause) {
      this.parts.log('error', 'video job could not be kept', { code: failureOf(cause).code })
      this.unkept.set(id, next)
      this.changed(before, next)
      return next
    }
  }

  /** Tells how much of a download has come; nothing of it is written down, as the file itself says it. */
  receive(id: string, received: number, total: number | null): void {
    this.receiving.set(id, { received, total })
    const job = this.find(id)
    if (job?.status === 'downloading') this.tell(job)
  }

  /** Writes what could not be written, as far as the disk takes it now. */
  keepUnkept(): void {
    for (const [id, job] of this.unkept) {
      try {
        this.parts.database.durably(() => this.parts.jobs.update(job))
        this.unkept.delete(id)
      } catch (cause) {
        this.parts.log('error', 'video job could not be kept', { code: failureOf(cause).code })
      }
    }
  }

  /** Tells the pages that a job, or which jobs there are, changed without the machine. */
  tell(job: StoredVideoJob): void {
    this.parts.events.emit('videos.job', this.shape(job))
  }

  tellCounts(): void {
    const counts = this.counts()
    this.parts.events.emit('videos.changed', { counts, running: counts.running })
  }

  /** From now on nothing changes: what runs is left as it is, for the next start to go on with. */
  close(): void {
    this.keepUnkept()
    this.closed = true
  }

  private after(
    id: string,
    event: VideoJobEvent,
  ): { readonly before: StoredVideoJob | null; readonly next: StoredVideoJob | null } {
    const before = this.closed ? null : this.find(id)
    const progress = before && nextProgress(before, event)
    if (!progress) return { before, next: null }
    // what goes on again ends anew, and is seen anew
    return { before, next: { ...before, ...progress, seenAt: hasEnded(progress.status) ? before.seenAt : null } }
  }

  private changed(before: StoredVideoJob, job: StoredVideoJob): void {
    if (hasEnded(job.status)) this.live?.delete(job.id)
    // one that comes back from its end has its old place in the line
    else if (hasEnded(before.status)) this.live = null
    else this.live?.set(job.id, job)
    if (job.status !== 'downloading') this.receiving.delete(job.id)
    this.tell(job)
    if (before.status === job.status) return
    this.tellCounts()
    if (!hasEnded(job.status)) return
    this.parts.log('info', 'video job ended', {
      status: job.status,
      error: job.error?.code ?? null,
      requestId: job.error?.requestId ?? null,
      attempts: job.attempts,
      polls: job.polls,
    })
    if (!hasEnded(before.status) && job.status !== 'cancelled') this.parts.events.emit('videos.ended', this.shape(job))
  }
}
