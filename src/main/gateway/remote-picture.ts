import { lookup } from 'node:dns/promises'
import { AppFailure, appError } from '../../shared/errors.ts'
import { pictureBytesMax } from '../../shared/media.ts'
import type { Fetch } from '../platform.ts'
import { externalUrl } from '../security/external-url.ts'
import { isPublicAddress } from '../security/private-address.ts'
import { toAppError } from './errors.ts'

const redirectsMax = 3
const timeoutMs = 30_000

/** Finds the addresses of a host name. */
export type Resolve = (host: string) => Promise<readonly string[]>

const systemResolve: Resolve = async (host) => (await lookup(host, { all: true })).map(({ address }) => address)

/**
 * Fetches a picture that a model linked to, after the person has asked for it. Sends no cookies and no key. Only web
 * addresses of public machines are asked, at every step of a redirect, or a gateway's own (`trustedOrigins`): a model
 * must not be able to make the app knock on doors of the person's network. Throws an AppFailure.
 */
export async function fetchRemotePicture(
  url: string,
  io: {
    readonly fetch: Fetch
    readonly trustedOrigins: readonly string[]
    readonly resolve?: Resolve
    readonly signal?: AbortSignal
  },
): Promise<Uint8Array> {
  let next = url
  for (let step = 0; step <= redirectsMax; step += 1) {
    const target = await permitted(next, io.trustedOrigins, io.resolve ?? systemResolve)
    const signal = AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(io.signal ? [io.signal] : [])])
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
    return await readBytes(response).catch((cause: unknown) => failed(cause, signal))
  }
  throw new AppFailure(appError('link_refused', 'too many redirects'))
}

async function permitted(url: string, trustedOrigins: readonly string[], resolve: Resolve): Promise<string> {
  const checked = externalUrl(url)
  if (!checked.ok) throw new AppFailure(checked.error)
  const { origin, hostname } = new URL(checked.value)
  if (trustedOrigins.includes(origin)) return checked.value
  const host = hostname.replace(/^\[|\]$/g, '')
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

async function readBytes(response: Response): Promise<Uint8Array> {
  const announced = Number(response.headers.get('content-length') ?? 0)
  if (announced > pictureBytesMax) {
    await response.body?.cancel()
    throw new AppFailure(appError('answer_too_large', `${announced} bytes`))
  }
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength
    if (bytes > pictureBytesMax)
      throw new AppFailure(appError('answer_too_large', `more than ${pictureBytesMax} bytes`))
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
