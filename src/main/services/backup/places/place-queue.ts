import { type AppError, AppFailure, appError, fail } from '../../../../shared/errors.ts'
import type { PlaceWork } from '../../../../shared/places.ts'
import { failureOf } from '../../../faults.ts'
import { isPassing } from '../../../places/place-requests.ts'
import type { Clock } from '../../../platform.ts'

/** Waits before a failed upload is retried automatically, in ms; the last one repeats. */
const retriesMs = [60_000, 5 * 60_000, 15 * 60_000, 60 * 60_000]
/**
 * Maximum wait that a server can ask for, in ms. It may ask for months by mistake, and one attempt a day is harmless.
 */
const longestWaitMs = 24 * 60 * 60_000

interface PlaceQueueParts {
  readonly clock: Clock
  /** True if a place lacks a backup. */
  readonly isDue: (id: string) => Promise<boolean>
  /** Sends a place the backup that it lacks, or a new one. Occupies the queue before its first wait. */
  readonly send: (id: string) => Promise<void>
  /** Called when the work or the plans have changed. */
  readonly onPlansChanged: () => Promise<void>
}

interface Job {
  readonly placeId: string
  readonly cancel: AbortController
  readonly ended: Promise<unknown>
}

interface Retry {
  /** Time of the next attempt, ms since 1970. */
  readonly at: number
  readonly count: number
  readonly undo: () => void
}

/** Runs the work with places one job at a time: waiting sends, and the user's requests in between. */
export class PlaceQueue {
  private readonly parts: PlaceQueueParts
  private readonly ending = new AbortController()
  /** Places that wait for an upload; true to make a new backup if all others were sent. */
  private readonly waiting = new Map<string, boolean>()
  /** The place being examined before an upload. A job that begins meanwhile goes first. */
  private looking: { readonly id: string; stopped: boolean } | null = null
  private readonly retries = new Map<string, Retry>()
  private job: Job | null = null
  private current: PlaceWork | null = null

  constructor(parts: PlaceQueueParts) {
    this.parts = parts
  }

  /** Current work; null if there is none. */
  get work(): PlaceWork | null {
    return this.current
  }

  /** Aborted when the app closes. */
  get closing(): AbortSignal {
    return this.ending.signal
  }

  /** Returns when a failed send is retried automatically, in ms since 1970; null if it is not. */
  retryAt(id: string): number | null {
    return this.retries.get(id)?.at ?? null
  }

  enqueue(id: string, isWanted = false): void {
    if (this.ending.signal.aborted) return
    this.addWaiting(id, isWanted)
    void this.sendWaiting()
  }

  /** Runs a job on a place exclusively. Throws an AppFailure `busy`, `cancelled` or `app_closed`. */
  async alone<T>(
    id: string,
    kind: PlaceWork['kind'],
    run: (signal: AbortSignal) => Promise<T>,
    /** Records a failure before the pages are notified that the job has ended. */
    failed: (error: AppError) => void = () => undefined,
  ): Promise<T> {
    if (this.ending.signal.aborted) fail('app_closed')
    if (this.job !== null) fail('busy', 'a place is being worked with')
    const cancel = new AbortController()
    const ended = run(cancel.signal)
    // awaited below, after the pages were notified
    ended.catch(() => undefined)
    this.job = { placeId: id, cancel, ended }
    this.current = { placeId: id, kind, step: 'looking', progress: null }
    await this.parts.onPlansChanged()
    try {
      return await ended
    } catch (cause) {
      const reason: unknown = cancel.signal.aborted ? cancel.signal.reason : cause
      failed(failureOf(reason))
      throw reason
    } finally {
      this.job = null
      this.current = null
      await this.parts.onPlansChanged()
      // a send that was queued while this ran
      if (kind !== 'send') void this.sendWaiting()
    }
  }

  /** Shows the progress of the running job. */
  showProgress(changes: Partial<Pick<PlaceWork, 'step' | 'progress'>>): void {
    if (this.current === null) return
    this.current = { ...this.current, ...changes }
    void this.parts.onPlansChanged()
  }

  /** Plans the next attempt of a failed send. Drops an earlier plan if the failure cannot pass on its own. */
  retryLater(id: string, error: AppError): void {
    const count = this.retries.get(id)?.count ?? 0
    this.forgetRetry(id)
    // another task is using the backups: handled as if the place were unavailable for a while
    if (!isPassing(error.code) && error.code !== 'busy') return
    const { clock } = this.parts
    const asked = Math.min(longestWaitMs, error.retryAfterMs ?? 0)
    const wait = Math.max(asked, retriesMs[Math.min(count, retriesMs.length - 1)] ?? 0)
    const undo = clock.after(wait, () => this.enqueue(id))
    this.retries.set(id, { at: clock.now() + wait, undo, count: count + 1 })
  }

  forgetRetry(id: string): void {
    this.retries.get(id)?.undo()
    this.retries.delete(id)
  }

  /** Ends the current work with a place, and drops its plans. Sent data stays. */
  async stop(id: string): Promise<void> {
    this.waiting.delete(id)
    if (this.looking?.id === id) this.looking.stopped = true
    this.forgetRetry(id)
    if (this.job?.placeId !== id) return
    this.job.cancel.abort(new AppFailure(appError('cancelled')))
    await this.job.ended.catch(() => undefined)
  }

  /** Ends the running work for good. Sent data stays, and a later run continues from it. */
  async close(): Promise<void> {
    this.waiting.clear()
    for (const { undo } of this.retries.values()) undo()
    this.ending.abort(new AppFailure(appError('app_closed')))
    this.job?.cancel.abort(new AppFailure(appError('app_closed')))
    await this.job?.ended.catch(() => undefined)
  }

  private addWaiting(id: string, isWanted: boolean): void {
    this.waiting.set(id, isWanted || this.waiting.get(id) === true)
  }

  /** Runs the waiting sends, one after another. Never rejects. */
  private async sendWaiting(): Promise<void> {
    while (this.job === null && this.looking === null && !this.ending.signal.aborted) {
      const [first] = this.waiting
      if (first === undefined) return
      const [id, isWanted] = first
      this.waiting.delete(id)
      const looking = { id, stopped: false }
      this.looking = looking
      // a place that cannot be examined is sent to all the same, and that failure is shown
      const isDue = isWanted || (await this.parts.isDue(id).catch(() => true))
      this.looking = null
      if (looking.stopped || !isDue) continue
      // this runs again when the job that began meanwhile ends
      if (this.job !== null) this.addWaiting(id, isWanted)
      // the failure is noted with the place
      else await this.parts.send(id).catch(() => this.skipUnwanted(id))
    }
  }

  /** Drops the send of a backup made during a failed send: the next send includes it. */
  private skipUnwanted(id: string): void {
    if (this.waiting.get(id) === false) this.waiting.delete(id)
  }
}
