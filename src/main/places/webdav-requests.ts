import { type AppError, AppFailure, appError } from '../../shared/errors.ts'
import { failureOf } from '../faults.ts'
import { type PlaceAnswer, type PlaceRequest, type PlaceRequests, statusError } from './place-requests.ts'
import { type DavEntry, entryAbout, readMultiStatus } from './webdav-answers.ts'

/** Largest answer that is not a file, in bytes. */
const answerMax = 4 * 1024 * 1024
/** Largest file whose length is determined by reading it, in bytes. */
const countedMax = 64 * 1024 * 1024
const listed = Buffer.from(
  '<?xml version="1.0" encoding="utf-8"?><propfind xmlns="DAV:"><prop><resourcetype/><getcontentlength/></prop></propfind>',
)

/** Statuses of a missing file or folder. Jianguoyun answers 409 if the parent folder is missing too. */
export const goneStatuses = [404, 409, 410] as const
/** Statuses that some servers use for a missing file, and others for a forbidden one. */
const unsureStatuses = [403, 405, 409] as const

/**
 * Result of a PROPFIND. `unsure`: missing or refused; `error` applies if it exists. `refused`: it exists, because the
 * answer names it, but is not described for the given reason.
 */
export type Found =
  | { readonly kind: 'entries'; readonly entries: readonly DavEntry[] }
  | { readonly kind: 'missing' }
  | { readonly kind: 'unsure'; readonly error: AppError }
  | { readonly kind: 'refused'; readonly error: AppError }

export interface DavRequestsParts {
  readonly user: string
  readonly password: string
  readonly requests: PlaceRequests
  /** ms since 1970. */
  readonly now: () => number
}

interface AskOptions {
  /** Statuses that the caller handles; every other one is an error. */
  readonly takes: readonly number[]
  readonly body?: Uint8Array<ArrayBuffer>
  readonly headers?: Readonly<Record<string, string>>
  readonly bytesMax?: number
}

/** Requests to a WebDAV server, and the interpretation of its answers. Every method rejects with an AppFailure. */
export class DavRequests {
  private readonly parts: DavRequestsParts
  private readonly authorization: string

  constructor(parts: DavRequestsParts) {
    this.parts = parts
    this.authorization = `Basic ${Buffer.from(`${parts.user}:${parts.password}`, 'utf8').toString('base64')}`
  }

  async sendRequest(
    method: string,
    url: URL,
    { body, bytesMax = answerMax, headers, takes }: AskOptions,
  ): Promise<PlaceAnswer> {
    const request: PlaceRequest = {
      method,
      url,
      headers: new Headers({ ...headers, authorization: this.authorization }),
      body: body ?? null,
    }
    return await this.parts.requests.sendRequest(
      () => request,
      bytesMax,
      (answer) => (takes.includes(answer.status) ? null : this.errorOf(answer)),
    )
  }

  /** Requests the entries of an address. A folder that redirects is requested without its slash. */
  async propfind(url: URL, depth: '0' | '1'): Promise<Found> {
    try {
      return await this.propfindAt(url, depth)
    } catch (cause) {
      if (failureOf(cause).code !== 'place_redirects' || !url.pathname.endsWith('/') || url.pathname === '/')
        throw cause
      return await this.propfindAt(withoutSlash(url), depth)
    }
  }

  /**
   * Resolves to the length of a file by HEAD or, if that fails, by reading it; null if there is no file. Some servers
   * answer HEAD with a length of 0. That length, and any other than `expected`, is verified by reading. So is a file
   * whose HEAD redirects.
   */
  async length(url: URL, expected?: number): Promise<number | null> {
    const head = await this.sendRequest('HEAD', url, { takes: [200, ...goneStatuses, 400, 403, 405, 501] }).catch(
      orRedirected,
    )
    if (head !== null && isGone(head.status)) return null
    const stated = Number(head?.headers.get('content-length') ?? Number.NaN)
    const isPlain = head?.status === 200 && !head.headers.has('content-encoding')
    if (isPlain && Number.isSafeInteger(stated) && stated > 0 && stated === (expected ?? stated)) return stated
    const answer = await this.sendRequest('GET', url, { bytesMax: countedMax, takes: [200, ...goneStatuses] })
    return isGone(answer.status) ? null : answer.body.length
  }

  /** Resolves to true if a file is certainly gone: nothing describes it, and reading it answers 404 or 410. */
  async lacks(url: URL): Promise<boolean> {
    const { kind } = await this.propfind(url, '0')
    if (kind === 'entries' || kind === 'refused') return false
    const takes = [200, 404, 410, ...unsureStatuses]
    return isMissing((await this.sendRequest('GET', url, { bytesMax: countedMax, takes })).status)
  }

  /** Waits; rejects when the job ends. */
  async pause(ms: number): Promise<void> {
    await this.parts.requests.pause(ms)
  }

  /** Returns the error of an unexpected status. */
  errorOf(answer: PlaceAnswer): AppError {
    const error = statusError(answer, this.parts.now())
    // Jianguoyun answers 401 or 503 with this word when its request budget is used up
    if (error !== null && Buffer.from(answer.body).subarray(0, 10_000).includes('BlockedTemporarily'))
      return appError('place_busy', 'blocked for a while', { status: answer.status, retryAfterMs: error.retryAfterMs })
    if (error !== null) return error
    const { status } = answer
    if (isGone(status)) return appError('place_not_found', `status ${status}`, { status })
    return appError('place_not_understood', `status ${status}`, { status })
  }

  private async propfindAt(url: URL, depth: '0' | '1'): Promise<Found> {
    const headers = { depth, 'content-type': 'application/xml; charset=utf-8' }
    const body = new Uint8Array(listed)
    const answer = await this.sendRequest('PROPFIND', url, { body, headers, takes: [207, 404, 410, ...unsureStatuses] })
    if (answer.status !== 207) return this.notFound(answer)
    const entries = readMultiStatus(Buffer.from(answer.body).toString('utf8'), url)
    const refusal = entryAbout(entries, url)?.refusal ?? null
    if (refusal !== null && isMissing(refusal)) return { kind: 'missing' }
    if (refusal !== null) return { kind: 'refused', error: this.errorOf({ ...answer, status: refusal }) }
    // a refused entry exists
    return { kind: 'entries', entries: entries.filter((entry) => entry.refusal === null || !isMissing(entry.refusal)) }
  }

  private notFound(answer: PlaceAnswer): Found {
    if (isMissing(answer.status)) return { kind: 'missing' }
    const error = this.errorOf(answer)
    if (!unsureStatuses.some((status) => status === answer.status)) throw new AppFailure(error)
    return { kind: 'unsure', error }
  }
}

export function isGone(status: number): boolean {
  return goneStatuses.some((gone) => gone === status)
}

function isMissing(status: number): boolean {
  return status === 404 || status === 410
}

function withoutSlash(url: URL): URL {
  const bare = new URL(url)
  bare.pathname = bare.pathname.slice(0, -1)
  return bare
}

/** Returns null for a redirect to another address; rethrows any other error. */
function orRedirected(cause: unknown): null {
  if (failureOf(cause).code === 'place_redirects') return null
  throw cause
}
