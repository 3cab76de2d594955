import { isLoopbackHost } from '../../../shared/base-url.ts'
import { fail } from '../../../shared/errors.ts'
import type { SearchSettings } from '../../../shared/web-search.ts'
import { providerAddresses, type SearchProvider } from '../../../shared/web-search-limits.ts'
import { isPublicHost } from '../../security/linked-host.ts'
import { providers } from './providers.ts'

/**
 * Returns a typed address in its canonical form, without query, fragment and a slash at its end; the usual address of
 * the service for an empty text. Throws an AppFailure: `address_invalid`, `address_scheme`, `address_credentials`;
 * `address_insecure` if a key would leave the user's own network unencrypted.
 */
export function searchAddress(provider: SearchProvider, typed: string): string {
  const text = typed.trim()
  if (text === '') return providerAddresses[provider] || fail('address_invalid', 'no address')
  const withScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `${schemeFor(text)}${text}`
  if (!URL.canParse(withScheme) || /\s/.test(text)) fail('address_invalid', 'not an address')
  const { host, hostname, origin, password, pathname, protocol, username } = new URL(withScheme)
  if (protocol !== 'https:' && protocol !== 'http:') fail('address_scheme', protocol)
  if (username !== '' || password !== '') fail('address_credentials')
  if (host === '') fail('address_invalid', 'no host')
  if (providers[provider].needsKey && protocol === 'http:' && isPublicHost(hostname)) fail('address_insecure')
  let end = pathname.length
  while (pathname[end - 1] === '/') end -= 1
  return origin + pathname.slice(0, end)
}

/** Returns the address of the service in use; null if there is none. */
export function addressInUse({ provider, services }: SearchSettings): string | null {
  if (provider === null) return null
  try {
    return searchAddress(provider, services[provider]?.address ?? '')
  } catch {
    return null
  }
}

/** A user's own server is usually reached without encryption. */
function schemeFor(text: string): string {
  const [host = ''] = text.split(/[/:]/, 1)
  return isLoopbackHost(host) || !isPublicHost(host) ? 'http://' : 'https://'
}
