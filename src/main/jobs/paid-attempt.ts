import { type AppError, appError } from '../../shared/errors.ts'
import type { Result } from '../../shared/ipc/result.ts'
import type { KeptKind } from '../../shared/kept-answer.ts'
import { failureOf } from '../faults.ts'
import type { ExchangeIo } from '../gateway/exchange.ts'
import type { Ports } from '../platform.ts'
import type { KeepsAnswers } from '../services/app/answer-keeper.ts'
import type { RequestLog } from '../services/requests/index.ts'
import type { StoredAnswer } from '../storage/kept-answers.ts'
import { abortable } from './waiting.ts'

/** A job that sends paid requests. */
interface PaidJob {
  readonly id: string
  readonly request: { readonly model: string }
}

/** An attempt that failed before anything was sent. */
interface NotSent {
  readonly type: 'not-sent'
  readonly at: number
  readonly error: AppError
}

export interface PaidAttemptParts<Job, Sent> extends Pick<Ports, 'clock' | 'fetch'> {
  readonly kind: Exclude<KeptKind, 'chat'>
  readonly store: {
    /** Stores the event durably; throws an AppFailure when the disk refuses. Null if the job is not to be sent. */
    applyEvent(id: string, event: Sent): Job | null
    record(id: string, event: NotSent): Job | null
  }
  readonly keeper: Pick<KeepsAnswers, 'keepAnswer'>
  readonly requests: Pick<RequestLog, 'about'>
}

/** One attempt of a job to send its paid request. */
export interface PaidAttempt<Job, Sent, Prepared, Value> {
  readonly id: string
  /** The piece of a recording, else 0. */
  readonly part: number
  readonly signal: AbortSignal
  /** Reads the key and the files. */
  readonly prepare: () => Promise<Prepared>
  /** Returns true if the user has paused the queues by now. */
  readonly isPaused: () => boolean
  /** Returns the event that is stored before anything is sent. */
  readonly sent: (prepared: Prepared) => Sent
  /** Called once the event is stored. */
  readonly onStored?: () => void
  /** Sends the request, once. */
  readonly send: (prepared: Prepared, job: Job, io: ExchangeIo) => Promise<Result<Value>>
}

/** The outcome of an attempt. A cancelled attempt is `unsent` before its request was sent, and `over` after that. */
export type AttemptEnd<Job, Prepared, Value> =
  | { readonly type: 'paused' | 'over' }
  | { readonly type: 'unsent'; readonly job: Job | null; readonly error: AppError }
  | { readonly type: 'failed'; readonly job: Job; readonly prepared: Prepared; readonly error: AppError }
  | { readonly type: 'answered'; readonly job: Job; readonly value: Value; readonly kept: StoredAnswer | null }

/**
 * Makes one attempt: stores that it is sent, sends it, keeps its answer, and reads that. A crash therefore leaves a
 * trace of every request, and the body of every answer. Rejects only if the database cannot be read.
 */
export async function paidAttempt<Job extends PaidJob, Sent, Prepared, Value>(
  { clock, fetch, keeper, kind, requests, store }: PaidAttemptParts<Job, Sent>,
  { id, isPaused, onStored, part, prepare, send, sent, signal }: PaidAttempt<Job, Sent, Prepared, Value>,
): Promise<AttemptEnd<Job, Prepared, Value>> {
  let prepared: Prepared
  let job: Job | null
  try {
    prepared = await abortable(prepare(), signal)
    if (isPaused()) return { type: 'paused' }
    // durable before the gateway receives the request, so that a crash leaves a record of the attempt
    job = store.applyEvent(id, sent(prepared))
    onStored?.()
  } catch (cause) {
    if (signal.aborted) return { type: 'unsent', job: null, error: appError('cancelled') }
    const error = failureOf(cause)
    return { type: 'unsent', job: store.record(id, { type: 'not-sent', at: clock.now(), error }), error }
  }
  if (job === null) return { type: 'over' }
  let kept: StoredAnswer | null = null
  const answer = await send(prepared, job, {
    fetch,
    clock,
    signal,
    record: requests.about({ kind, itemId: id, model: job.request.model }),
    keepAnswer: async (raw) => {
      kept = await keeper.keepAnswer({ kind, ownerId: id, part }, raw)
    },
  })
  // the answer to a cancelled request is paid for, and stored like any other
  if (answer.ok) return { type: 'answered', job, value: answer.value, kept }
  return signal.aborted ? { type: 'over' } : { type: 'failed', job, prepared, error: answer.error }
}
