import { BlockList, isIP } from 'node:net'
import { isLoopbackHost } from '../../shared/base-url.ts'
import { isPublicAddress } from './private-address.ts'

/** Names that no public server has: RFC 6761, RFC 6762, RFC 8375, and usual names in routers and offices. */
const privateNames =
  /(^|\.)(localhost|localdomain|local|internal|intranet|private|corp|home|lan|home\.arpa|in-addr\.arpa|ip6\.arpa)$/

/** "Fake IP" addresses: a proxy on this computer returns them for names, so that it can resolve the names itself. */
const standIns = new BlockList()
standIns.addSubnet('198.18.0.0', 15, 'ipv4')

/**
 * Returns true if a link may lead to a host, judged by name: a public address, or a dotted name that private networks
 * do not use. `host` is in the form of `URL.hostname`. `mayConnect` checks the resolved address.
 */
export function isPublicHost(host: string): boolean {
  const name = bare(host)
  if (isIP(name) !== 0) return isPublicAddress(name)
  return name.includes('.') && !privateNames.test(name)
}

/**
 * Returns true if a link to `host` may connect to this address: a public one, or a proxy's fake IP for a name. A fake
 * IP written in the link itself is refused.
 */
export function mayConnect(host: string, address: string): boolean {
  if (isPublicAddress(address)) return true
  return isIP(bare(host)) === 0 && isIP(address) === 4 && standIns.check(address, 'ipv4')
}

/** Returns true for two addresses at one host, or both on this computer. */
export function isSameMachine(address: URL, other: URL): boolean {
  return address.hostname === other.hostname || (isLoopbackHost(address.hostname) && isLoopbackHost(other.hostname))
}

function bare(host: string): string {
  return host
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
}
