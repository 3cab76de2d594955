import { type AppError, AppFailure, appError } from '../../shared/errors.ts'
import { retryAfterMs, toAppError } from './errors.ts'
import { openResultLink, type ResultLinkIo } from './remote-link.ts'

export interface VideoDownloadIo extends Omit<ResultLinkIo, 'headers' | 'signal'> {
  readonly signal: AbortSignal
}

/** Bytes already on the disk, the total, and the version (ETag). */
export interface ReceivedPart {
  readonly bytes: number
  readonly total: number | null
  readonly version: string | null
}

const nothing: ReceivedPart = { bytes: 0, total: null, version: null }

/** The rest of a video, or all of it if the server ignores ranges or has another version. */
export interface OpenedVideo {
  /** Position of the first byte of `body`. */
  readonly from: number
  /** Size of the whole video in bytes; null when the server does not state it. */
  readonly total: number | null
  readonly version: string | null
  readonly body: AsyncIterable<Uint8Array>
}

/**
 * Opens a video link, from the first missing byte. Throws an AppFailure: `link_refused`, `link_expired` for a dead
 * link, `link_forbidden` for one that the server refuses, `unavailable` for a temporary failure, or the connection's
 * error.
 */
export async function openVideo(url: string, have: ReceivedPart, io: VideoDownloadIo): Promise<OpenedVideo> {
  // without a version, an equal length must prove that the file is the same
  const resumed = have.bytes > 0 && (have.version !== null || have.total !== null)
  try {
    const response = await openResultLink(url, {
      ...io,
      signal: () => io.signal,
      // a compressed body's bytes could not be counted
      headers: {
        'accept-encoding': 'identity',
        ...(resumed ? { range: `bytes=${have.bytes}-` } : {}),
        ...(resumed && have.version !== null ? { 'if-range': have.version } : {}),
      },
    })
    // the server has no bytes beyond ours: the file's length changed, so the whole file is requested again
    if (response.status === 416 && resumed) {
      await response.body?.cancel()
      return await openVideo(url, nothing, io)
    }
    if (!response.ok) {
      await response.body?.cancel()
      throw new AppFailure(refusal(response))
    }
    const video = opened(response, have)
    if (video.from === 0 || isSame(video, have)) return video
    await response.body?.cancel()
    return await openVideo(url, nothing, io)
  } catch (cause) {
    if (io.signal.aborted) throw new AppFailure(appError('cancelled'), { cause })
    throw new AppFailure(toAppError(cause, []), { cause })
  }
}

function isSame(video: OpenedVideo, have: ReceivedPart): boolean {
  return video.from === have.bytes && video.version === have.version && (have.total ?? video.total) === video.total
}

function opened(response: Response, have: ReceivedPart): OpenedVideo {
  const version = versionOf(response.headers)
  const body = bytesOf(response)
  const length = lengthOf(response.headers)
  if (response.status !== 206) return { from: 0, total: length, version, body }
  // RFC 9110 §14.4: `bytes 1000-1999/2000`; the length may be `*`
  const range = /^bytes (\d+)-\d+\/(\d+|\*)$/.exec(response.headers.get('content-range') ?? '')
  const from = range ? Number(range[1]) : have.bytes
  const total = range && range[2] !== '*' ? Number(range[2]) : length === null ? null : from + length
  return { from, total, version, body }
}

/** Returns the identity of a file version. Only a strong ETag or a date proves equal bytes (RFC 9110 §13.1.5). */
function versionOf(headers: Headers): string | null {
  const tag = headers.get('etag')
  if (tag !== null && !tag.startsWith('W/')) return tag.slice(0, 500)
  return headers.get('last-modified')?.slice(0, 500) ?? null
}

function lengthOf(headers: Headers): number | null {
  const text = headers.get('content-length')
  return text !== null && /^\d+$/.test(text) && headers.get('content-encoding') === null ? Number(text) : null
}

/** Yields the bytes. Throws an AppFailure if the connection fails midway, with the same errors as `openVideo`. */
async function* bytesOf(response: Response): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of response.body ?? []) yield chunk
  } catch (cause) {
    throw new AppFailure(toAppError(cause, []), { cause })
  }
}

function refusal(response: Response): AppError {
  const { status, headers } = response
  if (status === 408 || status === 429 || status >= 500)
    return appError('unavailable', 'the video cannot be had for now', {
      status,
      retryAfterMs: retryAfterMs(headers, Date.now()),
    })
  return status === 404 || status === 410
    ? appError('link_expired', 'the link leads to nothing', { status })
    : appError('link_forbidden', 'the server does not give the file', { status })
}
