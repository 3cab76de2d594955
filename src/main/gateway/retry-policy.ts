import { type AppError, assertNever } from '../../shared/errors.ts'

/**
 * Kinds of requests by cost; the columns of the table in docs/requests.md.
 * - `read`: free of charge and without effect (models, video status)
 * - `words`: chat, completions, transcription, embeddings
 * - `image`: generation and edit
 * - `video`: submission
 */
export type RequestKind = 'read' | 'words' | 'image' | 'video'

/** `ask`: it may have been executed and charged; only the user may send it again. */
export type Decision =
  | { readonly action: 'stop' }
  | { readonly action: 'ask' }
  | { readonly action: 'retry'; readonly delayMs: number }

/** Maximum number of attempts of a request, including the first. */
export const attemptsMax = 4

const firstDelayMs = 1_000
const longestDelayMs = 30_000
/** Longest `Retry-After` that Atelier waits for. */
const longestRetryAfterMs = 10 * 60_000

export interface Failure {
  readonly kind: RequestKind
  readonly error: AppError
  /** True if the user has seen part of the answer. */
  readonly shown: boolean
  /** The attempt that failed, counted from 1. */
  readonly attempt: number
}

/** Decides what follows a failed request. `random` returns [0, 1), for the jitter. */
export function decide({ kind, error, shown, attempt }: Failure, random: () => number): Decision {
  if (shown) return { action: 'stop' }
  const verdict = verdictFor(kind, error)
  if (verdict !== 'retry') return { action: verdict }
  const wanted = error.retryAfterMs ?? 0
  if (attempt >= attemptsMax || wanted > longestRetryAfterMs) return { action: 'stop' }
  return { action: 'retry', delayMs: Math.max(wanted, backoffMs(attempt, random)) }
}

/**
 * Returns an exponential backoff with full jitter: up to 1, 2, 4 … s after attempt 1, 2, 3 …, at least 100 ms so that
 * the countdown is readable.
 */
export function backoffMs(attempt: number, random: () => number): number {
  const ceiling = Math.min(longestDelayMs, firstDelayMs * 2 ** (attempt - 1))
  return Math.max(100, Math.round(random() * ceiling))
}

/**
 * Statuses that leave the outcome unknown, because a proxy gave up on the request behind it.
 * 520, 522 and 524 are Cloudflare's, 598 and 599 those of other proxies; docs/requests.md has the table.
 */
const lostStatuses: ReadonlySet<number> = new Set([502, 504, 520, 522, 524, 598, 599])

function verdictFor(kind: RequestKind, { code, status }: AppError): 'stop' | 'retry' | 'ask' {
  switch (code) {
    case 'rate_limited':
      // Without an error status, in a success or a stream, the gateway had begun and may charge for it.
      return kind === 'read' || (status !== null && status >= 400) ? 'retry' : 'ask'
    case 'unavailable':
      return 'retry'
    case 'server_error':
      if (kind !== 'read' && status !== null && lostStatuses.has(status)) return 'ask'
      return serverErrorVerdict(kind)
    case 'connection_lost':
    case 'timeout':
    case 'stalled':
    case 'cut_short':
    case 'empty_answer':
    case 'stream_error':
    case 'image_queued':
      return kind === 'read' ? 'retry' : 'ask'
    case 'content_refused':
      if (kind === 'read') return 'stop'
      // in a success the gateway had begun and may charge; a 500 leaves that open as well
      if (status === null || status < 400) return 'ask'
      return status >= 500 && kind !== 'image' ? 'ask' : 'stop'
    default:
      return 'stop'
  }
}

function serverErrorVerdict(kind: RequestKind): 'stop' | 'retry' | 'ask' {
  switch (kind) {
    case 'read':
    case 'words':
      return 'retry'
    case 'image':
      return 'stop'
    case 'video':
      return 'ask'
    default:
      return assertNever(kind, 'request kind')
  }
}
