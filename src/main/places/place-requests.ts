import { type AppError, AppFailure, appError, type ErrorCode } from '../../shared/errors.ts'
import { networkError, retryAfterMs } from '../gateway/errors.ts'
import { redirectOf } from '../gateway/remote-link.ts'
import { unredirected } from '../gateway/server-fetch.ts'
import type { Clock, Fetch } from '../platform.ts'
import type { OpenPlaceLink } from './place-links.ts'
import type { RequestBudget } from './request-budget.ts'

/** Maximum number of attempts of one request; all requests are safe to repeat. */
const attemptsMax = 4
const backoffMs = 1_000
/** Longest wait that a server may request, in ms; a longer one ends the job, which continues later. */
const patienceMs = 60_000
/** Minimum size limit of an answer, in bytes: an error can be longer than a small file. */
const bytesLeast = 64 * 1024
/** Time limit of a request without a body, and the extra time for a body on the slowest connection, in ms per byte. */
const [requestMs, slowestMsPerByte] = [60_000, 1 / 50]

export interface PlaceIo {
  readonly fetch: Fetch
  readonly clock: Clock
  /** Returns a random number from 0 up to, but not including, 1. */
  readonly random: () => number
  readonly signal: AbortSignal
  readonly budget: RequestBudget | null
  /** Follows the links that GET requests return; absent if no link is followed. */
  readonly openLink?: OpenPlaceLink
}

export interface PlaceRequest {
  readonly method: string
  readonly url: URL
  readonly headers: Headers
  readonly body: Uint8Array<ArrayBuffer> | null
}

export interface PlaceAnswer {
  readonly status: number
  readonly headers: Headers
  readonly body: Uint8Array<ArrayBuffer>
}

/**
 * The only sender of requests to a destination: one at a time, bounded answers, backoff, Retry-After. Follows only
 * redirects of a GET, which `openLink` decides.
 */
export class PlaceRequests {
  private readonly io: PlaceIo

  constructor(io: PlaceIo) {
    this.io = io
  }

  /**
   * Sends a request until the answer is final. `make` builds each attempt, because signatures contain the time.
   * `errorOf` checks an answer; null means that the caller accepts it. Rejects with an AppFailure.
   */
  async sendRequest(
    make: () => PlaceRequest | Promise<PlaceRequest>,
    bytesMax: number,
    errorOf: (answer: PlaceAnswer) => AppError | null,
  ): Promise<PlaceAnswer> {
    for (let attempt = 1; ; attempt += 1) {
      await this.pause(this.io.budget?.takeRequest() ?? 0)
      const found = await this.attempt(await make(), Math.max(bytesMax, bytesLeast))
      const error = 'code' in found ? found : errorOf(found)
      if (error === null && !('code' in found)) return found
      const failure = error ?? appError('internal')
      const wait = failure.retryAfterMs ?? this.io.random() * backoffMs * 2 ** attempt
      if (!isPassing(failure.code) || attempt >= attemptsMax || wait > patienceMs) throw new AppFailure(failure)
      await this.pause(wait)
    }
  }

  private async attempt(
    { method, url, headers, body }: PlaceRequest,
    bytesMax: number,
  ): Promise<PlaceAnswer | AppError> {
    const { signal } = this.io
    signal.throwIfAborted()
    const sent = Math.max(body?.length ?? 0, bytesMax)
    const limits = AbortSignal.any([signal, AbortSignal.timeout(requestMs + Math.ceil(sent * slowestMsPerByte))])
    try {
      const init = { method, headers, body, signal: limits, credentials: 'omit' as const }
      const response = await unredirected(
        method === 'GET' ? this.linked(url, limits) : this.io.fetch,
        url,
        init,
        bytesMax,
      )
      const stated = Number(response.headers.get('content-length') ?? Number.NaN)
      const bytes = new Uint8Array(await response.arrayBuffer())
      const isEncoded = response.headers.has('content-encoding')
      if (method !== 'HEAD' && !isEncoded && Number.isFinite(stated) && stated !== bytes.length)
        return appError('place_lost', 'a body of another length than stated')
      return { status: response.status, headers: response.headers, body: bytes }
    } catch (cause) {
      signal.throwIfAborted()
      if (cause instanceof AppFailure && cause.error.code === 'redirected')
        return appError('place_redirects', 'the address leads elsewhere', { status: cause.error.status })
      if (cause instanceof AppFailure && cause.error.code === 'answer_too_large')
        return appError('place_changed', `more than ${bytesMax} bytes`)
      if (cause instanceof AppFailure && isOfLink(cause.error.code)) return cause.error
      // leaves out the detail of the network's error: it may quote the address
      return appError(networkCode(networkError(cause, []).code), 'no answer')
    }
  }

  /** Returns a fetch that follows the link in the answer, if the destination may send one. */
  private linked(url: URL, signal: AbortSignal): Fetch {
    const { fetch, openLink } = this.io
    if (openLink === undefined) return fetch
    return async (input, init) => {
      const response = await fetch(input, init)
      const link = redirectOf(response, url)
      if (link === null) return response
      await response.body?.cancel()
      return await openLink(link, signal)
    }
  }

  /** Waits by the clock; rejects with the signal's reason when the job ends. */
  async pause(ms: number): Promise<void> {
    const { clock, signal } = this.io
    if (ms <= 0) return
    signal.throwIfAborted()
    await new Promise<void>((resolve, reject) => {
      const stop = (): void => {
        undo()
        reject(signal.reason)
      }
      const undo = clock.after(ms, () => {
        signal.removeEventListener('abort', stop)
        resolve()
      })
      signal.addEventListener('abort', stop, { once: true })
    })
  }
}

/** Returns true if an error is temporary, so that a retry may succeed. */
export function isPassing(code: ErrorCode): boolean {
  return (
    code === 'place_busy' ||
    code === 'place_unavailable' ||
    code === 'place_lost' ||
    code === 'offline' ||
    code === 'refused' ||
    code === 'proxy'
  )
}

/** Returns true for errors of `openLink`. */
function isOfLink(code: ErrorCode): boolean {
  return code === 'place_link' || code === 'place_unavailable'
}

function networkCode(code: ErrorCode): ErrorCode {
  switch (code) {
    case 'address_not_found':
    case 'address_invalid':
    case 'refused':
    case 'tls':
    case 'offline':
    case 'proxy':
      return code
    default:
      return 'place_lost'
  }
}

/** Returns the error of an HTTP status with the same meaning for every kind of destination; null for any other. */
export function statusError({ status, headers }: PlaceAnswer, now: number): AppError | null {
  const wait = retryAfterMs(headers, now)
  const error = (code: ErrorCode): AppError => appError(code, `status ${status}`, { status, retryAfterMs: wait })
  switch (status) {
    case 401:
      return error('place_sign_in')
    case 403:
      return error('place_read_only')
    case 407:
      return error('proxy')
    case 413:
      return error('place_too_large')
    case 408:
      return error('place_lost')
    case 423:
    // OpenCloud: the upload is still being checked
    case 425:
    case 429:
      return error('place_busy')
    case 507:
      return error('place_full')
    default:
      return status >= 500 ? error('place_unavailable') : null
  }
}
