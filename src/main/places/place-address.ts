import { isLoopbackHost } from '../../shared/base-url.ts'
import { fail } from '../../shared/errors.ts'
import { isPublicHost } from '../security/linked-host.ts'

/**
 * Parses the address of a server. Refuses with `address_invalid`, `address_scheme`, `address_credentials`, or
 * `address_insecure`: plain http beyond the local network without the user's agreement.
 */
export function placeAddress(typed: string, allowInsecure: boolean): URL {
  const text = typed.trim()
  if (text === '' || /[\s\p{Cc}]/u.test(text)) fail('address_invalid')
  const full = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`
  if (!URL.canParse(full)) fail('address_invalid')
  const url = new URL(full)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') fail('address_scheme', url.protocol)
  if (url.username !== '' || url.password !== '') fail('address_credentials')
  if (url.hostname === '' || url.hostname.includes('..')) fail('address_invalid')
  if (url.protocol === 'http:' && !mayBePlain(url.hostname, allowInsecure))
    fail('address_insecure', 'http beyond the own network')
  url.search = ''
  url.hash = ''
  if (!url.pathname.endsWith('/')) url.pathname += '/'
  return url
}

/** Returns true if plain http is allowed: within the local network, or beyond it with the user's agreement. */
export function mayBePlain(hostname: string, allowInsecure: boolean): boolean {
  return allowInsecure || isLoopbackHost(hostname) || !isPublicHost(hostname)
}
