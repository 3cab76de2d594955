import { type AppError, AppFailure, appError, fail } from '../../../shared/errors.ts'
import type { ImageJob, ImageRequest } from '../../../shared/image.ts'
import type { CallInput, CallOutput } from '../../../shared/ipc/contract.ts'
import { hasEnded } from '../../../shared/job-phase.ts'
import { failureOf } from '../../faults.ts'
import type { AnswerReader } from '../../gateway/answer-reader.ts'
import { type ImageAnswer, withoutPictures } from '../../gateway/image-answer.ts'
import { requestImages } from '../../gateway/images.ts'
import { ownAddress } from '../../gateway/remote-link.ts'
import { decide } from '../../gateway/retry-policy.ts'
import { JobQueue } from '../../jobs/job-queue.ts'
import { paidAttempt } from '../../jobs/paid-attempt.ts'
import type { Ports } from '../../platform.ts'
import { followedAddress, followedLink, type StoredImageJob } from '../../storage/image-jobs.ts'
import type { StoredAnswer } from '../../storage/kept-answers.ts'
import type { KeepsAnswers } from '../app/answer-keeper.ts'
import type { RequestLog } from '../requests/index.ts'
import type { SpendingService } from '../spending/index.ts'
import type { ImageFollower } from './image-follower.ts'
import { canReadAgain, queuedProgress } from './image-job-machine.ts'
import type { ImageJobStore } from './image-job-store.ts'
import type { ImageModelMemory } from './image-model-memory.ts'
import { changedRequest, checkRequest, fielded, type ImageRequestParts, prepareRequest } from './image-request.ts'
import { blankPiece, type ImageSaver } from './image-saver.ts'
import { fetchablePositions } from './image-shapes.ts'

export interface ImageQueueParts
  extends ImageRequestParts,
    Pick<Ports, 'clock' | 'fetch' | 'linkFetch' | 'random' | 'log'> {
  readonly answerReader: AnswerReader
  readonly store: ImageJobStore
  readonly saver: ImageSaver
  readonly memory: ImageModelMemory
  readonly follower: ImageFollower
  readonly keeper: KeepsAnswers
  readonly requests: Pick<RequestLog, 'about'>
  readonly spending: Pick<SpendingService, 'record'>
}

/**
 * Queue of image requests: durable rows, sent first come first served, as many at once as the user allows. A request
 * that may have been accepted is never resent automatically; the user can resend it as a new job.
 */
export class ImageQueue {
  private readonly parts: ImageQueueParts
  /** Jobs ready to be sent, with their sequence numbers. */
  private readonly ready = new Map<string, number>()
  private readonly queue: JobQueue

  constructor(parts: ImageQueueParts) {
    this.parts = parts
    this.queue = new JobQueue({
      ...parts,
      kind: 'image job',
      isPaused: () => parts.settings.get().queuesPaused,
      line: {
        atOnce: () => parts.settings.get().imagesAtOnce,
        ready: () => [...this.ready].sort(([, one], [, other]) => one - other).map(([id]) => id),
        attempt: async (id, signal) => {
          this.ready.delete(id)
          await this.attempt(id, signal)
        },
      },
      onEnd: () => this.pump(),
    })
  }

  /** Recovers the jobs of an ended process: nothing is sent again, but downloads of paid results continue. */
  start(): void {
    const { store, clock } = this.parts
    for (const { id } of store.activeJobs()) {
      const job = store.record(id, { type: 'app-began', at: clock.now() })
      if (job?.status === 'saving') this.savePictures(id)
    }
  }

  /** Number of jobs that have not ended. */
  get runningImages(): number {
    return this.parts.store.activeJobs().length
  }

  listJobs(input: CallInput<'images.jobs'>): CallOutput<'images.jobs'> {
    return this.parts.store.listJobs(input)
  }

  submit({ jobId, request }: CallInput<'images.submit'>): ImageJob {
    const known = this.parts.store.findJob(jobId)
    return known ? this.parts.store.viewOf(known) : this.acceptJob(jobId, request, null)
  }

  retryImage({ change, jobId, newJobId }: CallInput<'images.retry'>): ImageJob {
    const known = this.parts.store.findJob(newJobId)
    if (known) return this.parts.store.viewOf(known)
    const old = this.job(jobId)
    if (!hasEnded(old.status)) fail('busy', 'the job still runs')
    if (old.status === 'done') fail('invalid_input', 'the job ended well')
    // another window was faster; one job must not be sent twice
    if (old.dismissedAt !== null) fail('not_found', 'the job was dismissed or sent again already')
    return this.acceptJob(newJobId, changedRequest(old.request, change), old)
  }

  /** Sets the listener that is called when a job is sent again as another, in the transaction that stores it. */
  onReplaced(listener: (jobId: string, newJobId: string) => void): void {
    this.parts.store.onReplaced(listener)
  }

  cancelJob({ jobId }: CallInput<'images.cancel'>): ImageJob {
    const { store, clock } = this.parts
    const before = this.job(jobId)
    const cancelled = store.record(jobId, { type: 'cancel', at: clock.now() })
    this.forgetJob(jobId)
    this.pump()
    return store.viewOf(cancelled ?? before)
  }

  refetch({ jobId }: CallInput<'images.refetch'>): ImageJob {
    const { store } = this.parts
    const before = this.job(jobId)
    if (before.status === 'saving') return store.viewOf(before)
    const positions = fetchablePositions(before, (position) => store.heldBytes(jobId, position) !== null)
    const fetching =
      store.applyEvent(jobId, { type: 'refetch', positions }) ??
      fail('invalid_input', 'there is nothing to fetch again')
    this.savePictures(jobId)
    return store.viewOf(fetching)
  }

  dismiss({ jobId }: CallInput<'images.dismiss'>): null {
    if (!this.parts.store.dismiss(this.job(jobId), this.parts.clock.now())) fail('busy', 'the job still runs')
    return null
  }

  /** Sends as many jobs as the limit allows. Call it when the user changes the limit. */
  pump(): void {
    this.queue.pump()
  }

  /** Stops everything; running jobs keep their state for the next start. */
  async close(): Promise<void> {
    await this.queue.close()
    this.parts.store.close()
  }

  private job(id: string): StoredImageJob {
    return this.parts.store.findJob(id) ?? fail('not_found', 'no such job')
  }

  private acceptJob(id: string, request: ImageRequest, instead: StoredImageJob | null): ImageJob {
    const { store, clock, memory } = this.parts
    checkRequest(request, this.parts)
    store.flush()
    const sent = fielded(request, memory)
    const job = store.addJob({ ...queuedProgress, id, request: sent, createdAt: clock.now() }, instead)
    this.ready.set(id, job.sequence)
    this.pump()
    return store.viewOf(job)
  }

  private forgetJob(id: string): void {
    this.ready.delete(id)
    this.queue.release(id)
  }

  private savePictures(id: string): void {
    void this.queue.run(id, async (signal) => {
      await this.follow(id, signal)
      await this.parts.saver.savePictures(id, signal)
    })
  }

  /** Follows a request that continues at the gateway if the answer says how; returns false otherwise. */
  private goesOn({ id, gatewayUrl }: StoredImageJob, { task }: ImageAnswer): boolean {
    const { clock, store } = this.parts
    const address = task?.link == null ? null : ownAddress(task.link, gatewayUrl)
    if (address === null) return false
    const pieces = [{ ...blankPiece, link: followedLink(address) }]
    const job = store.record(id, { type: 'answered', at: clock.now(), pieces })
    if (job?.status === 'saving' && !this.queue.isStopped) this.savePictures(id)
    return job !== null
  }

  /** Waits for the end of a request that continues, and keeps its result. */
  private async follow(id: string, signal: AbortSignal): Promise<void> {
    const { clock, follower, keeper, saver, store } = this.parts
    const job = store.findJob(id)
    const piece = job?.pieces.find((one) => one.state === 'pending' && followedAddress(one) !== null)
    const address = piece === undefined ? null : followedAddress(piece)
    if (!job || address === null) return
    const end = await follower.followToEnd(job, address, signal)
    if (end === null) return
    const kept = end.raw && (await keeper.keepAnswer({ kind: 'image', ownerId: id, part: 0 }, end.raw))
    if (!end.ok) {
      // meanwhile its pictures may have arrived by another way
      const now = store.findJob(id)?.pieces[0]
      if (now !== undefined && followedAddress(now) !== null)
        store.record(id, { type: 'piece-failed', at: clock.now(), position: 0, error: end.error })
      return
    }
    this.spent(id, end.answer)
    const earlier = keeper.answersOf('image', id).filter((one) => one.id !== kept?.id && one.state === 'unread')
    const after = await saver.keepAnswer(id, end.answer, 'followed')
    const isElsewhere = after?.pieces.every((_, position) => store.heldBytes(id, position) === null)
    if (isElsewhere !== true) return
    // states of the request are over
    for (const state of earlier) await keeper.recordRead(state, null)
    await keeper.recordRead(kept, end.answer.leftovers)
  }

  /** Counts the pictures of an answer, once for each job. */
  private spent(id: string, { pieces }: ImageAnswer): void {
    const { clock, spending } = this.parts
    const { connectionId, model } = this.job(id).request
    const images = pieces.filter(({ kind }) => kind !== 'nothing').length
    spending.record({ id: `image:${id}`, at: clock.now(), kind: 'image', model, connectionId, itemId: id, images })
  }

  /** Makes one attempt, from reading its files to handling its outcome. */
  private async attempt(id: string, signal: AbortSignal): Promise<void> {
    const { answerReader, clock, memory } = this.parts
    const end = await paidAttempt(
      { ...this.parts, kind: 'image' },
      {
        ...{ id, part: 0, signal },
        prepare: async () => await prepareRequest(this.job(id).request, this.parts),
        isPaused: () => this.queue.isPaused,
        sent: ({ access }) => ({ type: 'sent' as const, at: clock.now(), gatewayUrl: access.baseUrl }),
        send: ({ access, files, request }, _, io) =>
          requestImages(access, request, files, { ...io, reader: answerReader }),
      },
    )
    switch (end.type) {
      case 'paused':
        this.ready.set(id, this.job(id).sequence)
        return
      case 'answered':
        memory.noteAnswer(end.job.request)
        if (this.goesOn(end.job, end.value)) return
        if (end.value.pieces.length > 0) await this.storeAnswer(id, end.value, end.kept)
        else if (!signal.aborted) this.attemptFailed(end.job, withoutPictures(end.value))
        return
      case 'failed':
        this.attemptFailed(end.job, memory.noteFailure(end.job.request, end.error))
        return
      case 'unsent':
      case 'over':
        return
      default:
        end satisfies never
    }
  }

  private attemptFailed({ attempts, id }: StoredImageJob, error: AppError): void {
    const { clock, random, store } = this.parts
    const decision = decide({ kind: 'image', error, shown: false, attempt: attempts }, random)
    const after = store.record(id, { type: 'attempt-failed', at: clock.now(), error, decision })
    if (after?.status === 'waiting') this.wakeJob(after)
  }

  private async storeAnswer(id: string, answer: ImageAnswer, kept: StoredAnswer | null): Promise<void> {
    const { store, keeper, saver } = this.parts
    // before any part of it can be lost
    this.spent(id, answer)
    const job = await saver.keepAnswer(id, answer)
    // every piece is a link or a file by now, unless the disk refused it
    const isElsewhere = job?.pieces.every((_, position) => store.heldBytes(id, position) === null)
    if (isElsewhere === true) await keeper.recordRead(kept, answer.leftovers)
    if (job?.status === 'saving' && !this.queue.isStopped) this.savePictures(id)
  }

  /** Reads a kept, unreadable answer again, perhaps with a newer version of the app. Costs nothing. */
  async rereadImageAnswer(jobId: string): Promise<void> {
    const { answerReader, keeper } = this.parts
    const job = this.job(jobId)
    const { request } = job
    if (!canReadAgain(job)) fail('invalid_input', 'there is nothing to read again')
    let failure = appError('not_found', 'no answer is kept')
    let isFirst = true
    for (const kept of keeper
      .answersOf('image', jobId)
      .filter(({ state }) => state === 'unread')
      .toReversed()) {
      try {
        const answer = await answerReader.images(await keeper.bodyOf(kept), [], request.n)
        if (this.goesOn(job, answer)) return
        if (answer.pieces.length > 0) return await this.storeAnswer(jobId, answer, kept)
        if (isFirst) failure = withoutPictures(answer)
      } catch (cause) {
        if (isFirst) failure = failureOf(cause)
      }
      isFirst = false
    }
    throw new AppFailure(failure)
  }

  private wakeJob(job: StoredImageJob): void {
    this.queue.wake(job.id, job.retryAt ?? 0, () => {
      this.ready.set(job.id, job.sequence)
      this.pump()
    })
  }
}
