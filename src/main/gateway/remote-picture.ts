import { lookup } from 'node:dns/promises'
import { AppFailure, appError } from '../../shared/errors.ts'
import type { Fetch } from '../platform.ts'
import { externalUrl } from '../security/external-url.ts'
import { isPublicAddress } from '../security/private-address.ts'
import { toAppError } from './errors.ts'

const redirectsMax = 3

/** Finds the addresses of a host name. */
export type Resolve = (host: string) => Promise<readonly string[]>

const systemResolve: Resolve = async (host) => (await lookup(host, { all: true })).map(({ address }) => address)

export interface RemotePictureIo {
  readonly fetch: Fetch
  /** Whether an address may be asked although it is not public. */
  readonly trusts: (address: URL) => boolean
  /** The most bytes that are taken. */
  readonly bytesMax: number
  /** For each step, in ms. */
  readonly timeoutMs: number
  readonly resolve?: Resolve
  readonly signal?: AbortSignal
}

/**
 * Fetches a picture from an address that came from outside: one that a model linked to (after the person has asked for
 * it), or a gateway's result. Sends no cookies and no key. Only web addresses of public machines are asked, at every
 * step of a redirect, or those that `trusts` names: nobody outside may make the app knock on doors of the person's
 * network. Throws an AppFailure: `link_refused`, `not_found` with the status of an answer that is no success,
 * `answer_too_large`, `timeout`, or what the connection failed of.
 */
export async function fetchRemotePicture(url: string, io: RemotePictureIo): Promise<Uint8Array> {
  let next = url
  for (let step = 0; step <= redirectsMax; step += 1) {
    const target = await permitted(next, io.trusts, io.resolve ?? systemResolve)
    const signal = AbortSignal.any([AbortSignal.timeout(io.timeoutMs), ...(io.signal ? [io.signal] : [])])
    const response = await io
      .fetch(target, { redirect: 'manual', credentials: 'omit', signal })
      .catch((cause: unknown) => failed(cause, signal))
    const location = response.headers.get('location')
    if (response.status >= 300 && response.status < 400 && location) {
      await response.body?.cancel()
      next = URL.canParse(location, target) ? new URL(location, target).href : ''
      continue
    }
    if (!response.ok) {
      await response.body?.cancel()
      throw new AppFailure(appError('not_found', 'the picture is not there', { status: response.status }))
    }
    return await readBytes(response, io.bytesMax).catch((cause: unknown) => failed(cause, signal))
  }
  throw new AppFailure(appError('link_refused', 'too many redirects'))
}

async function permitted(url: string, trusts: RemotePictureIo['trusts'], resolve: Resolve): Promise<string> {
  const checked = externalUrl(url)
  if (!checked.ok) throw new AppFailure(checked.error)
  const address = new URL(checked.value)
  if (trusts(address)) return checked.value
  const host = address.hostname.replace(/^\[|\]$/g, '')
  const addresses = await resolve(host).catch((cause: unknown) => {
    throw new AppFailure(toAppError(cause, []), { cause })
  })
  if (addresses.length === 0 || !addresses.every(isPublicAddress))
    throw new AppFailure(appError('link_refused', 'not a public address'))
  return checked.value
}

function failed(cause: unknown, signal: AbortSignal): never {
  const error = signal.aborted ? appError('timeout', 'the picture did not come in time') : toAppError(cause, [])
  throw new AppFailure(error, { cause })
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
