import { type AppError, AppFailure, assertNever, fail } from '../../../shared/errors.ts'
import type { CallInput } from '../../../shared/ipc/contract.ts'
import type { VideoJob } from '../../../shared/video.ts'
import { JobQueue } from '../../jobs/job-queue.ts'
import type { Ports } from '../../platform.ts'
import type { Database } from '../../storage/database.ts'
import type { StoredVideoJob, VideoJobs } from '../../storage/video-jobs.ts'
import type { KeepsAnswers } from '../app/answer-keeper.ts'
import type { SettingsService } from '../app/settings-service.ts'
import type { ConnectionsService } from '../connections/connections-service.ts'
import type { VideoDownloader } from './video-downloader.ts'
import { type Plan, plan } from './video-plan.ts'
import { hasEnded, queuedProgress } from './video-progress.ts'
import { VideoRequests } from './video-requests.ts'
import type { VideoStore } from './video-store.ts'

const downloadsAtOnce = 2
/** The longest time without a look at the clock, in ms: nothing tells a plain process that the computer has slept. */
const longestRestMs = 30_000
/** For how long a page is believed that there is no network, in ms; then it is tried. */
const offlineMs = 60_000
/** Names the one wait of all jobs. */
const everything = 'everything'
/** How long the end of the app waits for submissions that are out, in ms: their answers say what was paid for. */
const lastAnswersMs = 3_000

export interface VideoQueueParts extends Pick<Ports, 'clock' | 'fetch' | 'random' | 'log'> {
  readonly database: Database
  readonly jobs: VideoJobs
  readonly store: VideoStore
  readonly downloader: Pick<VideoDownloader, 'download' | 'forget'>
  readonly keeper: KeepsAnswers
  readonly connections: ConnectionsService
  readonly settings: SettingsService
}

/**
 * The videos on their way: durable rows that are submitted in their turn, asked for until they are finished, and
 * fetched. One timer for all of them; what is due is decided by `video-plan.ts` alone. Nothing is ever submitted again
 * that may have been taken, but by the person's choice.
 */
export class VideoQueue {
  private readonly parts: VideoQueueParts
  private readonly requests: VideoRequests
  private readonly queue: JobQueue
  /** Jobs that had a request out when all were to be polled at once. */
  private readonly hurried = new Set<string>()
  private readonly submissions = new Set<Promise<void>>()
  private lastPollAt: number | null = null
  private offlineUntil: number | null = null

  constructor(parts: VideoQueueParts) {
    this.parts = parts
    this.queue = new JobQueue({
      ...parts,
      kind: 'video job',
      line: null,
      onEnd: (id) => {
        if (this.hurried.delete(id)) this.hurryOne(id)
        this.turn()
      },
    })
    this.requests = new VideoRequests(parts)
  }

  /** Takes stock of what a process that is gone left, and goes on with it. */
  start(): void {
    const { store, clock } = this.parts
    for (const { id, polledAt } of store.running()) {
      store.record(id, { type: 'app-began', at: clock.now() })
      this.lastPollAt = Math.max(this.lastPollAt ?? 0, polledAt ?? 0)
    }
    this.turn()
  }

  /** How many videos the gateway is at work on, or are being fetched: they go on at the next start. */
  get running(): number {
    return this.parts.store.running().filter(({ status }) => status !== 'queued').length
  }

  submit({ jobs }: CallInput<'videos.submit'>): readonly VideoJob[] {
    const { store, clock, connections } = this.parts
    const wanted = [...new Map(jobs.map((job) => [job.jobId, job])).values()]
    const fresh = wanted.filter(({ jobId }) => this.parts.jobs.findEvenDeleted(jobId) === null)
    for (const { request } of fresh) if (!connections.has(request.connectionId)) fail('no_connection')
    store.flush()
    const createdAt = clock.now()
    store.add(
      fresh.map(({ jobId, request }) => ({
        ...queuedProgress,
        id: jobId,
        request,
        createdAt,
        posterId: null,
        favourite: false,
        seenAt: null,
        deletedAt: null,
      })),
    )
    this.turn()
    return wanted.map(({ jobId }) => store.shape(this.job(jobId)))
  }

  cancel({ jobId }: CallInput<'videos.cancel'>): VideoJob {
    const { store, clock, downloader } = this.parts
    const before = this.job(jobId)
    const cancelled = store.record(jobId, { type: 'cancel', at: clock.now() })
    if (cancelled !== null) {
      // the answer to a submission is still worth having: it holds the task's id
      if (before.status !== 'submitting') this.queue.abort(jobId)
      if (before.status === 'downloading') void downloader.forget(jobId)
    }
    this.turn()
    return store.shape(cancelled ?? before)
  }

  /** Rejects where it cannot go out at all: then it rests as it was. */
  async retry({ jobId }: CallInput<'videos.retry'>): Promise<VideoJob> {
    const { store } = this.parts
    const job = this.job(jobId)
    if (job.status !== 'unknown') {
      if (hasEnded(job.status)) fail('invalid_input', 'only an unknown one is submitted again')
      return store.shape(job)
    }
    if (!this.queue.isRunning(jobId)) {
      const begun = Promise.withResolvers<AppError | null>()
      this.send(jobId, begun.resolve)
      const refusal = await begun.promise
      if (refusal !== null) throw new AppFailure(refusal)
    }
    return store.shape(this.job(jobId))
  }

  /** Reads what is kept of the answer to a submission again: where it names a task, that is asked for. */
  async readAgain(jobId: string): Promise<void> {
    await this.requests.readAgain(jobId)
    this.turn()
  }

  refetch({ jobId }: CallInput<'videos.refetch'>): VideoJob {
    const { store, clock } = this.parts
    const before = this.job(jobId)
    const asked = store.apply(jobId, { type: 'refetch', at: clock.now() })
    if (asked === null && hasEnded(before.status)) fail('invalid_input', 'there is no task to ask for')
    this.turn()
    return store.shape(asked ?? before)
  }

  move({ jobId, beforeId }: CallInput<'videos.move'>): null {
    const { store, database, jobs } = this.parts
    if (this.job(jobId).status !== 'queued') fail('busy', 'it does not wait any more')
    database.transaction(() => jobs.move(jobId, beforeId))
    store.reload()
    store.tellCounts()
    return null
  }

  /** The network state of the page's system. */
  network({ online }: CallInput<'app.network'>): null {
    this.offlineUntil = online ? null : this.parts.clock.now() + offlineMs
    if (online) this.hurry()
    else this.turn()
    return null
  }

  /** The computer has slept, or the network is back: everything is asked for as soon as it may be. */
  hurry(): void {
    this.offlineUntil = null
    for (const { id } of this.parts.store.running()) {
      // what is out began before the sleep, and is likely to fail of it: then it must not wait as after other failures
      if (this.queue.isRunning(id)) this.hurried.add(id)
      else this.hurryOne(id)
    }
    this.turn()
  }

  private hurryOne(id: string): void {
    const { store, clock } = this.parts
    // what has ended meanwhile has ended: only the person has it asked for again
    if (!hasEnded(store.find(id)?.status ?? 'done')) store.record(id, { type: 'refetch', at: clock.now() })
  }

  /** Begins what is due now, and sets the timer for the rest; to be called whenever something changed. */
  turn(): void {
    this.queue.unwake(everything)
    if (this.queue.isStopped) return
    const { clock } = this.parts
    let now = clock.now()
    // what is begun changes what is due: planned again until nothing is
    for (let next = this.plan(now); ; next = this.plan(now)) {
      for (const { type, id } of next.actions) this.begin(type, id)
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

  /** Lets go of everything; what runs is left as it is, for the next start to go on with. */
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
    return this.parts.store.find(id) ?? fail('not_found', 'no such video')
  }

  private plan(now: number): Plan {
    const { store, settings } = this.parts
    const { videosAtOnce, videoPollsPerMinute } = settings.get()
    if (this.offlineUntil !== null && (this.offlineUntil <= now || this.offlineUntil - now > offlineMs))
      this.offlineUntil = null
    const jobs = store.running().map((job) => ({
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
    })
  }

  private begin(type: Plan['actions'][number]['type'], id: string): void {
    switch (type) {
      case 'submit':
        this.send(id, null)
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

  private send(id: string, begun: ((refusal: AppError | null) => void) | null): void {
    const submission = this.queue.run(id, (signal) => this.requests.submit(id, begun, signal))
    this.submissions.add(submission)
    void submission.finally(() => this.submissions.delete(submission))
  }
}
