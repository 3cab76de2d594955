import { AppFailure, appError } from '../../shared/errors.ts'
import type { Clock, Fetch } from '../platform.ts'
import { networkError } from './errors.ts'
import { type Deadlines, RequestWatch } from './request-watch.ts'
import { unredirected } from './server-fetch.ts'

/** A request to a service that searches the web. */
export interface WebRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** The body as JSON; null for a GET request. */
  readonly body: string | null
}

/** A completely received answer with any status. */
export interface WebAnswer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

export interface WebRequestIo {
  readonly fetch: Fetch
  readonly clock: Clock
  readonly signal: AbortSignal
}

/** Limits of one search. A search server that asks others itself takes some seconds. */
const deadlines: Deadlines = { headersMs: 20_000, silenceMs: 10_000, totalMs: 30_000 }
/** Largest answer, unpacked, in bytes. */
export const searchBytesMax = 4 * 1024 * 1024
/** Failures after which nothing was sent. */
const unsent: ReadonlySet<string> = new Set([
  'address_invalid',
  'address_not_found',
  'refused',
  'tls',
  'offline',
  'proxy',
])

/**
 * Sends one request once, and receives its whole answer within bounds. Never follows a redirect, because the request
 * carries a key. Throws an AppFailure: `search_unreachable` if nothing was sent, `search_lost` if the answer did not
 * arrive, `search_unreadable` for an answer that is too large or leads elsewhere, `cancelled` after an abort.
 */
export async function askWeb({ body, headers, url }: WebRequest, io: WebRequestIo): Promise<WebAnswer> {
  const watch = new RequestWatch(io.clock, deadlines, io.signal)
  const init: RequestInit = {
    method: body === null ? 'GET' : 'POST',
    headers: { ...headers, ...(body === null ? {} : { 'content-type': 'application/json' }) },
    credentials: 'omit',
    signal: watch.signal,
    ...(body === null ? {} : { body }),
  }
  try {
    const response = await watch.race(unredirected(watch.over(io.fetch), url, init, searchBytesMax))
    const chunks: Uint8Array[] = []
    const reader = response.body?.getReader()
    for (;;) {
      watch.alive()
      const next = reader === undefined ? null : await watch.race(reader.read())
      if (next === null || next.done) break
      chunks.push(next.value)
    }
    return { status: response.status, headers: response.headers, text: new TextDecoder().decode(Buffer.concat(chunks)) }
  } catch (cause) {
    throw new AppFailure(failureOf(cause, watch), { cause })
  } finally {
    watch.endWatch()
  }
}

function failureOf(cause: unknown, watch: RequestWatch): AppFailure['error'] {
  const ended = watch.error
  if (ended?.code === 'cancelled') return ended
  if (ended !== null) return appError('search_lost', ended.detail)
  const error = cause instanceof AppFailure ? cause.error : networkError(cause, [])
  if (unsent.has(error.code)) return appError('search_unreachable', error.detail)
  const isRead = error.code === 'answer_too_large' || error.code === 'redirected'
  return appError(isRead ? 'search_unreadable' : 'search_lost', `${error.code}: ${error.detail}`, {
    status: error.status,
  })
}
