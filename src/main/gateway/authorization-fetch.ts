import { isLoopbackHost } from '../../shared/base-url.ts'
import { AppFailure, appError } from '../../shared/errors.ts'
import type { Fetch } from '../platform.ts'
import { externalUrl } from '../security/external-url.ts'
import { isPublicHost, isSameMachine } from '../security/linked-host.ts'
import { networkError } from './errors.ts'
import { unredirected } from './server-fetch.ts'

/** Largest answer of an authorization server, in bytes. */
const bytesMax = 1024 ** 2
/** Longest time of one request, in ms. */
export const signInRequestMaxMs = 30_000

export interface AuthorizationFetchParts {
  readonly fetch: Fetch
  readonly linkFetch: Fetch
  /** Address of the server that wants a sign-in. */
  readonly server: URL
  /** Ends all requests. */
  readonly signal: AbortSignal
  /** Longest time of one request, in ms; `signInRequestMaxMs` unless it is given. */
  readonly requestMs?: number
  /** An address was refused; called with its host. */
  readonly refused?: (host: string) => void
}

/**
 * Creates a fetch for the addresses that a server names for its sign-in. They are untrusted: a private address is
 * allowed only on the server's own machine. Follows no redirect, because requests carry codes and tokens. Rejects with
 * an AppFailure.
 */
export function createAuthorizationFetch({
  fetch,
  linkFetch,
  server,
  signal,
  requestMs = signInRequestMaxMs,
  refused,
}: AuthorizationFetchParts): (input: string | URL, init?: RequestInit) => Promise<Response> {
  return async (input, init) => {
    const target = signInAddress(String(input), server)
    if (target === null) {
      refused?.(URL.canParse(String(input)) ? new URL(input).host : '')
      throw new AppFailure(appError('link_refused', 'not an address for a sign-in'))
    }
    const limits = AbortSignal.any([signal, AbortSignal.timeout(requestMs)])
    try {
      return await unredirected(
        isSameMachine(target, server) ? fetch : linkFetch,
        target,
        { ...init, signal: limits, credentials: 'omit' },
        bytesMax,
      )
    } catch (cause) {
      throw cause instanceof AppFailure ? cause : new AppFailure(networkError(cause, []), { cause })
    }
  }
}

/**
 * Returns the address that a server names for its sign-in. It must use https, or be on this computer, and be a public
 * host or the server's own machine. Null otherwise.
 */
export function signInAddress(address: string, server: URL): URL | null {
  const checked = externalUrl(address)
  if (!checked.ok) return null
  const target = new URL(checked.value)
  const isSafe = target.protocol === 'https:' || isLoopbackHost(target.hostname)
  return isSafe && (isSameMachine(target, server) || isPublicHost(target.hostname)) ? target : null
}
