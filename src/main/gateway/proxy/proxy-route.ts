import { isLoopbackHost } from '../../../shared/base-url.ts'
import { usualPorts } from '../../../shared/proxy-modes.ts'
import type { ManualProxy, ProxyRoute } from '../../platform.ts'

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Returns the proxy for a request; null for a direct connection, which this computer always gets. `environment`
 * replaces the `system` settings if the shell cannot query the system.
 */
export function proxyFor(url: string, route: ProxyRoute, environment: Environment): ManualProxy | null {
  const { hostname, port, protocol } = new URL(url)
  if (isLoopbackHost(hostname)) return null
  switch (route.mode) {
    case 'none':
      return null
    case 'manual':
      return isBypassed(hostname, port, route.bypass) ? null : route.proxy
    case 'system': {
      if (isBypassed(hostname, port, variable(environment, 'NO_PROXY'))) return null
      const own = variable(environment, protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY')
      return parsedProxy(own || variable(environment, 'ALL_PROXY'))
    }
    case 'pac':
      throw new Error('a PAC script is the matter of the shell')
    default:
      return route satisfies never
  }
}

/** Returns true if a list of hosts includes this one: `*`, a name with its subdomains, or a name with a port. */
export function isBypassed(hostname: string, port: string, list: string): boolean {
  const host = hostname.toLowerCase().replace(/^\[|\]$/g, '')
  return list
    .toLowerCase()
    .split(/[\s,;]+/)
    .filter((entry) => entry !== '')
    .some((entry) => {
      if (entry === '*') return true
      const [, name = entry, ownPort] = /^(.*[^:]):(\d+)$/.exec(entry) ?? []
      if (ownPort !== undefined && ownPort !== port) return false
      const bare = name.replace(/^\*?\./, '').replace(/^\[|\]$/g, '')
      return host === bare || host.endsWith(`.${bare}`)
    })
}

/** Parses a proxy from an environment variable: `socks5://user:password@host:port`; null if it is not one. */
export function parsedProxy(text: string): ManualProxy | null {
  if (text.trim() === '') return null
  const withScheme = /^[a-z0-9]+:\/\//i.test(text.trim()) ? text.trim() : `http://${text.trim()}`
  if (!URL.canParse(withScheme)) return null
  // for other schemes the parser neither removes a default port nor lowers the case of names
  const { hostname, password, port, protocol, username } = new URL(withScheme)
  const kind = protocol === 'https:' ? 'https' : /^socks5?h?:$/.test(protocol) ? 'socks5' : 'http'
  const usual = kind === 'http' ? 80 : usualPorts[kind]
  if (hostname === '') return null
  return {
    kind,
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? usual : Number(port),
    username: decoded(username),
    password: decoded(password),
  }
}

/** Decodes a part of a URL; a password with a bare `%` is returned unchanged. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** Returns the first proxy of a PAC answer; null for a direct connection. */
export function proxyOfPac(answer: string): ManualProxy | null {
  const [kind = '', address = ''] = (answer.split(';', 1)[0] ?? '').trim().split(/\s+/)
  const scheme = { PROXY: 'http', HTTP: 'http', HTTPS: 'https', SOCKS: 'socks5', SOCKS5: 'socks5' }[kind.toUpperCase()]
  return scheme === undefined ? null : parsedProxy(`${scheme}://${address}`)
}

/** Returns `host:port` for display. */
export function proxyName({ host, port }: ManualProxy): string {
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`
}

/** Reads an environment variable. Windows and some tools write the names in lower case. */
function variable(environment: Environment, name: string): string {
  return environment[name.toLowerCase()] || environment[name] || ''
}
