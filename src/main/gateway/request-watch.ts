import { type AppError, AppFailure, appError } from '../../shared/errors.ts'
import type { Clock, Fetch } from '../platform.ts'

/** The deadlines of a request, in ms; those of the SDK and of Node's fetch are disabled. */
export interface Deadlines {
  /** From sending to the headers of the answer. */
  readonly headersMs: number
  /** Longest silence after the headers. */
  readonly silenceMs: number
  /** From sending to the last byte; null for a stream, which has no total limit. */
  readonly totalMs: number | null
}

/** Ends a request at its deadlines, before and after the headers. Waiting in the local queue does not count. */
export class RequestWatch {
  readonly signal: AbortSignal
  private readonly late = new AbortController()
  private readonly given: AbortSignal
  private readonly clock: Clock
  private readonly deadlines: Deadlines
  private readonly ended = Promise.withResolvers<never>()
  private cancelStep: () => void = () => undefined
  private cancelTotal: () => void = () => undefined
  private failure: AppError | null = null
  private isOver = false

  constructor(clock: Clock, deadlines: Deadlines, signal: AbortSignal) {
    this.clock = clock
    this.deadlines = deadlines
    this.given = signal
    this.signal = AbortSignal.any([signal, this.late.signal])
    // used only in races, so an unhandled rejection is not an error
    this.ended.promise.catch(() => undefined)
    this.signal.addEventListener('abort', this.reject, { once: true })
    if (this.signal.aborted) this.reject()
    this.afterBodySent()
  }

  /** Why Atelier ended the request; null when it did not. */
  get error(): AppError | null {
    return this.given.aborted ? appError('cancelled') : this.failure
  }

  /** Settles as `work` does, unless the request ends first; some network stacks never settle an aborted request. */
  async race<T>(work: Promise<T>): Promise<T> {
    return await Promise.race([work, this.ended.promise])
  }

  /** Wraps a fetch so that its waiting in the queue does not count. */
  over(fetch: Fetch): Fetch {
    return (input, init) =>
      fetch(input, { ...init, onLine: (state) => (state === 'waiting' ? this.stopTime() : this.afterBodySent()) })
  }

  /** Reports received data. */
  alive(): void {
    this.cancelStep()
    const { silenceMs } = this.deadlines
    this.cancelStep = this.clock.after(silenceMs, () => this.expire(appError('stalled', `no data for ${silenceMs} ms`)))
  }

  endWatch(): void {
    this.stopTime()
    this.isOver = true
    this.signal.removeEventListener('abort', this.reject)
  }

  private afterBodySent(): void {
    this.stopTime()
    if (this.isOver) return
    const { headersMs, totalMs } = this.deadlines
    this.cancelStep = this.clock.after(headersMs, () =>
      this.expire(appError('timeout', `no answer within ${headersMs} ms`)),
    )
    if (totalMs === null) return
    this.cancelTotal = this.clock.after(totalMs, () =>
      this.expire(appError('timeout', `no whole answer within ${totalMs} ms`)),
    )
  }

  private stopTime(): void {
    this.cancelStep()
    this.cancelTotal()
  }

  private readonly reject = (): void => {
    this.ended.reject(new AppFailure(this.error ?? appError('cancelled')))
  }

  private expire(error: AppError): void {
    this.failure ??= error
    this.late.abort()
  }
}
