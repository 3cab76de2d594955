import { type AppError, AppFailure, appError } from '../../shared/errors.ts'
import { pictureKind } from '../media/picture-kind.ts'
import { toAppError } from './errors.ts'
import { type LinkFetches, openRemoteLink, openResultLink, type ResultLinkIo } from './remote-link.ts'

export interface RemotePictureIo extends LinkFetches {
  /** True if a private address may be fetched. */
  readonly trusts: (address: URL) => boolean
  /** Largest picture, in bytes. */
  readonly bytesMax: number
  /** Limit of each step, in ms. */
  readonly timeoutMs: number
  readonly signal?: AbortSignal
}

/**
 * Fetches a picture from a foreign address: a link in an answer (after the user's click), or a gateway's result.
 * Throws an AppFailure: `link_refused`, `not_found` with the status of a failed answer, `answer_too_large`, `timeout`,
 * or the connection's error.
 */
export async function fetchRemotePicture(url: string, io: RemotePictureIo): Promise<Uint8Array> {
  return await received(io, (signal) => openRemoteLink(url, { ...io, signal }))
}

type Bounds = Pick<RemotePictureIo, 'bytesMax' | 'signal' | 'timeoutMs'>

/** Returns the bytes at a link, within limits. `open` calls `signal` for a new signal at each redirect. */
async function received(
  { bytesMax, signal: ending, timeoutMs }: Bounds,
  open: (signal: () => AbortSignal) => Promise<Response>,
): Promise<Uint8Array> {
  let signal = AbortSignal.timeout(timeoutMs)
  try {
    const response = await open(() => {
      signal = AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(ending ? [ending] : [])])
      return signal
    })
    if (!response.ok) {
      await response.body?.cancel()
      throw new AppFailure(appError('not_found', 'the picture is not there', { status: response.status }))
    }
    return await readBytes(response, bytesMax)
  } catch (cause) {
    if (cause instanceof AppFailure) throw cause
    const error = signal.aborted ? appError('timeout', 'the picture did not come in time') : toAppError(cause, [])
    throw new AppFailure(error, { cause })
  }
}

/** Size limit of one linked result, in bytes. */
const resultBytesMax = 64 * 1024 * 1024

/** Limit of a whole download, for each redirect, in ms. */
const downloadTimeoutMs = 3 * 60_000

/**
 * Fetches a result by its link. The link may lead to the gateway's own origin, even if private, or to any public host.
 * Throws an AppFailure: `link_expired`, `link_forbidden`, `link_refused`, `not_a_picture`, `result_too_large`,
 * `unavailable`, or the connection's error.
 */
export async function fetchResultPicture(
  url: string,
  io: Omit<ResultLinkIo, 'headers' | 'signal'> & { readonly signal: AbortSignal },
): Promise<Uint8Array> {
  let bytes: Uint8Array
  try {
    const bounds = { bytesMax: resultBytesMax, timeoutMs: downloadTimeoutMs, signal: io.signal }
    bytes = await received(bounds, (signal) => openResultLink(url, { ...io, signal }))
  } catch (cause) {
    if (io.signal.aborted) throw new AppFailure(appError('cancelled'), { cause })
    throw new AppFailure(resultError(toAppError(cause, [])), { cause })
  }
  if (pictureKind(bytes) === null)
    throw new AppFailure(appError('not_a_picture', `${bytes.byteLength} bytes that are no picture`))
  return bytes
}

function resultError(error: AppError): AppError {
  if (error.code === 'answer_too_large') return { ...error, code: 'result_too_large' }
  if (error.code !== 'not_found') return error
  const passing = error.status === 429 || (error.status !== null && error.status >= 500)
  const isGone = error.status === 404 || error.status === 410
  return { ...error, code: passing ? 'unavailable' : isGone ? 'link_expired' : 'link_forbidden' }
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
