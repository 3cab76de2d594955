import type { ImageJob } from '../../../shared/image.ts'
import type { CallInput, CallOutput } from '../../../shared/ipc/contract.ts'
import { failureOf } from '../../failure.ts'
import type { EventSink, Log } from '../../platform.ts'
import type { Database } from '../../storage/database.ts'
import type { ImageJobs, StoredImageJob } from '../../storage/image-jobs.ts'
import type { AnswerKeeper } from '../app/answer-keeper.ts'
import { canReadAgain, hasEnded, type ImageJobEvent, nextProgress } from './image-job-machine.ts'
import { jobShape } from './image-shapes.ts'

export interface ImageJobStoreParts {
  readonly database: Database
  readonly jobs: ImageJobs
  readonly keeper: Pick<AnswerKeeper, 'has'>
  readonly events: EventSink
  readonly log: Log
}

/**
 * The state of every job: each change is made by the machine, on the disk before anything follows from it, and told to
 * the pages. What has happened all the same although the disk did not take it is kept here until it does.
 */
export class ImageJobStore {
  private readonly parts: ImageJobStoreParts
  private readonly unkept = new Map<string, StoredImageJob>()
  /** Bytes that came and that the disk did not take; lost with the app, so that they are worth another try before. */
  private readonly held = new Map<string, ReadonlyMap<number, Uint8Array>>()
  private closed = false

  constructor(parts: ImageJobStoreParts) {
    this.parts = parts
  }

  find(id: string): StoredImageJob | null {
    return this.unkept.get(id) ?? this.parts.jobs.find(id)
  }

  /** A window on the list. It may hold fewer than `limit` where the disk did not take that some went off the list. */
  listed({ limit, offset }: CallInput<'images.jobs'>): CallOutput<'images.jobs'> {
    const { ids, total } = this.parts.jobs.listed(offset, limit)
    const jobs = ids.flatMap((id) => {
      const job = this.find(id)
      const isNews = job !== null && (job.status !== 'done' || job.error !== null)
      return isNews && job.dismissedAt === null ? [this.shape(job)] : []
    })
    return { jobs, total }
  }

  running(): readonly StoredImageJob[] {
    if (this.closed) return []
    return this.parts.jobs.running().flatMap(({ id }) => {
      const job = this.find(id)
      return job && !hasEnded(job.status) ? [job] : []
    })
  }

  shape(job: StoredImageJob): ImageJob {
    const shape = jobShape(job, (position) => this.heldBytes(job.id, position) !== null)
    if (job.sentAt === null || !this.parts.keeper.has('image', job.id)) return shape
    return { ...shape, kept: true, canReadAgain: canReadAgain(job) }
  }

  /** Takes a new job in; with `instead`, that one goes off the list in the same moment. Throws an AppFailure where the disk refuses. */
  add(job: Omit<StoredImageJob, 'sequence'>, instead: StoredImageJob | null = null): StoredImageJob {
    const dismissed = instead && nextProgress(instead, { type: 'dismiss', at: job.createdAt })
    const added = this.parts.database.durably(() => {
      if (instead && dismissed) this.parts.jobs.update({ ...instead, ...dismissed })
      return this.parts.jobs.insert(job)
    })
    if (instead) this.forget(instead.id)
    this.tell(added)
    return added
  }

  /**
   * Lets an event happen to a job, with what belongs into the same transaction; null where it means nothing to it.
   * Throws an AppFailure where the disk refuses: then nothing has happened.
   */
  apply(id: string, event: ImageJobEvent, also: () => void = () => {}): StoredImageJob | null {
    const next = this.after(id, event)
    if (!next) return null
    this.parts.database.durably(() => {
      also()
      this.parts.jobs.update(next)
    })
    this.unkept.delete(id)
    this.ended(next)
    return next
  }

  /** The same for what has happened whether the disk takes it or not. Never throws for the disk. */
  record(id: string, event: ImageJobEvent): StoredImageJob | null {
    const next = this.after(id, event)
    if (!next) return null
    try {
      return this.apply(id, event)
    } catch (cause) {
      this.parts.log('error', 'image job could not be kept', { code: failureOf(cause).code })
      this.unkept.set(id, next)
      this.ended(next)
      return next
    }
  }

  /** Takes an ended job off the list; false for one that runs. */
  dismiss(job: StoredImageJob, at: number): boolean {
    const dismissed = nextProgress(job, { type: 'dismiss', at })
    if (!dismissed) return false
    this.parts.jobs.update({ ...job, ...dismissed })
    this.forget(job.id)
    return true
  }

  /** Writes what could not be written, as far as the disk takes it now. */
  keepUnkept(): void {
    for (const [id, job] of this.unkept) {
      try {
        this.parts.database.durably(() => this.parts.jobs.update(job))
        this.unkept.delete(id)
      } catch (cause) {
        this.parts.log('error', 'image job could not be kept', { code: failureOf(cause).code })
      }
    }
  }

  hold(jobId: string, position: number, bytes: Uint8Array): void {
    this.held.set(jobId, new Map([...(this.held.get(jobId) ?? []), [position, bytes]]))
  }

  heldBytes(jobId: string, position: number): Uint8Array | null {
    return this.held.get(jobId)?.get(position) ?? null
  }

  /** From now on nothing changes: what runs is left as it is, for the next start to judge. */
  close(): void {
    this.keepUnkept()
    this.closed = true
  }

  private after(id: string, event: ImageJobEvent): StoredImageJob | null {
    if (this.closed) return null
    const job = this.find(id)
    const progress = job && nextProgress(job, event)
    return progress ? { ...job, ...progress } : null
  }

  private ended(job: StoredImageJob): void {
    if (hasEnded(job.status)) {
      if (job.pieces.every(({ state }) => state === 'saved')) this.held.delete(job.id)
      this.parts.log('info', 'image job ended', {
        status: job.status,
        error: job.error?.code ?? null,
        requestId: job.error?.requestId ?? null,
        pictures: job.pieces.length,
      })
    }
    this.tell(job)
  }

  private forget(id: string): void {
    this.unkept.delete(id)
    this.held.delete(id)
    this.parts.events.emit('images.jobRemoved', { jobId: id })
  }

  private tell(job: StoredImageJob): void {
    this.parts.events.emit('images.job', this.shape(job))
  }
}
