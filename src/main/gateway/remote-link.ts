import { AppFailure, appError } from '../../shared/errors.ts'
import type { Fetch } from '../platform.ts'
import { externalUrl } from '../security/external-url.ts'
import { isPublicHost } from '../security/linked-host.ts'
import { networkError } from './errors.ts'

const redirectsMax = 3

/** The two fetches for links. */
export interface LinkFetches {
  /** For trusted addresses, however private. */
  readonly fetch: Fetch
  /** For all other addresses: connects only to public ones. */
  readonly linkFetch: Fetch
}

export interface RemoteLinkIo extends LinkFetches {
  /** Whether a private address may be fetched. */
  readonly trusts: (address: URL) => boolean
  readonly headers?: Readonly<Record<string, string>>
  /** Signal that ends a step; requested anew for each redirect. */
  readonly signal: () => AbortSignal
}

/** Trusts only the origin of the gateway that sent the link; nothing when it is unknown. */
export function trustsOriginOf(gatewayUrl: string | null): (address: URL) => boolean {
  const own = gatewayUrl === null ? null : new URL(gatewayUrl).origin
  return (address) => address.origin === own
}

/**
 * Fetches a foreign address and follows its redirects. Sends no cookies and no key.
 * Every step must be a web address of a public machine, or one that `trusts` accepts, so that foreign links cannot
 * reach the person's network. Names are checked here; `linkFetch` checks their addresses when it connects.
 * The answer is that of the last step, with any status. Throws an AppFailure `link_refused`, or the error of the fetch.
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
      // Electron fails a redirect to an invalid URL with an error
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

/** Decodes header bytes, one per character, as UTF-8; some servers send UTF-8 without percent signs. */
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
