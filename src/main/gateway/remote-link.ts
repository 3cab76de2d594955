import { AppFailure, appError } from '../../shared/errors.ts'
import type { Fetch } from '../platform.ts'
import { externalUrl } from '../security/external-url.ts'
import { isPublicHost } from '../security/linked-host.ts'
import { networkError } from './errors.ts'

const usualRedirectsMax = 3

/** The two fetches for links. */
export interface LinkFetches {
  /** Fetches trusted addresses, including private ones. */
  readonly fetch: Fetch
  /** Fetches all other addresses: connects only to public ones. */
  readonly linkFetch: Fetch
}

export interface RemoteLinkIo extends LinkFetches {
  /** True if a private address may be fetched. */
  readonly trusts: (address: URL) => boolean
  /** A further condition for every step, such as https. */
  readonly permits?: (address: URL) => boolean
  /** Maximum number of redirects to follow; three by default. */
  readonly redirectsMax?: number
  readonly headers?: Readonly<Record<string, string>>
  /** The key for a step that may carry it; null for all others. */
  readonly keyFor?: (address: URL) => string | null
  /** Signal that ends a step; requested again for each redirect. */
  readonly signal: () => AbortSignal
}

/** Returns a check that trusts only the origin of the gateway that sent the link; nothing when it is unknown. */
export function trustsOriginOf(gatewayUrl: string | null): (address: URL) => boolean {
  const own = gatewayUrl === null ? null : new URL(gatewayUrl).origin
  return (address) => address.origin === own
}

/**
 * Fetches a foreign address and follows its redirects. Sends no cookies, and a key only where `keyFor` gives one.
 * Every step must be a web address of a public machine, or one that `trusts` accepts, so that foreign links cannot
 * reach the user's network. Names are checked here; `linkFetch` checks their addresses when it connects.
 * Resolves to the last step's answer, with any status. Throws an AppFailure `link_refused`, or the error of the fetch.
 */
export async function openRemoteLink(url: string, io: RemoteLinkIo): Promise<Response> {
  const { permits = () => true, redirectsMax = usualRedirectsMax } = io
  let next = url
  for (let step = 0; step <= redirectsMax; step += 1) {
    const target = permitted(next)
    if (!permits(target)) throw refusal('not permitted here')
    const fetch = io.trusts(target) ? io.fetch : publicOnly(target, io.linkFetch)
    const key = io.keyFor?.(target) ?? null
    const headers = { ...io.headers, ...(key === null ? {} : { authorization: `Bearer ${key}` }) }
    const response = await fetch(target.href, {
      redirect: 'manual',
      credentials: 'omit',
      signal: io.signal(),
      ...(Object.keys(headers).length > 0 ? { headers } : {}),
    }).catch((cause: unknown) => {
      // Electron fails a redirect to an invalid URL with an error
      if (networkError(cause, []).code === 'redirected') throw refusal('a redirect to no web address', cause)
      throw cause
    })
    const location = redirectOf(response, target)
    if (location === null) return response
    await response.body?.cancel()
    next = location
  }
  throw refusal('too many redirects')
}

/** Returns the address that a redirect leads to; empty if it is invalid, null for any other answer. */
export function redirectOf({ headers, status }: Response, from: URL): string | null {
  const location = utf8(headers.get('location') ?? '')
  if (status < 300 || status >= 400 || location === '') return null
  return URL.canParse(location, from.href) ? new URL(location, from).href : ''
}

/** A host with a path, such as `cdn.example.com/a.mp4`. */
const bareHost = /^[a-z0-9-]+(?:\.[a-z0-9-]+)+(?::\d+)?\//i
/** A path without its first slash, such as `files/a.png`. */
const barePath = /^[\w.~%-]{1,500}\/[^\s<>"\\:]{1,7000}$/

/**
 * Resolves a link to an address: a path is resolved against the gateway's base URL. Without a scheme, the gateway's own
 * host gets the scheme of its base URL, and any other host gets https. Null if it is not an address.
 */
export function resolvedLink(link: string, gatewayUrl: string | null): string | null {
  if (/^https?:\/\//i.test(link)) return URL.canParse(link) ? link : null
  const gateway = gatewayUrl !== null && URL.canParse(gatewayUrl) ? new URL(gatewayUrl) : null
  if (link.startsWith('//')) return withScheme(link.slice(2), gateway)
  if (link.startsWith('/'))
    return gateway === null || !URL.canParse(link, gateway.href) ? null : new URL(link, gateway).href
  if (bareHost.test(link)) return withScheme(link, gateway)
  const base = gateway === null ? null : `${gateway.origin}${gateway.pathname.replace(/\/$/, '')}/`
  return base !== null && barePath.test(link) && URL.canParse(link, base) ? new URL(link, base).href : null
}

function withScheme(link: string, gateway: URL | null): string | null {
  const own =
    gateway !== null && URL.canParse(`${gateway.protocol}//${link}`) ? new URL(`${gateway.protocol}//${link}`) : null
  if (own !== null && own.host === gateway?.host) return own.href
  return URL.canParse(`https://${link}`) ? `https://${link}` : null
}

/** The fetches and access rules for a link in a gateway's answer. */
export interface ResultLinkIo extends LinkFetches {
  /** Base URL of the gateway that sent the link; its origin is allowed, even if private. Null when unknown. */
  readonly gatewayUrl: string | null
  /** Resolves to the gateway's key; null if there is none. Absent if the key must not be sent for any file. */
  readonly apiKey?: () => Promise<string | null>
  readonly signal: () => AbortSignal
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * Opens the link of a result. A path is resolved on the gateway. If the gateway itself answers 401 or 403 below its
 * base URL, retries once with its key, which no other address gets. Throws as `openRemoteLink` does.
 */
export async function openResultLink(link: string, io: ResultLinkIo): Promise<Response> {
  const address = resolvedLink(link, io.gatewayUrl)
  if (address === null) throw refusal('no web address')
  const parts = { ...io, trusts: trustsOriginOf(io.gatewayUrl) }
  const response = await openRemoteLink(address, parts)
  const isKept = response.status === 401 || response.status === 403
  if (!isKept || !isBelow(new URL(address), io.gatewayUrl)) return response
  const key = (await io.apiKey?.()) ?? null
  if (key === null) return response
  await response.body?.cancel()
  return await openRemoteLink(address, { ...parts, keyFor: (step) => (isBelow(step, io.gatewayUrl) ? key : null) })
}

/** Resolves a link to an address below a gateway's base URL, which may get the key; null for any other. */
export function ownAddress(link: string, gatewayUrl: string | null): string | null {
  const address = resolvedLink(link, gatewayUrl)
  return address !== null && isBelow(new URL(address), gatewayUrl) ? address : null
}

/** Returns true for an address below a gateway's base URL. */
function isBelow({ origin, pathname }: URL, gatewayUrl: string | null): boolean {
  if (gatewayUrl === null) return false
  const base = new URL(gatewayUrl)
  return (
    origin === base.origin && pathname.startsWith(base.pathname.endsWith('/') ? base.pathname : `${base.pathname}/`)
  )
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
