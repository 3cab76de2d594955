import type { Session } from 'electron'
import type { Fetch } from '../platform.ts'

/** In memory (no `persist:`): no cookie, no cache and no credential of it is ever written. */
export const gatewayPartition = 'gateway'

/**
 * `fetch` over Chromium's network stack, which knows the system's proxy and certificates. A session of its own,
 * because `net.fetch` would use the page's session, which has no network (session-security.ts).
 */
export function createGatewayFetch(session: Pick<Session, 'fetch' | 'allowNTLMCredentialsForDomains'>): Fetch {
  session.allowNTLMCredentialsForDomains('')
  return async (input, init) =>
    await session.fetch(input instanceof URL ? input.href : input, { ...init, credentials: 'omit', cache: 'no-store' })
}
