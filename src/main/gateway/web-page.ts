import { AppFailure, appError } from '../../shared/errors.ts'
import type { Fetch } from '../platform.ts'
import { toAppError } from './errors.ts'
import { openRemoteLink } from './remote-link.ts'

/** A page as it was received. */
export interface WebPage {
  /** The address that answered, after redirects. */
  readonly url: string
  readonly bytes: Uint8Array<ArrayBuffer>
  /** Media type in lower case, without parameters; empty if none was given. */
  readonly type: string
}

export interface WebPageIo {
  readonly fetch: Fetch
  readonly linkFetch: Fetch
  readonly signal: AbortSignal
  /** Limit of each step, in ms. */
  readonly timeoutMs?: number
}

/** Largest page, unpacked, in bytes. */
export const pageBytesMax = 8 * 1024 * 1024
const usualTimeoutMs = 20_000
const redirectsMax = 5

/**
 * Fetches a page in the way that all foreign links are fetched: public addresses only, at every redirect, without key
 * and cookies. Throws an AppFailure: `link_refused`, `page_unreachable` with the status of a failed answer, `cancelled`
 * after an abort.
 */
export async function fetchWebPage(url: string, io: WebPageIo): Promise<WebPage> {
  let limits = io.signal
  let address = url
  try {
    const response = await openRemoteLink(url, {
      ...io,
      // a model or a page may have written the address
      trusts: () => false,
      permits: (step) => {
        address = step.href
        return true
      },
      redirectsMax,
      headers: { accept: 'text/html,application/xhtml+xml,application/pdf;q=0.9,text/plain;q=0.8,*/*;q=0.1' },
      signal: () => {
        limits = AbortSignal.any([AbortSignal.timeout(io.timeoutMs ?? usualTimeoutMs), io.signal])
        return limits
      },
    })
    if (!response.ok) {
      await response.body?.cancel()
      throw unreachable(`status ${response.status}`, response.status)
    }
    const type = (response.headers.get('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
    if (/^(?:image|audio|video|font)\//.test(type)) {
      await response.body?.cancel()
      throw unreachable(`no text: ${type.slice(0, 60)}`)
    }
    return { url: address, bytes: await bytesOf(response), type }
  } catch (cause) {
    if (io.signal.aborted) throw new AppFailure(appError('cancelled'), { cause })
    const error = limits.aborted ? appError('timeout', 'the page did not come in time') : toAppError(cause, [])
    const isOurs = error.code === 'link_refused' || error.code === 'page_unreachable'
    throw isOurs ? new AppFailure(error, { cause }) : unreachable(`${error.code}: ${error.detail}`, error.status, cause)
  }
}

async function bytesOf(response: Response): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body ?? []) {
    length += chunk.byteLength
    // counted after unpacking, because a few packed bytes may hold gigabytes
    if (length > pageBytesMax) throw unreachable(`more than ${pageBytesMax} bytes`)
    chunks.push(chunk)
  }
  const bytes = new Uint8Array(length)
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.byteLength
  }
  return bytes
}

function unreachable(why: string, status: number | null = null, cause?: unknown): AppFailure {
  return new AppFailure(appError('page_unreachable', why, { status }), { cause })
}
