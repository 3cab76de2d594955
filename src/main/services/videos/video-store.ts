import { hasEnded } from '../../../shared/job-phase.ts'
import type { VideoCounts, VideoJob } from '../../../shared/video.ts'
import { JobStore } from '../../jobs/job-store.ts'
import type { MediaLibrary } from '../../media/library.ts'
import type { Ports } from '../../platform.ts'
import type { Database } from '../../storage/database.ts'
import type { StoredVideoJob, VideoJobs } from '../../storage/video-jobs.ts'
import type { AnswerKeeper } from '../app/answer-keeper.ts'
import { isWatched, nextProgress, type VideoJobEvent } from './video-job-machine.ts'
import { canReadAgain, canRefetch } from './video-progress.ts'

export interface VideoStoreParts extends Pick<Ports, 'events' | 'log'> {
  readonly database: Database
  readonly jobs: VideoJobs
  readonly library: MediaLibrary
  readonly keeper: Pick<AnswerKeeper, 'has'>
}

/** Downloaded bytes on disk. */
interface Received {
  readonly received: number
  readonly total: number | null
}

/** The state of every video. */
export class VideoStore extends JobStore<StoredVideoJob, VideoJobEvent> {
  protected readonly kind = 'video job'
  private readonly parts: VideoStoreParts
  /** Active jobs in queue order, cached: they are read much more often than they change. */
  private live: Map<string, StoredVideoJob> | null = null
  private readonly receiving = new Map<string, Received>()

  constructor(parts: VideoStoreParts) {
    super(parts, {
      findJob: (id) => this.live?.get(id) ?? parts.jobs.findJob(id),
      isOwn: (id) => parts.jobs.isOwn(id),
    })
    this.parts = parts
  }

  /** Returns the active jobs in queue order. */
  activeJobs(): readonly StoredVideoJob[] {
    if (this.isClosed) return []
    this.live ??= new Map(
      this.parts.jobs.activeJobs().flatMap((row) => {
        const job = this.current(row)
        return hasEnded(job.status) ? [] : [[job.id, job]]
      }),
    )
    return [...this.live.values()]
  }

  /** Reloads a job after changes made outside the state machine. */
  reload(): void {
    this.live = null
  }

  counts(): VideoCounts {
    return this.parts.jobs.counts()
  }

  /** Returns a job in the form that pages receive. */
  viewOf(job: StoredVideoJob): VideoJob {
    const { library } = this.parts
    const media = job.mediaId === null ? null : library.findMedia(job.mediaId)
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
      canRefetch: canRefetch(job),
      link: hasEnded(job.status) && job.mediaId === null ? job.link : null,
      file: media && {
        media,
        poster: job.posterId === null ? null : library.findMedia(job.posterId),
        duration: job.videoDuration,
      },
      ...this.firstPictureOf(job),
      favourite: job.favourite,
      seen: job.seenAt !== null,
      ...(job.sentAt !== null && this.parts.keeper.has('video', job.id)
        ? { kept: true, canReadAgain: canReadAgain(job) }
        : {}),
    }
  }

  private firstPictureOf({ request: { firstPicture } }: StoredVideoJob): Pick<VideoJob, 'firstPicture'> {
    if (firstPicture === undefined || 'url' in firstPicture) return {}
    const media = this.parts.library.findMedia(firstPicture.mediaId)
    return media === null ? {} : { firstPicture: media }
  }

  /** Adds new jobs, all or none. Throws an AppFailure when the disk refuses. */
  addJobs(jobs: readonly StoredVideoJob[]): void {
    this.parts.database.durably(() => {
      for (const job of jobs) this.parts.jobs.insertJob(job)
    })
    for (const job of jobs) this.live?.set(job.id, job)
    for (const job of jobs) this.emitJob(job)
    this.tellCounts()
  }

  /** Reports download progress. It is not stored, because the file's size holds it. */
  reportReceived(id: string, received: number, total: number | null): void {
    this.receiving.set(id, { received, total })
    const job = this.findJob(id)
    if (job?.status === 'downloading') this.emitJob(job)
  }

  /** Notifies the pages of a job, or the set of jobs, that changed outside the state machine. */
  emitJob(job: StoredVideoJob): void {
    this.parts.events.emit('videos.job', this.viewOf(job))
  }

  tellCounts(): void {
    const counts = this.counts()
    this.parts.events.emit('videos.changed', { counts, running: counts.running })
  }

  /** Returns a job, even a deleted one: an answer that arrives after the deletion still names a paid task. */
  protected override reached(id: string): StoredVideoJob | null {
    return this.findJob(id) ?? this.parts.jobs.findEvenDeleted(id)
  }

  protected next(job: StoredVideoJob, event: VideoJobEvent): StoredVideoJob | null {
    const progress = nextProgress(job, event)
    // a job that continues will end again, and its new result counts as unseen
    return progress && { ...job, ...progress, seenAt: hasEnded(progress.status) ? job.seenAt : null }
  }

  protected writeJob(job: StoredVideoJob): void {
    this.parts.jobs.updateJob(job)
  }

  /** Returns false for a poll's result, because the next poll repeats it. All other events are durable. */
  protected override isDurable(before: StoredVideoJob, job: StoredVideoJob): boolean {
    return !isWatched(before) || !isWatched(job)
  }

  protected changed(before: StoredVideoJob, job: StoredVideoJob): void {
    if (hasEnded(job.status)) this.live?.delete(job.id)
    // a job that continues after its end gets its old place in the queue
    else if (hasEnded(before.status)) this.live = null
    else this.live?.set(job.id, job)
    if (job.status !== 'downloading') this.receiving.delete(job.id)
    // pages would list it again
    if (job.deletedAt !== null) return
    this.emitJob(job)
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
    if (!hasEnded(before.status) && job.status !== 'cancelled') this.parts.events.emit('videos.ended', this.viewOf(job))
  }
}
