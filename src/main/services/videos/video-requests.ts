import { type AppError, fail } from '../../../shared/errors.ts'
import { failureOf } from '../../faults.ts'
import { type Decision, decide } from '../../gateway/retry-policy.ts'
import { pollVideo, readTaskAnswer, submitVideo, type TaskAnswer, type VideoIo } from '../../gateway/videos.ts'
import { paidAttempt } from '../../jobs/paid-attempt.ts'
import { abortable } from '../../jobs/waiting.ts'
import type { MediaLibrary } from '../../media/library.ts'
import type { Ports } from '../../platform.ts'
import type { StoredAnswer } from '../../storage/kept-answers.ts'
import type { StoredVideoJob } from '../../storage/video-jobs.ts'
import type { KeepsAnswers } from '../app/answer-keeper.ts'
import type { SettingsService } from '../app/settings-service.ts'
import type { ConnectionsService } from '../connections/connections-service.ts'
import type { RequestLog } from '../requests/index.ts'
import type { SpendingService } from '../spending/index.ts'
import { firstPictureFailure, sentFirstPicture } from './first-picture.ts'
import { firstMadeAt, isOverdue, nextDownloadAt, nextPollAfterFailure, nextPollAt } from './poll-schedule.ts'
import { canReadAgain, neverReached } from './video-progress.ts'
import type { VideoStore } from './video-store.ts'

/**
 * Number of consecutive failed polls that takes more than a day on any clock; after that a task older than a day is
 * given up.
 */
const hopelessPolls = 400

export interface VideoRequestsParts extends Pick<Ports, 'clock' | 'fetch' | 'random'> {
  readonly store: VideoStore
  readonly keeper: KeepsAnswers
  readonly connections: ConnectionsService
  readonly library: Pick<MediaLibrary, 'findMedia' | 'readMedia'>
  readonly settings: SettingsService
  readonly requests: Pick<RequestLog, 'about'>
  readonly spending: Pick<SpendingService, 'record'>
}

/** Sends the requests about a task, one at a time, and stores each outcome. */
export class VideoRequests {
  private readonly parts: VideoRequestsParts

  constructor(parts: VideoRequestsParts) {
    this.parts = parts
  }

  /**
   * Makes one submission, from reading the key to its outcome. Rejects only if the job does not exist.
   * `begun` is set when the user resends an unknown job. It is called once: with null when the request was sent, else
   * with the reason.
   */
  async submit(id: string, begun: ((refusal: AppError | null) => void) | null, signal: AbortSignal): Promise<void> {
    const { clock, connections, settings, store } = this.parts
    const { request } = this.job(id)
    const end = await paidAttempt(
      { ...this.parts, kind: 'video' },
      {
        ...{ id, part: 0, signal },
        prepare: async () => {
          const access = await connections.access(request.connectionId)
          return { access, picture: await sentFirstPicture(request, this.parts) }
        },
        // the queue's pause does not apply to a video that the user resends
        isPaused: () => begun === null && settings.get().queuesPaused,
        sent: ({ access: { baseUrl } }) => ({
          ...{ type: 'sent' as const, at: clock.now() },
          ...{ gatewayUrl: baseUrl, chosen: begun !== null },
        }),
        onStored: () => begun?.(null),
        send: ({ access, picture }, _, io) =>
          submitVideo(access, request, { ...io, words: settings.get().videoWordOf }, picture),
      },
    )
    switch (end.type) {
      case 'answered': {
        const job = this.reported(end.job, end.value) ?? store.findJob(id)
        await this.settle(job, end.kept, end.value)
        return
      }
      case 'failed': {
        const { job } = end
        const decision = this.decisionOn(end.error, job)
        const error = firstPictureFailure(end.error, request)
        store.record(id, { type: 'attempt-failed', at: clock.now(), error, decision })
        return
      }
      case 'unsent':
        begun?.(end.error)
        return
      case 'paused':
      case 'over':
        return
      default:
        end satisfies never
    }
  }

  /** Removes the body of an answer once the row holds the task and the whole answer. */
  private async settle(
    job: StoredVideoJob | null,
    kept: StoredAnswer | null,
    { report, rest }: TaskAnswer,
  ): Promise<void> {
    if (job === null || (job.taskId === null && job.link === null && report.meaning !== 'failed')) return
    const left = rest === '' ? null : { also: [{ what: 'rest' as const, text: rest }], skipped: 0 }
    await this.parts.keeper.recordRead(kept, left)
  }

  /**
   * Reads the kept answer of a submission without a task again. Costs nothing. Throws an AppFailure when it names no
   * task.
   */
  async rereadSubmission(id: string): Promise<void> {
    const { keeper, settings, store } = this.parts
    const job = this.job(id)
    if (!canReadAgain(job)) fail('invalid_input', 'there is nothing to read again')
    for (const kept of keeper
      .answersOf('video', id)
      .filter(({ state }) => state === 'unread')
      .toReversed()) {
      const answer = readTaskAnswer(await keeper.bodyTextOf(kept), settings.get().videoWordOf)
      if (answer === null || (answer.report.taskId === null && answer.report.link === null)) continue
      const told = { ...answer, gatewayNow: null }
      await this.settle(this.reported(job, told, true) ?? store.findJob(id), kept, told)
      return
    }
    fail('empty_answer', 'nothing that is kept names a task')
  }

  private decisionOn(error: AppError, job: StoredVideoJob): Decision {
    const { random } = this.parts
    // it never left this computer, so the queue retries without limit and without the user
    if (neverReached(error)) return { action: 'retry', delayMs: nextDownloadAt(0, job.attempts, random) }
    return decide({ kind: 'video', error, shown: false, attempt: job.refusals + 1 }, random)
  }

  /** Sends one poll, and stores its outcome like that of a submission. */
  async poll(id: string, signal: AbortSignal): Promise<void> {
    const { store, clock, connections, random } = this.parts
    const job = this.job(id)
    if (job.taskId === null) return
    let error: AppError
    try {
      const access = await abortable(connections.access(job.request.connectionId), signal)
      const answer = await pollVideo(access, job.taskId, this.io(job, signal))
      if (answer.ok) {
        this.reported(job, answer.value)
        return
      }
      error = answer.error
    } catch (cause) {
      error = failureOf(cause)
    }
    if (signal.aborted) return
    const now = clock.now()
    const { duration } = job.request
    const about = { duration, failures: job.failedPolls + 1, retryAfterMs: error.retryAfterMs }
    store.record(id, {
      type: 'poll-failed',
      at: now,
      error,
      nextPollAt: nextPollAfterFailure(now, about, random),
      // this computer's clock may be a day off, so it alone never gives up a task
      overdue:
        about.failures >= hopelessPolls &&
        isOverdue({ now, acceptedAt: job.acceptedAt, gatewayNow: null, madeAt: null }),
    })
  }

  /** Returns the job after an answer, for submissions and polls. Null if the answer has no effect. */
  private reported(job: StoredVideoJob, answer: TaskAnswer, again = false): StoredVideoJob | null {
    const { store, clock, random, spending } = this.parts
    const now = clock.now()
    const { gatewayNow } = answer
    const report = { ...answer.report, madeAt: job.madeAt ?? firstMadeAt(answer.report.madeAt, gatewayNow ?? now) }
    const { connectionId, duration, model } = job.request
    // a video that failed is not charged; one that was made is counted once
    if (report.meaning === 'completed')
      spending.record({
        ...{ id: `video:${job.id}`, at: now, kind: 'video', model, connectionId, itemId: job.id },
        videoMs: duration * 1000,
      })
    const misses = report.meaning === 'completed' ? job.failedPolls + job.deadLinks : 0
    const next =
      misses === 0
        ? nextPollAt(now, { duration, polls: job.polls }, random)
        : nextPollAfterFailure(now, { duration, failures: misses + 1, retryAfterMs: null }, random)
    const times = { now, acceptedAt: job.acceptedAt, gatewayNow, madeAt: report.madeAt }
    return store.record(job.id, {
      type: 'reported',
      at: now,
      report,
      nextPollAt: next,
      overdue: isOverdue(times),
      again,
    })
  }

  private io({ id, request }: StoredVideoJob, signal: AbortSignal): VideoIo {
    const { clock, fetch, requests, settings } = this.parts
    const record = requests.about({ kind: 'video', itemId: id, model: request.model })
    return { fetch, clock, signal, record, words: settings.get().videoWordOf }
  }

  private job(id: string): StoredVideoJob {
    return this.parts.store.findJob(id) ?? fail('not_found', 'no such video')
  }
}
