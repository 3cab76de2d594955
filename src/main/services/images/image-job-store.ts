import type { ImageJob } from '../../../shared/image.ts'
import type { CallInput, CallOutput } from '../../../shared/ipc/contract.ts'
import { hasEnded } from '../../../shared/job-phase.ts'
import { JobStore } from '../../jobs/job-store.ts'
import type { Ports } from '../../platform.ts'
import type { Database } from '../../storage/database.ts'
import type { ImageJobs, StoredImageJob } from '../../storage/image-jobs.ts'
import type { AnswerKeeper } from '../app/answer-keeper.ts'
import { canReadAgain, type ImageJobEvent, nextProgress } from './image-job-machine.ts'
import { jobShape } from './image-shapes.ts'

export interface ImageJobStoreParts extends Pick<Ports, 'events' | 'log'> {
  readonly database: Database
  readonly jobs: ImageJobs
  readonly keeper: Pick<AnswerKeeper, 'has'>
}

/** The state of every image job. */
export class ImageJobStore extends JobStore<StoredImageJob, ImageJobEvent> {
  protected readonly kind = 'image job'
  private readonly parts: ImageJobStoreParts
  /**
   * Received bytes that the disk refused. They are lost when the app ends, so storing them is tried again before that.
   */
  private readonly held = new Map<string, ReadonlyMap<number, Uint8Array>>()
  private replaced: (jobId: string, newJobId: string) => void = () => undefined

  constructor(parts: ImageJobStoreParts) {
    super(parts, parts.jobs)
    this.parts = parts
  }

  /** Returns a window of the list. It can have fewer than `limit` jobs if some dismissals are not written yet. */
  listJobs({ limit, offset }: CallInput<'images.jobs'>): CallOutput<'images.jobs'> {
    const { ids, total } = this.parts.jobs.listedIds(offset, limit)
    const jobs = ids.flatMap((id) => {
      const job = this.findJob(id)
      const isNews = job !== null && (job.status !== 'done' || job.error !== null)
      return isNews && job.dismissedAt === null ? [this.viewOf(job)] : []
    })
    return { jobs, total }
  }

  activeJobs(): readonly StoredImageJob[] {
    if (this.isClosed) return []
    return this.parts.jobs
      .activeJobs()
      .map((row) => this.current(row))
      .filter(({ status }) => !hasEnded(status))
  }

  viewOf(job: StoredImageJob): ImageJob {
    const shape = jobShape(job, (position) => this.heldBytes(job.id, position) !== null)
    if (job.sentAt === null || !this.parts.keeper.has('image', job.id)) return shape
    return { ...shape, kept: true, canReadAgain: canReadAgain(job) }
  }

  /** Sets the listener that is called when a job replaces another, in the same transaction. */
  onReplaced(listener: (jobId: string, newJobId: string) => void): void {
    this.replaced = listener
  }

  /** Stores a new job, and dismisses `instead` in the same transaction. Throws an AppFailure when the disk refuses. */
  addJob(job: Omit<StoredImageJob, 'sequence'>, instead: StoredImageJob | null = null): StoredImageJob {
    const dismissed = instead && nextProgress(instead, { type: 'dismiss', at: job.createdAt })
    const added = this.parts.database.durably(() => {
      if (instead && dismissed) this.parts.jobs.updateJob({ ...instead, ...dismissed })
      if (instead) this.replaced(instead.id, job.id)
      return this.parts.jobs.insertJob(job)
    })
    if (instead) this.forgetJob(instead.id)
    this.emitJob(added)
    return added
  }

  /** Dismisses an ended job; false for a running one. */
  dismiss(job: StoredImageJob, at: number): boolean {
    const dismissed = nextProgress(job, { type: 'dismiss', at })
    if (!dismissed) return false
    this.parts.jobs.updateJob({ ...job, ...dismissed })
    this.forgetJob(job.id)
    return true
  }

  holdBytes(jobId: string, position: number, bytes: Uint8Array): void {
    this.held.set(jobId, new Map([...(this.held.get(jobId) ?? []), [position, bytes]]))
  }

  heldBytes(jobId: string, position: number): Uint8Array | null {
    return this.held.get(jobId)?.get(position) ?? null
  }

  protected next(job: StoredImageJob, event: ImageJobEvent): StoredImageJob | null {
    const progress = nextProgress(job, event)
    return progress && { ...job, ...progress }
  }

  protected writeJob(job: StoredImageJob): void {
    this.parts.jobs.updateJob(job)
  }

  protected changed(_before: StoredImageJob, job: StoredImageJob): void {
    if (hasEnded(job.status)) {
      if (job.pieces.every(({ state }) => state === 'saved')) this.held.delete(job.id)
      this.parts.log('info', 'image job ended', {
        status: job.status,
        error: job.error?.code ?? null,
        requestId: job.error?.requestId ?? null,
        pictures: job.pieces.length,
      })
    }
    this.emitJob(job)
  }

  private forgetJob(id: string): void {
    this.drop(id)
    this.held.delete(id)
    this.parts.events.emit('images.jobRemoved', { jobId: id })
  }

  private emitJob(job: StoredImageJob): void {
    this.parts.events.emit('images.job', this.viewOf(job))
  }
}
