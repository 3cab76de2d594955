import { AppFailure, appError } from '../../shared/errors.ts'
import type { Fetch } from '../platform.ts'
import { externalUrl } from '../security/external-url.ts'
import { isPublicHost } from '../security/linked-host.ts'
import { networkError } from './errors.ts'

const redirectsMax = 3

/** The two ways to a link. */
export interface LinkFetches {
  /** Asks addresses that are trusted, however private. */
  readonly fetch: Fetch
  /** Asks all others: connects a name to public addresses only. */
  readonly linkFetch: Fetch
}

export interface RemoteLinkIo extends LinkFetches {
  /** Whether an address may be asked although it is not public. */
  readonly trusts: (address: URL) => boolean
  readonly headers?: Readonly<Record<string, string>>
  /** Signal that ends a step; requested anew for each redirect. */
  readonly signal: () => AbortSignal
}

/** Trusts the origin of the gateway that gave a link; none where nobody knows it. */
export function trustsOriginOf(gatewayUrl: string | null): (address: URL) => boolean {
  const own = gatewayUrl === null ? null : new URL(gatewayUrl).origin
  return (address) => address.origin === own
}

/**
 * Asks an address that came from outside, and follows its redirects. Sends no cookies and no key. Only web addresses of
 * public machines are asked, at every step of a redirect, or those that `trusts` names: nobody outside may make the app
 * knock on doors of the person's network. Names are checked here, and what they lead to where `linkFetch` connects. The
 * answer is that of the last step, whatever its status. Throws an AppFailure `link_refused`, or what the fetch threw.
 */
export async function openRemoteLink(url: string, io: RemoteLinkIo): Promise<Response> {
  let next = url
  for (let step = 0; step <= redirectsMax; step += 1) {
    const target = permitted(next)
    const fetch = io.trusts(target) ? io.fetch : publicOnly(target, io.linkFetch)
    const response = await fetch(target.href, {
      redirect: 'manual',
      credentials: 'omit',
      signal: io.signal(),
      ...(io.headers ? { headers: io.headers } : {}),
    }).catch((cause: unknown) => {
      // Electron ends a redirect that leads to no URL with an error
      if (networkError(cause, []).code === 'redirected') throw refusal('a redirect to no web address', cause)
      throw cause
    })
    const location = utf8(response.headers.get('location') ?? '')
    if (response.status < 300 || response.status >= 400 || location === '') return response
    await response.body?.cancel()
    next = URL.canParse(location, target.href) ? new URL(location, target).href : ''
  }
  throw refusal('too many redirects')
}

/** Headers are bytes, one character each; servers that write no percent signs write UTF-8. */
function utf8(bytes: string): string {
  const text = Buffer.from(bytes, 'latin1').toString('utf8')
  return text.includes('\ufffd') ? bytes : text
}

function permitted(url: string): URL {
  const checked = externalUrl(url)
  if (!checked.ok) throw new AppFailure(checked.error)
  return new URL(checked.value)
}

function publicOnly({ hostname }: URL, linkFetch: Fetch): Fetch {
  if (!isPublicHost(hostname)) throw refusal('not a public address')
  return linkFetch
}

function refusal(why: string, cause?: unknown): AppFailure {
  return new AppFailure(appError('link_refused', why), { cause })
}
