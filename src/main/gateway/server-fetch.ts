import { setImmediate } from 'node:timers/promises'
import { AppFailure, appError } from '../../shared/errors.ts'
import type { Fetch } from '../platform.ts'
import { responseOfStatus } from './any-status.ts'
import { networkError } from './errors.ts'

export interface ServerFetchParts {
  /** The only origin that is requested. */
  readonly origin: string
  /** Largest body of one answer, or of one event of a stream, in bytes. */
  readonly bytesMax: number
  /** Aborts all requests. */
  readonly signal: AbortSignal
  /** Called when a request fails before its answer. */
  readonly failed: (cause: unknown) => void
  /** Called when an answer arrives. Must not read its body. */
  readonly answered: (response: Response) => void
}

/**
 * Creates a fetch for MCP servers: requests one origin, follows no redirect, and fails answers that are too large.
 * Header values never reach another host.
 */
export function createServerFetch(
  fetch: Fetch,
  parts: ServerFetchParts,
): (input: string | URL, init?: RequestInit) => Promise<Response> {
  return async (input, init) => {
    try {
      if (new URL(input).origin !== parts.origin) throw redirected(null)
      const signal = init?.signal ? AbortSignal.any([init.signal, parts.signal]) : parts.signal
      const response = await unredirected(fetch, input, { ...init, signal }, parts.bytesMax)
      parts.answered(response)
      return response
    } catch (cause) {
      const failure = cause instanceof AppFailure ? cause : new AppFailure(networkError(cause, []), { cause })
      if (!parts.signal.aborted && init?.signal?.aborted !== true) parts.failed(failure)
      throw failure
    }
  }
}

/**
 * Requests an address, follows no redirect, and fails an answer larger than `bytesMax`. Throws an AppFailure
 * `redirected`, or the error of the fetch.
 */
export async function unredirected(
  fetch: Fetch,
  input: string | URL,
  init: RequestInit,
  bytesMax: number,
): Promise<Response> {
  const response = await fetch(input, { ...init, redirect: 'manual' })
  if (response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400)) {
    await response.body?.cancel()
    throw redirected(response.status)
  }
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') ?? false
  const body = response.body?.pipeThrough(bounded(bytesMax, isStream)) ?? null
  return responseOfStatus(body, response.status, { headers: response.headers })
}

function redirected(status: number | null): AppFailure {
  return new AppFailure(appError('redirected', 'the address leads to another place', { status }))
}

/** Fails a body beyond its limit. In an event stream the limit is per event: an empty line begins a new one. */
function bounded(
  bytesMax: number,
  isStream: boolean,
): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  let bytes = 0
  return new TransformStream({
    async transform(chunk, controller) {
      // yields, so that a flood of data does not block the main thread
      await setImmediate()
      const end = isStream ? lastEventEnd(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)) : -1
      bytes = end < 0 ? bytes + chunk.byteLength : chunk.byteLength - end
      if (bytes > bytesMax) controller.error(new AppFailure(appError('answer_too_large', `over ${bytesMax} bytes`)))
      else controller.enqueue(chunk)
    },
  })
}

const lastEventEnd = (bytes: Buffer): number => Math.max(bytes.lastIndexOf('\n\n'), bytes.lastIndexOf('\r\n\r\n'))
