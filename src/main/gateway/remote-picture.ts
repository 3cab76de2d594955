import { type AppError, AppFailure, appError } from '../../shared/errors.ts'
import { readPicture } from '../media/picture.ts'
import { toAppError } from './errors.ts'
import { type LinkFetches, openRemoteLink, trustsOriginOf } from './remote-link.ts'

export interface RemotePictureIo extends LinkFetches {
  /** Whether an address may be asked although it is not public. */
  readonly trusts: (address: URL) => boolean
  /** The most bytes that are taken. */
  readonly bytesMax: number
  /** For each step, in ms. */
  readonly timeoutMs: number
  readonly signal?: AbortSignal
}

/**
 * Fetches a picture from an address that came from outside: one that a model linked to (after the person has asked for
 * it), or a gateway's result. Throws an AppFailure: `link_refused`, `not_found` with the status of an answer that is no
 * success, `answer_too_large`, `timeout`, or what the connection failed of.
 */
export async function fetchRemotePicture(url: string, io: RemotePictureIo): Promise<Uint8Array> {
  let signal = AbortSignal.timeout(io.timeoutMs)
  try {
    const response = await openRemoteLink(url, {
      fetch: io.fetch,
      linkFetch: io.linkFetch,
      trusts: io.trusts,
      signal: () => {
        signal = AbortSignal.any([AbortSignal.timeout(io.timeoutMs), ...(io.signal ? [io.signal] : [])])
        return signal
      },
    })
    if (!response.ok) {
      await response.body?.cancel()
      throw new AppFailure(appError('not_found', 'the picture is not there', { status: response.status }))
    }
    return await readBytes(response, io.bytesMax)
  } catch (cause) {
    if (cause instanceof AppFailure) throw cause
    const error = signal.aborted ? appError('timeout', 'the picture did not come in time') : toAppError(cause, [])
    throw new AppFailure(error, { cause })
  }
}

/** Size limit of one result behind a link, in bytes. */
const resultBytesMax = 64 * 1024 * 1024

/** A link's whole download, per redirect, in ms. */
const downloadTimeoutMs = 3 * 60_000

/**
 * Fetches a result behind its link. The link may lead to the gateway's own origin, however private, or to any public host.
 * Throws an AppFailure: `link_expired`, `link_refused`, `not_a_picture`, `result_too_large`, `unavailable`, or what the
 * connection failed of.
 */
export async function fetchResultPicture(
  url: string,
  io: LinkFetches & {
    /** The base URL of the connection that gave the link; null where nobody knows it. */
    readonly gatewayUrl: string | null
    readonly signal: AbortSignal
  },
): Promise<Uint8Array> {
  let bytes: Uint8Array
  try {
    bytes = await fetchRemotePicture(url, {
      fetch: io.fetch,
      linkFetch: io.linkFetch,
      trusts: trustsOriginOf(io.gatewayUrl),
      bytesMax: resultBytesMax,
      timeoutMs: downloadTimeoutMs,
      signal: io.signal,
    })
  } catch (cause) {
    if (io.signal.aborted) throw new AppFailure(appError('cancelled'), { cause })
    throw new AppFailure(resultError(toAppError(cause, [])), { cause })
  }
  if (readPicture(bytes) === null)
    throw new AppFailure(appError('not_a_picture', `${bytes.byteLength} bytes that are no picture`))
  return bytes
}

function resultError(error: AppError): AppError {
  if (error.code === 'answer_too_large') return { ...error, code: 'result_too_large' }
  if (error.code !== 'not_found') return error
  const passing = error.status === 429 || (error.status !== null && error.status >= 500)
  return { ...error, code: passing ? 'unavailable' : 'link_expired' }
}

async function readBytes(response: Response, bytesMax: number): Promise<Uint8Array> {
  const announced = Number(response.headers.get('content-length') ?? 0)
  if (announced > bytesMax) {
    await response.body?.cancel()
    throw new AppFailure(appError('answer_too_large', `${announced} bytes`))
  }
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength
    if (bytes > bytesMax) throw new AppFailure(appError('answer_too_large', `more than ${bytesMax} bytes`))
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
