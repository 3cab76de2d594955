import { type AppError, AppFailure, assertNever, fail } from '../../../shared/errors.ts'
import type { CallInput } from '../../../shared/ipc/contract.ts'
import { hasEnded } from '../../../shared/job-phase.ts'
import type { VideoJob } from '../../../shared/video.ts'
import { JobQueue } from '../../jobs/job-queue.ts'
import type { MediaLibrary } from '../../media/library.ts'
import type { Ports } from '../../platform.ts'
import type { Database } from '../../storage/database.ts'
import type { StoredVideoJob, VideoJobs } from '../../storage/video-jobs.ts'
import type { KeepsAnswers } from '../app/answer-keeper.ts'
import type { SettingsService } from '../app/settings-service.ts'
import type { ConnectionsService } from '../connections/connections-service.ts'
import type { RequestLog } from '../requests/index.ts'
import type { SpendingService } from '../spending/index.ts'
import { checkFirstPicture } from './first-picture.ts'
import type { VideoDownloader } from './video-downloader.ts'
import { type Plan, plan } from './video-plan.ts'
import { queuedProgress } from './video-progress.ts'
import { VideoRequests } from './video-requests.ts'
import type { VideoStore } from './video-store.ts'

const downloadsAtOnce = 2
/** Longest time between two checks of the clock, in ms; a plain process gets no wake event. */
const longestRestMs = 30_000
/** How long a page's report of being offline is trusted, in ms; then a request is tried. */
const offlineMs = 60_000
/** Id of the single wait for all jobs. */
const everything = 'everything'
/** How long closing waits for running submissions, in ms; their answers identify paid tasks. */
const lastAnswersMs = 3_000

export interface VideoQueueParts extends Pick<Ports, 'clock' | 'fetch' | 'random' | 'log'> {
  readonly database: Database
  readonly jobs: VideoJobs
  readonly store: VideoStore
  readonly downloader: Pick<VideoDownloader, 'download' | 'forgetDownload'>
  readonly keeper: KeepsAnswers
  readonly connections: ConnectionsService
  readonly library: Pick<MediaLibrary, 'findMedia' | 'readMedia'>
  readonly settings: SettingsService
  readonly requests: Pick<RequestLog, 'about'>
  readonly spending: Pick<SpendingService, 'record'>
}

/**
 * The queue of videos: durable rows that are submitted in turn, polled until finished, and downloaded.
 * One timer serves all jobs; `video-plan.ts` alone decides what is due. A submission that may have been accepted is
 * never resent automatically.
 */
export class VideoQueue {
  private readonly parts: VideoQueueParts
  private readonly requests: VideoRequests
  private readonly queue: JobQueue
  /** Jobs that had a running request when all were to be polled at once. */
  private readonly hurried = new Set<string>()
  private readonly submissions = new Set<Promise<void>>()
  private lastPollAt: number | null = null
  private offlineUntil: number | null = null

  constructor(parts: VideoQueueParts) {
    this.parts = parts
    this.queue = new JobQueue({
      ...parts,
      kind: 'video job',
      isPaused: () => parts.settings.get().queuesPaused,
      line: null,
      onEnd: (id) => {
        if (this.hurried.delete(id)) this.hurryOne(id)
        this.turn()
      },
    })
    this.requests = new VideoRequests(parts)
  }

  /** Recovers and continues the jobs of an ended process. */
  start(): void {
    const { store, clock } = this.parts
    for (const { id, polledAt } of store.activeJobs()) {
      store.record(id, { type: 'app-began', at: clock.now() })
      this.lastPollAt = Math.max(this.lastPollAt ?? 0, polledAt ?? 0)
    }
    this.turn()
  }

  /** Number of videos being made at the gateway or downloaded; they continue at the next start. */
  get runningVideos(): number {
    return this.parts.store.activeJobs().filter(({ status }) => status !== 'queued').length
  }

  submit({ jobs }: CallInput<'videos.submit'>): readonly VideoJob[] {
    const { store, clock, connections } = this.parts
    const wanted = [...new Map(jobs.map((job) => [job.jobId, job])).values()]
    const fresh = wanted.filter(({ jobId }) => this.parts.jobs.findEvenDeleted(jobId) === null)
    for (const { request } of fresh) {
      if (!connections.has(request.connectionId)) fail('no_connection')
      checkFirstPicture(request, this.parts)
    }
    store.flush()
    const now = clock.now()
    store.addJobs(
      fresh.map(({ jobId, request }, index) => ({
        ...queuedProgress,
        id: jobId,
        request,
        // the history shows the newest first: videos of one list keep their order there too
        createdAt: now - index,
        posterId: null,
        favourite: false,
        seenAt: null,
        deletedAt: null,
      })),
    )
    this.turn()
    return wanted.map(({ jobId }) => store.viewOf(this.job(jobId)))
  }

  cancelJob({ jobId }: CallInput<'videos.cancel'>): VideoJob {
    const { store, clock, downloader } = this.parts
    const before = this.job(jobId)
    const cancelled = store.record(jobId, { type: 'cancel', at: clock.now() })
    if (cancelled !== null) {
      // the answer to a submission is still useful, because it holds the task's id
      if (before.status !== 'submitting') this.queue.abort(jobId)
      if (before.status === 'downloading') void downloader.forgetDownload(jobId)
    }
    this.turn()
    return store.viewOf(cancelled ?? before)
  }

  /** Submits an unknown job again. Rejects when it cannot be sent at all; the job then stays unchanged. */
  async retryVideo({ jobId }: CallInput<'videos.retry'>): Promise<VideoJob> {
    const { store } = this.parts
    const job = this.job(jobId)
    if (job.status !== 'unknown') {
      if (hasEnded(job.status)) fail('invalid_input', 'only an unknown one is submitted again')
      return store.viewOf(job)
    }
    if (!this.queue.isRunning(jobId)) {
      const begun = Promise.withResolvers<AppError | null>()
      this.submitJob(jobId, begun.resolve)
      const refusal = await begun.promise
      if (refusal !== null) throw new AppFailure(refusal)
    }
    return store.viewOf(this.job(jobId))
  }

  /** Reads the kept answer to the submission again; if it names a task, that task is polled. */
  async rereadSubmission(jobId: string): Promise<void> {
    await this.requests.rereadSubmission(jobId)
    this.turn()
  }

  refetch({ jobId }: CallInput<'videos.refetch'>): VideoJob {
    const { store, clock } = this.parts
    const before = this.job(jobId)
    const asked = store.applyEvent(jobId, { type: 'refetch', at: clock.now() })
    if (asked === null && hasEnded(before.status)) fail('invalid_input', 'there is no task to ask for')
    this.turn()
    return store.viewOf(asked ?? before)
  }

  moveJob({ jobId, beforeId }: CallInput<'videos.move'>): null {
    const { store, database, jobs } = this.parts
    if (this.job(jobId).status !== 'queued') fail('busy', 'it does not wait any more')
    database.transaction(() => jobs.moveJob(jobId, beforeId))
    store.reload()
    store.tellCounts()
    return null
  }

  /** Records the network state of the page's system. */
  network({ online }: CallInput<'app.network'>): null {
    this.offlineUntil = online ? null : this.parts.clock.now() + offlineMs
    if (online) this.hurry()
    else this.turn()
    return null
  }

  /** Polls everything as early as allowed, after the computer woke or the network returned. */
  hurry(): void {
    this.offlineUntil = null
    for (const { id } of this.parts.store.activeJobs()) {
      // a request begun before the sleep will probably fail, and must then not wait as after other failures
      if (this.queue.isRunning(id)) this.hurried.add(id)
      else this.hurryOne(id)
    }
    this.turn()
  }

  private hurryOne(id: string): void {
    const { store, clock } = this.parts
    // a job that has ended meanwhile is polled again only by the user
    if (!hasEnded(store.findJob(id)?.status ?? 'done')) store.record(id, { type: 'refetch', at: clock.now() })
  }

  /** Starts the due actions and sets the timer for the rest. Call it after every change. */
  turn(): void {
    this.queue.unwake(everything)
    if (this.queue.isStopped) return
    const { clock } = this.parts
    let now = clock.now()
    // starting an action changes what is due, so it plans again until nothing is
    for (let next = this.plan(now); ; next = this.plan(now)) {
      for (const { type, id } of next.actions) this.beginAction(type, id)
      if (next.actions.length > 0) {
        now = clock.now()
        continue
      }
      const waits = next.wakeAt === null ? this.offlineUntil : next.wakeAt
      if (waits === null) return
      this.queue.wake(everything, now + Math.min(longestRestMs, Math.max(1, waits - now)), () => this.turn())
      return
    }
  }

  /** Stops everything; running jobs keep their state, and the next start continues them. */
  async close(): Promise<void> {
    this.queue.stop()
    let cancel: () => void = () => undefined
    const enough = new Promise<void>((resolve) => {
      cancel = this.parts.clock.after(lastAnswersMs, resolve)
    })
    await Promise.race([Promise.all(this.submissions), enough])
    cancel()
    await this.queue.close()
    this.parts.store.close()
  }

  private job(id: string): StoredVideoJob {
    return this.parts.store.findJob(id) ?? fail('not_found', 'no such video')
  }

  private plan(now: number): Plan {
    const { store, settings } = this.parts
    const { videosAtOnce, videoPollsPerMinute } = settings.get()
    if (this.offlineUntil !== null && (this.offlineUntil <= now || this.offlineUntil - now > offlineMs))
      this.offlineUntil = null
    const jobs = store.activeJobs().map((job) => ({
      id: job.id,
      duration: job.request.duration,
      progress: job,
      busy: this.queue.isRunning(job.id),
    }))
    return plan(jobs, now, {
      atOnce: videosAtOnce,
      pollsPerMinute: videoPollsPerMinute,
      downloadsAtOnce,
      lastPollAt: this.lastPollAt,
      online: this.offlineUntil === null,
      paused: this.queue.isPaused,
    })
  }

  private beginAction(type: Plan['actions'][number]['type'], id: string): void {
    switch (type) {
      case 'submit':
        this.submitJob(id, null)
        break
      case 'poll':
        this.lastPollAt = this.parts.clock.now()
        this.parts.store.record(id, { type: 'poll-sent', at: this.lastPollAt })
        void this.queue.run(id, (signal) => this.requests.poll(id, signal))
        break
      case 'download':
        void this.queue.run(id, (signal) => this.parts.downloader.download(id, signal))
        break
      default:
        assertNever(type, 'action')
    }
  }

  private submitJob(id: string, begun: ((refusal: AppError | null) => void) | null): void {
    const submission = this.queue.run(id, (signal) => this.requests.submit(id, begun, signal))
    this.submissions.add(submission)
    void submission.finally(() => this.submissions.delete(submission))
  }
}
