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

export interface RemoteLinkIo {
  readonly fetch: Fetch
  /** Whether an address may be asked although it is not public. */
  readonly trusts: (address: URL) => boolean
  readonly headers?: Readonly<Record<string, string>>
  readonly resolve?: Resolve
  /** What ends a step: asked anew for each redirect. */
  readonly signal: () => AbortSignal
}

/**
 * Asks an address that came from outside, and follows its redirects. Sends no cookies and no key. Only web addresses of
 * public machines are asked, at every step of a redirect, or those that `trusts` names: nobody outside may make the app
 * knock on doors of the person's network. The answer is that of the last step, whatever its status. Throws an
 * AppFailure `link_refused`, or what `fetch` threw.
 */
export async function openRemoteLink(url: string, io: RemoteLinkIo): Promise<Response> {
  let next = url
  for (let step = 0; step <= redirectsMax; step += 1) {
    const target = await permitted(next, io.trusts, io.resolve ?? systemResolve)
    const response = await io.fetch(target, {
      redirect: 'manual',
      credentials: 'omit',
      signal: io.signal(),
      ...(io.headers ? { headers: io.headers } : {}),
    })
    const location = response.headers.get('location')
    if (response.status < 300 || response.status >= 400 || !location) return response
    await response.body?.cancel()
    next = URL.canParse(location, target) ? new URL(location, target).href : ''
  }
  throw new AppFailure(appError('link_refused', 'too many redirects'))
}

async function permitted(url: string, trusts: RemoteLinkIo['trusts'], resolve: Resolve): Promise<string> {
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
